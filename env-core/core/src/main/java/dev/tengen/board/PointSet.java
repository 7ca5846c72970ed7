package dev.tengen.board;

import dev.tengen.base.InvalidValueException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A mutable set of points of one grid, stored as a bit set. The first point is the most significant bit, as on the
 * wire.
 *
 * <p>Iterate without allocation:
 *
 * <pre>{@code
 * for (int point = set.first(); point >= 0; point = set.next(point)) { ... }
 * }</pre>
 *
 * <p>Sets can be combined only if their grids are the same. Only the constructor, the methods that return a new set,
 * and {@link #toString()} allocate. Not thread-safe.
 */
public final class PointSet {
    private static final VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Grid grid;

    /** The bits are in the words from {@link #start}. A board keeps several sets in one array. */
    private final long[] words;

    private final int start;

    /** Creates an empty set. */
    public PointSet(Grid grid) {
        this(grid, new long[grid.wordCount()], 0);
    }

    /** Creates the set whose bits are in {@code words} from {@code start}. Who changes them changes the set. */
    PointSet(Grid grid, long[] words, int start) {
        this.grid = grid;
        this.words = words;
        this.start = start;
    }

    /**
     * Returns a set of the given points.
     *
     * @throws IllegalArgumentException if a point is not on {@code grid}
     */
    public static PointSet of(Grid grid, int... points) {
        PointSet set = new PointSet(grid);
        for (int point : points) {
            InvalidValueException.requireWithin("point", point, 0, grid.pointCount() - 1);
            set.add(point);
        }
        return set;
    }

    /** Returns the grid of the points. */
    public Grid grid() {
        return grid;
    }

    /** Returns whether {@code point} is in the set. */
    public boolean contains(int point) {
        return (words[start + (point >>> 6)] & bit(point)) != 0;
    }

    /** Adds {@code point}. */
    public void add(int point) {
        words[start + (point >>> 6)] |= bit(point);
    }

    /** Removes {@code point}. */
    public void remove(int point) {
        words[start + (point >>> 6)] &= ~bit(point);
    }

    private static long bit(int point) {
        return Long.MIN_VALUE >>> point;
    }

    /** Removes all points. */
    public void clear() {
        // A loop, here and below: for the few words of a set, calls that fill or copy an array cost more.
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            words[start + i] = 0;
        }
    }

    /** Adds all points of the grid. */
    public void fill() {
        Arrays.fill(words, start, start + wordCount(), -1L);
        cutTail();
    }

    /** Makes this set equal to {@code other}. */
    public void copyFrom(PointSet other) {
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            words[start + i] = other.words[other.start + i];
        }
    }

    /** Returns a new set with the same points. */
    public PointSet copy() {
        PointSet result = new PointSet(grid);
        result.copyFrom(this);
        return result;
    }

    /** Adds the points of {@code other}. */
    public void addAll(PointSet other) {
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            words[start + i] |= other.words[other.start + i];
        }
    }

    /** Removes the points of {@code other}. */
    public void removeAll(PointSet other) {
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            words[start + i] &= ~other.words[other.start + i];
        }
    }

    /** Keeps only the points that are also in {@code other}. */
    public void retainAll(PointSet other) {
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            words[start + i] &= other.words[other.start + i];
        }
    }

    /** Returns a new set of the points that are also in {@code other}. */
    public PointSet intersection(PointSet other) {
        PointSet result = copy();
        result.retainAll(other);
        return result;
    }

    /** Returns a new set of the points that are not in {@code other}. */
    public PointSet difference(PointSet other) {
        PointSet result = copy();
        result.removeAll(other);
        return result;
    }

    /** Returns a new set of all neighbors of the points; points of this set may be among them. */
    public PointSet neighbors() {
        PointSet result = new PointSet(grid);
        result.addNeighborsOf(this);
        return result;
    }

    /** Returns whether a point of this set is in {@code other}. */
    public boolean intersects(PointSet other) {
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            if ((words[start + i] & other.words[other.start + i]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Adds every neighbor of every point of {@code source}, which must be another set. */
    public void addNeighborsOf(PointSet source) {
        assert source.start != start || source.words != words : "a set cannot add its own neighbors in place";
        long[] from = source.words;
        int first = source.start;
        int wordCount = wordCount();
        int width = grid.width();
        long[] notFirstColumn = COLUMNS[width].notFirst;
        long[] notLastColumn = COLUMNS[width].notLast;
        for (int i = 0; i < wordCount; i++) {
            long before = i > 0 ? from[first + i - 1] : 0;
            long here = from[first + i];
            long after = i + 1 < wordCount ? from[first + i + 1] : 0;
            long right = ((here >>> 1) | (before << 63)) & notFirstColumn[i];
            long left = ((here << 1) | (after >>> 63)) & notLastColumn[i];
            long below = (here >>> width) | (before << (64 - width));
            long above = (here << width) | (after >>> (64 - width));
            words[start + i] |= right | left | below | above;
        }
        cutTail();
    }

    /**
     * Sets this to the points of {@code area} that have a neighbor in {@code area} or in {@code others}. Both must be
     * other sets than this one.
     */
    public void copyTouching(PointSet area, PointSet others) {
        assert (area.start != start || area.words != words) && (others.start != start || others.words != words)
                : "a set cannot be made of itself in place";
        long[] inside = area.words;
        long[] outside = others.words;
        int insideStart = area.start;
        int outsideStart = others.start;
        int wordCount = wordCount();
        int width = grid.width();
        long[] notFirstColumn = COLUMNS[width].notFirst;
        long[] notLastColumn = COLUMNS[width].notLast;
        long before = 0;
        long here = inside[insideStart] | outside[outsideStart];
        for (int i = 0; i < wordCount; i++) {
            long after = i + 1 < wordCount ? inside[insideStart + i + 1] | outside[outsideStart + i + 1] : 0;
            long right = ((here >>> 1) | (before << 63)) & notFirstColumn[i];
            long left = ((here << 1) | (after >>> 63)) & notLastColumn[i];
            long below = (here >>> width) | (before << (64 - width));
            long above = (here << width) | (after >>> (64 - width));
            words[start + i] = (right | left | below | above) & inside[insideStart + i];
            before = here;
            here = after;
        }
    }

    /**
     * Flood fill: adds every point of {@code area} that a path of neighbors inside {@code area} connects to this set.
     */
    public void floodWithin(PointSet area) {
        long[] inside = area.words;
        int insideStart = area.start;
        int wordCount = wordCount();
        int width = grid.width();
        long[] notFirstColumn = COLUMNS[width].notFirst;
        long[] notLastColumn = COLUMNS[width].notLast;
        long grown = -1L;
        while (grown != 0) {
            // A word takes part with what this round has already added to the one before it.
            grown = 0;
            long before = 0;
            long here = words[start];
            for (int i = 0; i < wordCount; i++) {
                long after = i + 1 < wordCount ? words[start + i + 1] : 0;
                long right = ((here >>> 1) | (before << 63)) & notFirstColumn[i];
                long left = ((here << 1) | (after >>> 63)) & notLastColumn[i];
                long below = (here >>> width) | (before << (64 - width));
                long above = (here << width) | (after >>> (64 - width));
                long added = (right | left | below | above) & inside[insideStart + i] & ~here;
                grown |= added;
                before = here | added;
                words[start + i] = before;
                here = after;
            }
        }
    }

    /** Returns the end (exclusive) of the words of this set. */
    private int end() {
        return start + grid.wordCount();
    }

    private void cutTail() {
        int used = grid.pointCount() & 63;
        if (used != 0) {
            words[start + wordCount() - 1] &= -1L << (64 - used);
        }
    }

    /** Returns whether the set has no points. */
    public boolean isEmpty() {
        long all = 0;
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            all |= words[start + i];
        }
        return all == 0;
    }

    /** Returns the number of points in the set. */
    public int size() {
        int size = 0;
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            size += Long.bitCount(words[start + i]);
        }
        return size;
    }

    /** Returns the smallest point, or -1 if the set is empty. */
    public int first() {
        return next(-1);
    }

    /** Returns the smallest point after {@code point}, or -1 if there is none. */
    public int next(int point) {
        int from = point + 1;
        int index = from >>> 6;
        int wordCount = wordCount();
        if (index >= wordCount) {
            return -1;
        }
        long word = words[start + index] & (-1L >>> from);
        while (word == 0) {
            if (++index == wordCount) {
                return -1;
            }
            word = words[start + index];
        }
        return (index << 6) + Long.numberOfLeadingZeros(word);
    }

    /**
     * Returns the point at {@code index} in rising order, from 0.
     *
     * @throws IndexOutOfBoundsException if {@code index} is not less than {@link #size()}
     */
    public int nth(int index) {
        int left = index;
        int wordCount = wordCount();
        for (int i = 0; i < wordCount; i++) {
            long word = words[start + i];
            int count = Long.bitCount(word);
            if (left < count) {
                return (i << 6) + nthBit(word, left);
            }
            left -= count;
        }
        throw new IndexOutOfBoundsException("index " + index + " is outside [0, " + (size() - 1) + "]");
    }

    /** Returns the position, from the top, of the set bit of {@code word} that has {@code index} set bits above it. */
    private static int nthBit(long word, int index) {
        int place = 0;
        int left = index;
        long rest = word;
        for (int half = Long.SIZE / 2; half > 0; half >>= 1) {
            int count = Long.bitCount(rest >>> (Long.SIZE - half));
            // All ones if the bit is in the lower half. The direction is close to random, so a branch would mispredict.
            int isBelow = (count - 1 - left) >> 31;
            left -= count & isBelow;
            place += half & isBelow;
            rest <<= half & isBelow;
        }
        return place;
    }

    /** Calls {@code action} with each point in rising order. */
    public void forEach(IntConsumer action) {
        for (int point = first(); point >= 0; point = next(point)) {
            action.accept(point);
        }
    }

    /** Returns the number of 64-bit words that hold the bits; see {@link #word(int)}. */
    public int wordCount() {
        return grid.wordCount();
    }

    /**
     * Returns word {@code index}. Its most significant bit is point {@code 64 * index}; bits past the last point are 0.
     */
    public long word(int index) {
        return words[start + index];
    }

    /**
     * Writes the bits to {@code bytes} from {@code offset}, eight points to a byte, padded with zeros to a whole byte.
     */
    public void writeTo(byte[] bytes, int offset) {
        int byteCount = (grid.pointCount() + 7) >>> 3;
        int wholeCount = byteCount >>> 3;
        for (int i = 0; i < wholeCount; i++) {
            BYTES.set(bytes, offset + Long.BYTES * i, words[start + i]);
        }
        for (int i = Long.BYTES * wholeCount; i < byteCount; i++) {
            bytes[offset + i] = (byte) (words[start + (i >>> 3)] >>> (56 - 8 * (i & 7)));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PointSet set
                && grid == set.grid
                && Arrays.equals(words, start, end(), set.words, set.start, set.end());
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = start; i < end(); i++) {
            hash = 31 * hash + Long.hashCode(words[i]);
        }
        return hash;
    }

    /** Returns the names of the points, such as "[A3, C1]". */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        forEach(point -> text.append(text.length() > 1 ? ", " : "").append(grid.name(point)));
        return text.append(']').toString();
    }

    /** For each width, the points outside the first column and outside the last column of the tallest grid. */
    private static final Columns[] COLUMNS = new Columns[Grid.MAX_SIZE + 1];

    static {
        for (int width = Grid.MIN_SIZE; width <= Grid.MAX_SIZE; width++) {
            COLUMNS[width] = new Columns(width);
        }
    }

    private static final class Columns {
        final long[] notFirst;
        final long[] notLast;

        Columns(int width) {
            int pointCount = width * Grid.MAX_SIZE;
            notFirst = new long[(pointCount + 63) >>> 6];
            notLast = new long[notFirst.length];
            for (int point = 0; point < pointCount; point++) {
                if (point % width != 0) {
                    notFirst[point >>> 6] |= bit(point);
                }
                if (point % width != width - 1) {
                    notLast[point >>> 6] |= bit(point);
                }
            }
        }
    }
}
