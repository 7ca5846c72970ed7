package dev.tengen.board;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;

/**
 * The keys of position hashes (Zobrist 1970): one for each color and point. The hash of a coloring is the exclusive-or
 * of the keys of its stones.
 *
 * <p>The keys of a size are the same on every machine and in every run. Immutable.
 */
public final class Zobrist {
    private static final int FULL_BITS = 64;
    private static final Zobrist[] INSTANCES = new Zobrist[Grid.MAX_SIZE * Grid.MAX_SIZE];

    private final long[] keys;
    private final int pointCount;

    /**
     * A hash table for each color from the low bits of a key to its point, stored as the point + 1; 0 marks a free
     * slot. Collisions use linear probing.
     */
    private final short[] blackPoints;

    private final short[] whitePoints;

    private Zobrist(Grid grid, int bits) {
        pointCount = grid.pointCount();
        keys = new long[2 * pointCount];
        SplitMix64 random = new SplitMix64(((long) grid.width() << 32) | grid.height());
        long mask = -1L >>> (FULL_BITS - bits);
        for (int index = 0; index < keys.length; index++) {
            keys[index] = random.nextLong() & mask;
        }
        blackPoints = pointsByKey(Color.BLACK);
        whitePoints = pointsByKey(Color.WHITE);
    }

    private short[] pointsByKey(int color) {
        short[] table = new short[4 * Integer.highestOneBit(pointCount)];
        for (int point = 0; point < pointCount; point++) {
            int slot = slot(key(color, point), table);
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = (short) (point + 1);
        }
        return table;
    }

    /** Adds the points whose key for {@code color} is {@code key} to {@code into}. */
    public void addPoints(int color, long key, PointSet into) {
        short[] table = color == Color.BLACK ? blackPoints : whitePoints;
        for (int slot = slot(key, table); table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            int point = table[slot] - 1;
            if (key(color, point) == key) {
                into.add(point);
            }
        }
    }

    private static int slot(long key, short[] table) {
        return (int) key & (table.length - 1);
    }

    /** Returns the keys for {@code grid}. */
    public static Zobrist of(Grid grid) {
        int index = (grid.height() - 1) * Grid.MAX_SIZE + grid.width() - 1;
        Zobrist known = INSTANCES[index];
        if (known == null) {
            // Two threads may both create it. Either instance will do: they are equal and immutable.
            known = new Zobrist(grid, FULL_BITS);
            INSTANCES[index] = known;
        }
        return known;
    }

    /**
     * Returns keys of {@code bits} bits, so short that different colorings often have equal hashes. Tests use them to
     * show that legality does not depend on hashes.
     *
     * @param grid the size of the board
     * @param bits the number of random bits in a key, from 1 to 64
     * @throws IllegalArgumentException if {@code bits} is outside [1, 64]
     */
    public static Zobrist of(Grid grid, int bits) {
        InvalidValueException.requireWithin("bits", bits, 1, FULL_BITS);
        return new Zobrist(grid, bits);
    }

    /** Returns the key of a stone of {@code color} on {@code point}. */
    public long key(int color, int point) {
        return keys[color == Color.BLACK ? point : pointCount + point];
    }
}
