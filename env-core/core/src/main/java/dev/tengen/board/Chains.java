package dev.tengen.board;

import java.util.Arrays;

/**
 * The stones of a board joined into chains, with the liberties of each chain and the chains in atari.
 *
 * <p>Point sets and the hash of the whole coloring belong to {@link Board}. After construction nothing here allocates.
 * Not thread-safe.
 */
final class Chains {
    /*
     * Chains are numbered. A number that a chain gives back is the next to be taken, so the numbers in use stay close
     * together: what describes them lies in a few cache lines, which matters as soon as there are many boards.
     *
     * A place is a point of the board or the wall around it. Each place has a cell: its color in the low bits, the
     * number of its chain above them. Empty points have chain 0 and the wall has chain 1. These are no chains, and what
     * is stored for them means nothing. So an update does not have to test whether a neighbor is a stone. While chains
     * are made anew, a stone that is in none yet has the number of the wall.
     *
     * A circular list links the stones of a chain. It starts at the head, one of the stones. A chain that is removed
     * leaves its links as they are, so the removed stones can still be walked.
     *
     * The longs: the sets of the board; for each color a bit for each chain of that color in atari; the packed
     * liberties of each chain. The shorts: the cells; the next stone of each stone; for each chain its head (of a free
     * number, the next free number) and the number of its stones.
     */
    private static final int EMPTY_POINT = 0;
    private static final int WALL_CHAIN = 1;
    private static final int FIRST_CHAIN = 2;
    private static final int NO_CHAIN = 0;
    private static final int NONE = -1;

    private static final int WALL_COLOR = 3;
    private static final int COLOR_MASK = 3;
    private static final int CHAIN_SHIFT = 2;

    private final Grid grid;
    private final short[] neighbors;
    private final long[] longs;
    private final short[] shorts;

    private final int atariStart;
    private final int atariWordCount;
    private final int libertyStart;
    private final int nextStart;
    private final int headStart;

    /** The number that was given back last, from where a list leads to the others; {@link #NO_CHAIN} if none was. */
    private int firstFree = NO_CHAIN;

    /** The end (exclusive) of the numbers that were ever taken. */
    private int chainEnd = FIRST_CHAIN;

    /**
     * Creates the chains of an empty board.
     *
     * @param longs has {@link #longCount} entries from {@code start}; the entries before belong to others
     */
    Chains(Grid grid, long[] longs, int start) {
        this.grid = grid;
        this.longs = longs;
        neighbors = grid.neighbors();
        atariStart = start;
        atariWordCount = atariWordCount(grid);
        libertyStart = start + 2 * atariWordCount;
        nextStart = grid.pointCount() + 1;
        headStart = nextStart + grid.pointCount();
        shorts = new short[headStart + 2 * maxChainEnd(grid)];
        shorts[grid.wall()] = cell(WALL_CHAIN, WALL_COLOR);
    }

    /** Returns the number of longs that chains on {@code grid} take. */
    static int longCount(Grid grid) {
        return 2 * atariWordCount(grid) + maxChainEnd(grid);
    }

    private static int atariWordCount(Grid grid) {
        return (maxChainEnd(grid) + 63) >>> 6;
    }

    /** Each chain has a stone. While an undo splits a chain, the chain still has its number and its parts theirs. */
    private static int maxChainEnd(Grid grid) {
        return FIRST_CHAIN + grid.pointCount() + 1;
    }

    /** Copies {@code other}, the chains of a board of the same size. The caller copies the longs. */
    void copyFrom(Chains other) {
        System.arraycopy(other.shorts, 0, shorts, 0, headStart + 2 * other.chainEnd);
        firstFree = other.firstFree;
        chainEnd = other.chainEnd;
    }

    /** Reads this object and the head of its array; see {@link Board#touchObjects()}. */
    int touchObjects() {
        return shorts.length + chainEnd;
    }

    /** Reads the shorts in use; see {@link Board#touchArrays()}. */
    int touchArrays() {
        int sum = 0;
        for (int i = 0; i < headStart + 2 * chainEnd; i += Board.CACHE_LINE_BYTES / Short.BYTES) {
            sum += shorts[i];
        }
        return sum;
    }

    /** Returns the end (exclusive) of the longs in use, at present. */
    int longEnd() {
        return libertyStart + chainEnd;
    }

    /** Removes every stone. */
    void clear() {
        Arrays.fill(shorts, 0, grid.pointCount(), (short) EMPTY_POINT);
        Arrays.fill(longs, atariStart, libertyStart, 0);
        firstFree = NO_CHAIN;
        chainEnd = FIRST_CHAIN;
    }

    private static short cell(int chain, int color) {
        return (short) (chain << CHAIN_SHIFT | color);
    }

    /** Returns the color of a point. For the wall it returns a value that is no color. */
    int colorAt(int place) {
        return shorts[place] & COLOR_MASK;
    }

    /** Returns the number of the chain at a stone. */
    int chainAt(int stone) {
        return shorts[stone] >> CHAIN_SHIFT;
    }

    /** Returns the stone after {@code stone} in the circular list of its chain. */
    int next(int stone) {
        return shorts[nextStart + stone];
    }

    private void setNext(int stone, int after) {
        shorts[nextStart + stone] = (short) after;
    }

    /** Returns the stone of a chain at which its list starts. */
    int head(int chain) {
        return shorts[headStart + 2 * chain];
    }

    int stoneCount(int chain) {
        return shorts[headStart + 2 * chain + 1];
    }

    private void setStones(int chain, int head, int stoneCount) {
        shorts[headStart + 2 * chain] = (short) head;
        shorts[headStart + 2 * chain + 1] = (short) stoneCount;
    }

    long packedLiberties(int chain) {
        return longs[libertyStart + chain];
    }

    private void addLiberties(int chain, long packed) {
        longs[libertyStart + chain] += packed;
    }

    boolean hasLiberty(int chain) {
        return packedLiberties(chain) != 0;
    }

    /** Returns whether {@code point} is the only liberty of the chain, which must have one. */
    boolean isInAtariAt(int chain, int point) {
        return Liberties.isOnly(packedLiberties(chain), point);
    }

    private int takeNumber() {
        int chain = firstFree;
        if (chain == NO_CHAIN) {
            return chainEnd++;
        }
        firstFree = head(chain);
        return chain;
    }

    /** Removes a chain, whose stones were removed or joined another chain. */
    void removeChain(int chain, int color) {
        clearAtari(chain, color);
        setStones(chain, firstFree, 0);
        firstFree = chain;
    }

    /**
     * Adds a stone of {@code color} on an empty point to the chains beside it, which become one, or as a new chain. The
     * caller removes the chains that have no liberty left, and then calls {@link #markAtari} for the chain of the
     * stone.
     *
     * @return the directions of the neighbors whose chains, of the other color, have lost their last liberty, a bit
     *     each
     */
    int addStone(int point, int color) {
        // The first loop has no branches, since these would mispredict.
        int enemy = Color.opponent(color);
        long packed = 0;
        int friends = 0;
        int enemies = 0;
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = neighbors[4 * point + direction];
            int neighborColor = colorAt(neighbor);
            packed += Liberties.share(neighbor) * isEqual(neighborColor, Color.EMPTY);
            friends |= isEqual(neighborColor, color) << direction;
            enemies |= isEqual(neighborColor, enemy) << direction;
        }
        int captured = removeLiberties(point, enemy, enemies);
        if (friends == 0) {
            int chain = takeNumber();
            shorts[point] = cell(chain, color);
            setNext(point, point);
            setStones(chain, point, 1);
            longs[libertyStart + chain] = packed;
        } else {
            addToFriends(point, color, packed, friends);
        }
        return captured;
    }

    /** Removes a liberty from the enemies beside a new stone. Returns those that have none left. */
    private int removeLiberties(int point, int enemy, int enemies) {
        long share = Liberties.share(point);
        int captured = 0;
        for (int left = enemies; left != 0; left &= left - 1) {
            int direction = Integer.numberOfTrailingZeros(left);
            int chain = chainAt(neighbors[4 * point + direction]);
            addLiberties(chain, -share);
            markAtari(chain, enemy);
            captured |= isZero(packedLiberties(chain)) << direction;
        }
        return captured;
    }

    private static int isEqual(int first, int second) {
        return ((first ^ second) - 1) >>> (Integer.SIZE - 1);
    }

    private static int isZero(long value) {
        return 1 ^ (int) ((value | -value) >>> (Long.SIZE - 1));
    }

    private void addToFriends(int point, int color, long packed, int friends) {
        int chain = chainAt(neighbors[4 * point + Integer.numberOfTrailingZeros(friends)]);
        int head = head(chain);
        shorts[point] = cell(chain, color);
        setNext(point, next(head));
        setNext(head, point);
        setStones(chain, head, stoneCount(chain) + 1);
        addLiberties(chain, packed - Liberties.share(point));
        for (int left = friends & (friends - 1); left != 0; left &= left - 1) {
            int other = chainAt(neighbors[4 * point + Integer.numberOfTrailingZeros(left)]);
            addLiberties(other, -Liberties.share(point));
            join(chainAt(point), other, color);
        }
    }

    private long libertiesBeside(int point) {
        long packed = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            if (colorAt(neighbor) == Color.EMPTY) {
                packed += Liberties.share(neighbor);
            }
        }
        return packed;
    }

    /** Joins two chains of {@code color} unless they are the same chain. */
    private void join(int first, int second, int color) {
        if (first == second) {
            return;
        }
        int large = stoneCount(first) >= stoneCount(second) ? first : second;
        int small = large == first ? second : first;
        int largeHead = head(large);
        int smallHead = head(small);
        short joined = cell(large, color);
        int stone = smallHead;
        do {
            shorts[stone] = joined;
            stone = next(stone);
        } while (stone != smallHead);
        int link = next(largeHead);
        setNext(largeHead, next(smallHead));
        setNext(smallHead, link);
        setStones(large, largeHead, stoneCount(large) + stoneCount(small));
        addLiberties(large, packedLiberties(small));
        removeChain(small, color);
    }

    /**
     * Empties a point. Neighboring chains gain a liberty, so none of them is in atari if it had one already. The
     * stone's own chain is not updated.
     */
    void removeStone(int stone) {
        int enemy = Color.opponent(colorAt(stone));
        shorts[stone] = EMPTY_POINT;
        for (int i = 4 * stone; i < 4 * stone + 4; i++) {
            int chain = chainAt(neighbors[i]);
            clearAtari(chain, enemy);
            addLiberties(chain, Liberties.share(stone));
        }
    }

    /** Puts a stone that belongs to no chain yet on an empty point. Neighboring chains lose a liberty. */
    void putUnlinked(int point, int color) {
        shorts[point] = cell(WALL_CHAIN, color);
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            addLiberties(chainAt(neighbors[i]), -Liberties.share(point));
        }
    }

    /** Returns whether the stone at {@code point} belongs to no chain yet. An empty point has no stone. */
    boolean isUnlinked(int point) {
        return chainAt(point) == WALL_CHAIN;
    }

    /** Makes a new chain of all stones that colors alone connect to the one at {@code start}. */
    void rebuildChain(int start) {
        int color = colorAt(start);
        int chain = takeNumber();
        shorts[start] = cell(chain, color);
        long packed = 0;
        int count = 1;
        int last = start;
        int stone = start;
        for (int done = 0; done < count; done++) {
            for (int i = 4 * stone; i < 4 * stone + 4; i++) {
                int neighbor = neighbors[i];
                if (colorAt(neighbor) == color && chainAt(neighbor) != chain) {
                    shorts[neighbor] = cell(chain, color);
                    setNext(last, neighbor);
                    last = neighbor;
                    count++;
                }
            }
            packed += libertiesBeside(stone);
            stone = next(stone);
        }
        setNext(last, start);
        setStones(chain, start, count);
        longs[libertyStart + chain] = packed;
        markAtari(chain, color);
    }

    /** Appends the circle at {@code start} to a list of removed stones that ends with {@code last}. */
    void append(int last, int start) {
        setNext(last, start);
    }

    /** Marks whether a chain of {@code color} is in atari. */
    void markAtari(int chain, int color) {
        int word = atariWord(chain, color);
        long isInAtari = Liberties.isOne(packedLiberties(chain));
        longs[word] = (longs[word] & ~(1L << chain)) | (isInAtari << chain);
    }

    /** Marks whether the chain at {@code place} is in atari, if there is a stone. */
    void markAtariAt(int place) {
        int color = colorAt(place);
        if (color == Color.BLACK || color == Color.WHITE) {
            markAtari(chainAt(place), color);
        }
    }

    private void clearAtari(int chain, int color) {
        longs[atariWord(chain, color)] &= ~(1L << chain);
    }

    private int atariWord(int chain, int color) {
        return atariStart + (color - Color.BLACK) * atariWordCount + (chain >>> 6);
    }

    /** Adds the only liberty of each chain of {@code color} in atari to {@code into}. */
    void addAtariPoints(int color, PointSet into) {
        int first = atariWord(0, color);
        int end = atariWord(chainEnd - 1, color);
        for (int word = first; word <= end; word++) {
            for (long marks = longs[word]; marks != 0; marks &= marks - 1) {
                int chain = ((word - first) << 6) + Long.numberOfTrailingZeros(marks);
                into.add(Liberties.single(packedLiberties(chain)));
            }
        }
    }

    /** Returns the only liberty of a chain in atari. */
    int atariPoint(int chain) {
        return Liberties.single(packedLiberties(chain));
    }

    /** Returns the first chain of {@code color} in atari after {@code chain}; -1 if there is none. */
    int nextInAtari(int color, int chain) {
        int first = chain + 1;
        int word = atariWord(first, color);
        int end = atariWord(chainEnd - 1, color);
        if (word > end) {
            return NONE;
        }
        long marks = longs[word] & (-1L << first);
        while (marks == 0) {
            if (++word > end) {
                return NONE;
            }
            marks = longs[word];
        }
        return ((word - atariWord(0, color)) << 6) + Long.numberOfTrailingZeros(marks);
    }

    /** Returns the only liberty of a chain, or -1 if it has none or several. */
    int onlyLiberty(int chain) {
        return Liberties.only(packedLiberties(chain));
    }
}
