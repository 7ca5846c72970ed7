package dev.tengen.board;

import java.util.Arrays;

/**
 * Stones and chains for reading ahead: plays of either color are made and taken back, newest first, and taking one back
 * leaves everything as it was before, the order of the stones of each chain included.
 *
 * <p>Where {@link Board} serves games, this serves searches that make and take back thousands of plays: it keeps no
 * hashes, no sets of points and no list of ataris, and taking back costs no more than playing. Suicides are not played
 * here. Nothing here allocates but the constructor and a journal that grows when it must. Not thread-safe.
 */
public final class ReadingBoard {
    /*
     * Chains are circular lists through `next`, named by one of their stones, as on a Board. What makes exact undo cheap
     * is that no change destroys what stood before:
     *
     * - Joining two chains swaps the links of their heads, which makes one circle of two. Swapping them again makes two
     *   circles of one, and the slots of the smaller chain still say what it was.
     * - A captured chain is painted empty, and its points name themselves. The slots of its head keep circle and size.
     * - A stone overwrites the slots of its point, which may belong to a captured chain. So they go to the journal first.
     *
     * An empty point and the wall name themselves, so a stone can take a liberty from all four neighbors without asking
     * what they are. What that writes to the slots of empty points means nothing, and is undone like all else.
     *
     * The journal is one stack of longs; takeBack() pops what place() pushed, in reverse.
     */

    /** What {@link #onlyLiberty} and {@link #koPoint} return for no point. */
    public static final int NOWHERE = -1;

    private static final byte WALL = 3;
    private static final int JOURNAL_CAPACITY = 1024;

    /** The most that one play pushes: seven values, up to four captured chains, up to four joined ones. */
    private static final int MAX_PUSH_COUNT = 15;

    private final Grid grid;
    private final short[] neighbors;

    /** What each point adds to the liberties of a stone beside it; nothing for the wall. */
    private final long[] shares;

    private final byte[] colors;
    private final short[] heads;
    private final short[] next;
    private final short[] sizes;
    private final long[] liberties;
    private int koPoint = NOWHERE;

    private long[] journal = new long[JOURNAL_CAPACITY];
    private int journalSize;

    /** Makes an empty board. */
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

    /** Returns the grid. */
    public Grid grid() {
        return grid;
    }

    /** Makes this the board of the given stones, with no play to take back and no ko. Nothing is removed. */
    public void setUp(PointSet black, PointSet white) {
        journalSize = 0;
        koPoint = NOWHERE;
        Arrays.fill(colors, 0, grid.pointCount(), (byte) Color.EMPTY);
        paint(black, Color.BLACK);
        paint(white, Color.WHITE);
        for (int point = 0; point < grid.pointCount(); point++) {
            start(point);
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

    /** Joins a stone to the chains above it and to its left, whose stones come before it. */
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

    /** Returns the stone that the chain at {@code stone} is named by; stones of one chain give the same. */
    public int head(int stone) {
        return heads[stone];
    }

    /** Returns the stone after {@code stone} on the circle through all stones of its chain. */
    public int next(int stone) {
        return next[stone];
    }

    /** Returns the count of stones in the chain at {@code stone}. */
    public int chainSize(int stone) {
        return sizes[heads[stone]];
    }

    /** Returns the only liberty of the chain at {@code stone}, or {@link #NOWHERE} if it has several. */
    public int onlyLiberty(int stone) {
        return Liberties.only(liberties[heads[stone]]);
    }

    /**
     * Writes liberties of the chain at {@code stone} to {@code into} from {@code start}, at most {@code maxCount} of them,
     * and returns how many.
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

    /** Returns the count of neighbors of {@code point} that are empty. */
    public int emptyNeighborCount(int point) {
        int count = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            count += isEmpty(neighbors[i]);
        }
        return -count;
    }

    /** Returns -1, which is all ones, for an empty point and 0 for others: a test without a branch to guess. */
    private int isEmpty(int place) {
        return (colors[place] - 1) >> (Integer.SIZE - 1);
    }

    /** Returns whether a stone of {@code color} on the empty {@code point} would capture nothing and have no liberty. */
    public boolean isSuicide(int point, int color) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colors[neighbor];
            if (neighborColor == Color.EMPTY) {
                return false;
            }
            // An own chain must have another liberty, an enemy one must not: either way the stone lives.
            if (neighborColor != WALL
                    && Liberties.isOnly(liberties[heads[neighbor]], point) != (neighborColor == color)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the point that a simple ko forbids after the last play, or {@link #NOWHERE}. */
    public int koPoint() {
        return koPoint;
    }

    /** Puts a stone of {@code color} on the empty {@code point}, where it is no suicide, and removes what it captures. */
    public void place(int point, int color) {
        assert colors[point] == Color.EMPTY : "point " + point + " is occupied";
        assert !isSuicide(point, color) : "a play on point " + point + " is suicide";
        int capturedStones = 0;
        int capturedChains = 0;
        int joined = 0;
        save(point);
        colors[point] = (byte) color;
        start(point);
        press(point, shares[point]);
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

    /** Keeps what a stone on {@code point} overwrites. */
    private void save(int point) {
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

    /** Makes a chain of the stone at {@code point} alone. */
    private void start(int point) {
        heads[point] = (short) point;
        next[point] = (short) point;
        sizes[point] = 1;
        long own = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            own += shares[neighbors[i]] & isEmpty(neighbors[i]);
        }
        liberties[point] = own;
    }

    /** Takes {@code share}, that of {@code point}, from the liberties of all chains beside it. */
    private void press(int point, long share) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            liberties[heads[neighbors[i]]] -= share;
        }
    }

    /** Joins two chains and returns the head of the smaller, whose slots stay as they were. */
    private int join(int first, int second) {
        int large = sizes[first] >= sizes[second] ? first : second;
        int small = large == first ? second : first;
        rename(small, large);
        swapLinks(large, small);
        sizes[large] += sizes[small];
        liberties[large] += liberties[small];
        return small;
    }

    /** Undoes the {@link #join} that returned {@code small}. */
    private void part(int small) {
        int large = heads[small];
        liberties[large] -= liberties[small];
        sizes[large] -= sizes[small];
        swapLinks(large, small);
        rename(small, small);
    }

    private void swapLinks(int first, int second) {
        short link = next[first];
        next[first] = next[second];
        next[second] = link;
    }

    private void rename(int stone, int head) {
        int walker = stone;
        do {
            heads[walker] = (short) head;
            walker = next[walker];
        } while (walker != stone);
    }

    /** Paints the chain of {@code head} empty, and gives its points as liberties to the chains of {@code other} beside it. */
    private void remove(int head, int other) {
        int stone = head;
        do {
            colors[stone] = Color.EMPTY;
            heads[stone] = (short) stone;
            give(stone, shares[stone], other);
            stone = next[stone];
        } while (stone != head);
    }

    /** Undoes {@link #remove} of a chain of {@code color}. */
    private void restore(int head, int color, int other) {
        int stone = head;
        do {
            colors[stone] = (byte) color;
            heads[stone] = (short) head;
            give(stone, -shares[stone], other);
            stone = next[stone];
        } while (stone != head);
    }

    private void give(int point, long share, int color) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            if (colors[neighbors[i]] == color) {
                liberties[heads[neighbors[i]]] += share;
            }
        }
    }

    /** Takes back the last play that was not yet taken back; there must be one. */
    public void takeBack() {
        assert journalSize > 0 : "there is no play to take back";
        int point = (int) pop();
        int color = colors[point];
        long counts = pop();
        for (int left = (int) counts; left > 0; left--) {
            restore((int) pop(), Color.opponent(color), color);
        }
        for (int left = (int) (counts >> Integer.SIZE); left > 0; left--) {
            part((int) pop());
        }
        press(point, -shares[point]);
        colors[point] = Color.EMPTY;
        liberties[point] = pop();
        sizes[point] = (short) pop();
        next[point] = (short) pop();
        heads[point] = (short) pop();
        koPoint = (int) pop();
    }
}
