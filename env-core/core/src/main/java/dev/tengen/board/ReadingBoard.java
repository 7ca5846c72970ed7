package dev.tengen.board;

import java.util.Arrays;

/**
 * A board for reading ahead: a stack of plays of either color with exact undo. An undo restores everything, including
 * the order of the stones in each chain.
 *
 * <p>{@link Board} serves games; this class serves searches that play and undo thousands of moves. It keeps no hashes,
 * no point sets and no list of chains in atari, and an undo costs no more than a play. Suicide cannot be played here.
 * Only the constructor allocates, and a journal that grows when it must. Not thread-safe.
 */
public final class ReadingBoard {
    /*
     * As on a Board, a chain is a circular list through `next`, identified by one of its stones. Exact undo is cheap
     * because no change destroys the earlier state:
     *
     * - Joining two chains swaps the links of their heads, which makes one circle out of two. Swapping them again
     *   restores the two circles, and the slots of the smaller chain still describe it.
     * - A captured chain is marked empty, and its points become their own heads. The slots of its head keep its circle
     *   and its size.
     * - A stone overwrites the slots of its point, which may belong to a captured chain. Therefore those slots are
     *   saved in the journal first.
     *
     * An empty point and the wall are their own heads, so a stone can remove a liberty from all four neighbors without
     * testing what they are. Values written to the slots of empty points mean nothing and are undone like all others.
     *
     * The journal is one stack of longs. undo() pops what place() pushed, in reverse order.
     */

    /** The value of {@link #onlyLiberty} and {@link #koPoint} for no point. */
    public static final int NOWHERE = -1;

    private static final byte WALL = 3;
    private static final int JOURNAL_CAPACITY = 1024;

    /** The most values that one play pushes: seven, up to four captured chains, and up to four joined chains. */
    private static final int MAX_PUSH_COUNT = 15;

    private final Grid grid;
    private final short[] neighbors;

    /** What each point adds to the packed liberties of a stone beside it; 0 for the wall. */
    private final long[] shares;

    private final byte[] colors;
    private final short[] heads;
    private final short[] next;
    private final short[] sizes;
    private final long[] liberties;
    private int koPoint = NOWHERE;

    private long[] journal = new long[JOURNAL_CAPACITY];
    private int journalSize;

    /** Creates an empty board. */
    public ReadingBoard(Grid grid) {
        this.grid = grid;
        neighbors = grid.neighbors();
        int placeCount = grid.pointCount() + 1;
        shares = new long[placeCount];
        colors = new byte[placeCount];
        colors[grid.wall()] = WALL;
        heads = new short[placeCount];
        for (int point = 0; point < grid.pointCount(); point++) {
            shares[point] = Liberties.share(point);
            heads[point] = (short) point;
        }
        heads[grid.wall()] = (short) grid.wall();
        next = new short[placeCount];
        sizes = new short[placeCount];
        liberties = new long[placeCount];
    }

    public Grid grid() {
        return grid;
    }

    /** Sets the board to the given stones, with no play to undo and no ko. Nothing is captured. */
    public void setUp(PointSet black, PointSet white) {
        journalSize = 0;
        koPoint = NOWHERE;
        Arrays.fill(colors, 0, grid.pointCount(), (byte) Color.EMPTY);
        paint(black, Color.BLACK);
        paint(white, Color.WHITE);
        for (int point = 0; point < grid.pointCount(); point++) {
            startChain(point);
            if (colors[point] != Color.EMPTY) {
                joinBefore(point);
            }
        }
    }

    private void paint(PointSet points, int color) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            colors[point] = (byte) color;
        }
    }

    /** Joins a stone to the chains above it and to its left, whose stones were joined before. */
    private void joinBefore(int point) {
        for (int i = 4 * point; i < 4 * point + 2; i++) {
            int neighbor = neighbors[i];
            if (colors[neighbor] == colors[point] && heads[neighbor] != heads[point]) {
                join(heads[point], heads[neighbor]);
            }
        }
    }

    /** Returns the color at {@code point}: {@link Color#EMPTY}, {@link Color#BLACK} or {@link Color#WHITE}. */
    public int colorAt(int point) {
        return colors[point];
    }

    /** Returns the head of the chain at {@code stone}. All stones of a chain have the same head. */
    public int head(int stone) {
        return heads[stone];
    }

    /** Returns the stone after {@code stone} in the circular list of its chain. */
    public int next(int stone) {
        return next[stone];
    }

    /** Returns the number of stones in the chain at {@code stone}. */
    public int chainSize(int stone) {
        return sizes[heads[stone]];
    }

    /** Returns the only liberty of the chain at {@code stone}, or {@link #NOWHERE} if it has several. */
    public int onlyLiberty(int stone) {
        return Liberties.only(liberties[heads[stone]]);
    }

    /**
     * Writes up to {@code maxCount} liberties of the chain at {@code stone} into {@code into}, from index
     * {@code start}. Returns the number written.
     */
    public int liberties(int stone, int maxCount, short[] into, int start) {
        int end = start;
        int walker = stone;
        do {
            for (int i = 4 * walker; i < 4 * walker + 4; i++) {
                int neighbor = neighbors[i];
                if (colors[neighbor] == Color.EMPTY && !contains(into, start, end, neighbor)) {
                    into[end++] = (short) neighbor;
                    if (end == start + maxCount) {
                        return maxCount;
                    }
                }
            }
            walker = next[walker];
        } while (walker != stone);
        return end - start;
    }

    private static boolean contains(short[] points, int start, int end, int point) {
        for (int i = start; i < end; i++) {
            if (points[i] == point) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of empty neighbors of {@code point}. */
    public int emptyNeighborCount(int point) {
        int count = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            count += isEmpty(neighbors[i]);
        }
        return -count;
    }

    /** Returns -1 (all ones) for an empty point and 0 for others, without a branch. */
    private int isEmpty(int place) {
        return (colors[place] - 1) >> (Integer.SIZE - 1);
    }

    /**
     * Returns whether a stone of {@code color} on the empty {@code point} would capture nothing and have no liberty.
     */
    public boolean isSuicide(int point, int color) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colors[neighbor];
            if (neighborColor == Color.EMPTY) {
                return false;
            }
            // An own chain needs another liberty; an enemy chain must have none. In both cases the stone lives.
            if (neighborColor != WALL
                    && Liberties.isOnly(liberties[heads[neighbor]], point) != (neighborColor == color)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the point that simple ko forbids after the last play, or {@link #NOWHERE}. */
    public int koPoint() {
        return koPoint;
    }

    /**
     * Places a stone of {@code color} on the empty {@code point}, where it is no suicide, and removes the chains it
     * captures.
     */
    public void place(int point, int color) {
        assert colors[point] == Color.EMPTY : "point " + point + " is occupied";
        assert !isSuicide(point, color) : "a play on point " + point + " is suicide";
        int capturedStones = 0;
        int capturedChains = 0;
        int joined = 0;
        saveSlots(point);
        colors[point] = (byte) color;
        startChain(point);
        subtractFromNeighbors(point, shares[point]);
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colors[neighbor];
            if (neighborColor == color && heads[neighbor] != heads[point]) {
                push(join(heads[point], heads[neighbor]));
                joined++;
            }
        }
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            if (colors[neighbor] == Color.opponent(color) && liberties[heads[neighbor]] == 0) {
                int head = heads[neighbor];
                push(head);
                capturedChains++;
                capturedStones += sizes[head];
                remove(head, color);
            }
        }
        push((long) joined << Integer.SIZE | capturedChains);
        push(point);
        koPoint = capturedStones == 1 && sizes[heads[point]] == 1 ? onlyLiberty(point) : NOWHERE;
    }

    /** Pushes the slots that a stone on {@code point} overwrites. */
    private void saveSlots(int point) {
        if (journalSize + MAX_PUSH_COUNT > journal.length) {
            journal = Arrays.copyOf(journal, 2 * journal.length);
        }
        push(koPoint);
        push(heads[point]);
        push(next[point]);
        push(sizes[point]);
        push(liberties[point]);
    }

    private void push(long value) {
        journal[journalSize++] = value;
    }

    private long pop() {
        return journal[--journalSize];
    }

    /** Starts a chain of the single stone at {@code point}. */
    private void startChain(int point) {
        heads[point] = (short) point;
        next[point] = (short) point;
        sizes[point] = 1;
        long own = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            own += shares[neighbors[i]] & isEmpty(neighbors[i]);
        }
        liberties[point] = own;
    }

    /** Subtracts {@code share}, the share of {@code point}, from the liberties of all chains beside it. */
    private void subtractFromNeighbors(int point, long share) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            liberties[heads[neighbors[i]]] -= share;
        }
    }

    /** Joins two chains and returns the head of the smaller one, whose slots stay unchanged. */
    private int join(int first, int second) {
        int large = sizes[first] >= sizes[second] ? first : second;
        int small = large == first ? second : first;
        relabel(small, large);
        swapLinks(large, small);
        sizes[large] += sizes[small];
        liberties[large] += liberties[small];
        return small;
    }

    /** Undoes the {@link #join} that returned {@code small}. */
    private void split(int small) {
        int large = heads[small];
        liberties[large] -= liberties[small];
        sizes[large] -= sizes[small];
        swapLinks(large, small);
        relabel(small, small);
    }

    private void swapLinks(int first, int second) {
        short link = next[first];
        next[first] = next[second];
        next[second] = link;
    }

    private void relabel(int stone, int head) {
        int walker = stone;
        do {
            heads[walker] = (short) head;
            walker = next[walker];
        } while (walker != stone);
    }

    /**
     * Marks the chain of {@code head} as empty and adds its points as liberties to the chains of color {@code other}
     * beside it.
     */
    private void remove(int head, int other) {
        int stone = head;
        do {
            colors[stone] = Color.EMPTY;
            heads[stone] = (short) stone;
            addToNeighbors(stone, shares[stone], other);
            stone = next[stone];
        } while (stone != head);
    }

    /** Undoes {@link #remove} of a chain of {@code color}. */
    private void restore(int head, int color, int other) {
        int stone = head;
        do {
            colors[stone] = (byte) color;
            heads[stone] = (short) head;
            addToNeighbors(stone, -shares[stone], other);
            stone = next[stone];
        } while (stone != head);
    }

    private void addToNeighbors(int point, long share, int color) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            if (colors[neighbors[i]] == color) {
                liberties[heads[neighbors[i]]] += share;
            }
        }
    }

    /** Undoes the last play that was not undone yet; there must be one. */
    public void undo() {
        assert journalSize > 0 : "there is no play to undo";
        int point = (int) pop();
        int color = colors[point];
        long counts = pop();
        for (int left = (int) counts; left > 0; left--) {
            restore((int) pop(), Color.opponent(color), color);
        }
        for (int left = (int) (counts >> Integer.SIZE); left > 0; left--) {
            split((int) pop());
        }
        subtractFromNeighbors(point, -shares[point]);
        colors[point] = Color.EMPTY;
        liberties[point] = pop();
        sizes[point] = (short) pop();
        next[point] = (short) pop();
        heads[point] = (short) pop();
        koPoint = (int) pop();
    }
}
