package dev.tengen.board;

/**
 * Keys whose exclusive-or is the hash of a coloring (Zobrist 1970): one for each color and point.
 *
 * <p>The keys of a size are the same on every machine and in every run. Immutable.
 */
public final class Zobrist {
    private static final int FULL_BITS = 64;
    private static final Zobrist[] INSTANCES = new Zobrist[Grid.MAX_SIZE * Grid.MAX_SIZE];

    static {
        for (int index = 0; index < INSTANCES.length; index++) {
            INSTANCES[index] = new Zobrist(Grid.of(index % Grid.MAX_SIZE + 1, index / Grid.MAX_SIZE + 1), FULL_BITS);
        }
    }

    private final long[] keys;
    private final int pointCount;

    private Zobrist(Grid grid, int bits) {
        pointCount = grid.pointCount();
        keys = new long[2 * pointCount];
        SplitMix64 random = new SplitMix64(((long) grid.width() << 32) | grid.height());
        long mask = -1L >>> (FULL_BITS - bits);
        for (int index = 0; index < keys.length; index++) {
            keys[index] = random.nextLong() & mask;
        }
    }

    /** Returns the keys for {@code grid}. */
    public static Zobrist of(Grid grid) {
        return INSTANCES[(grid.height() - 1) * Grid.MAX_SIZE + grid.width() - 1];
    }

    /**
     * Returns keys of only {@code bits} bits (1 to 64), with which different colorings often have equal hashes. Tests
     * use them to show that legality does not rest on hashes.
     */
    public static Zobrist of(Grid grid, int bits) {
        if (bits < 1 || bits > FULL_BITS) {
            throw InvalidValueException.outside("bits", bits, 1, FULL_BITS);
        }
        return new Zobrist(grid, bits);
    }

    /** Returns the key of a stone of {@code color} on {@code point}. */
    public long key(int color, int point) {
        return keys[color == Color.BLACK ? point : pointCount + point];
    }
}
