package dev.tengen.board;

/**
 * The stones on a grid, with their chains, liberties and captures. A board has no turns and no repetition rule.
 *
 * <p>Any empty point may be played, including suicides. The rules in {@code dev.tengen.game} decide what is forbidden.
 * Nothing here allocates, except {@link #copy()}, {@link #reach(int)} and {@link #checkConsistency()}. Not thread-safe.
 */
public final class Board {
    /** The bytes that a processor reads from memory at once. */
    static final int CACHE_LINE_BYTES = 64;

    /** {@link #addAtariPoints(int, long, PointSet)} adds the points of chains with so many stones in any case. */
    private static final int ALWAYS_ADDED = 32;

    private final Grid grid;
    private final Zobrist zobrist;
    private final short[] neighbors;

    /** The sets of points, and then what {@link Chains} stores. */
    private final long[] longs;

    private final Chains chains;
    private final PointSet black;
    private final PointSet white;
    private final PointSet empty;
    private int blackCount;
    private int whiteCount;
    private long hash;

    private int removedCount;
    private int firstRemoved;
    private int lastRemoved;

    /**
     * Creates an empty board.
     *
     * @param grid the size of the board
     * @param zobrist the keys of the position hash, made for {@code grid}
     */
    public Board(Grid grid, Zobrist zobrist) {
        this.grid = grid;
        this.zobrist = zobrist;
        neighbors = grid.neighbors();
        int wordCount = grid.wordCount();
        longs = new long[3 * wordCount + Chains.longCount(grid)];
        chains = new Chains(grid, longs, 3 * wordCount);
        black = new PointSet(grid, longs, 0);
        white = new PointSet(grid, longs, wordCount);
        empty = new PointSet(grid, longs, 2 * wordCount);
        empty.fill();
    }

    /** Returns a board with the same stones. The two boards share no mutable state. */
    public Board copy() {
        Board copy = new Board(grid, zobrist);
        copy.copyFrom(this);
        return copy;
    }

    /** Copies all stones from {@code other}, which must have the same grid and the same Zobrist keys. */
    public void copyFrom(Board other) {
        assert grid == other.grid && zobrist == other.zobrist
                : "the boards differ in grid or keys: " + grid + " and " + other.grid;
        System.arraycopy(other.longs, 0, longs, 0, other.chains.longEnd());
        chains.copyFrom(other.chains);
        blackCount = other.blackCount;
        whiteCount = other.whiteCount;
        hash = other.hash;
        removedCount = other.removedCount;
        firstRemoved = other.firstRemoved;
    }

    /**
     * Reads the objects of the board, so that they are in the caches of the processor when the board is used next.
     * Their arrays are read by {@link #touchArrays()}, some time later. The result has no meaning.
     */
    public int touchObjects() {
        return longs.length + chains.touchObjects() + black.wordCount() + white.wordCount() + empty.wordCount();
    }

    /** Reads the arrays of the board in use; see {@link #touchObjects()}. */
    public int touchArrays() {
        int sum = chains.touchArrays();
        int end = chains.longEnd();
        for (int i = 0; i < end; i += CACHE_LINE_BYTES / Long.BYTES) {
            sum += (int) longs[i];
        }
        return sum;
    }

    public Grid grid() {
        return grid;
    }

    /** Returns the color at {@code point}: {@link Color#EMPTY}, {@link Color#BLACK} or {@link Color#WHITE}. */
    public int colorAt(int point) {
        return chains.colorAt(point);
    }

    /** Returns the points of {@code color}, which may be {@link Color#EMPTY}. The set is a live view of the board. */
    public PointSet points(int color) {
        if (color == Color.EMPTY) {
            return empty;
        }
        return color == Color.BLACK ? black : white;
    }

    /**
     * Returns the Zobrist hash of the coloring: the exclusive-or of the keys of its stones. The empty board has hash 0.
     */
    public long hash() {
        return hash;
    }

    /** Returns the number of stones of {@code color}. */
    public int stoneCount(int color) {
        return color == Color.BLACK ? blackCount : whiteCount;
    }

    /** Returns the number of stones in the chain at {@code point}, which must hold a stone. */
    public int chainSize(int point) {
        assert isStone(point) : "no stone at point " + point;
        return chains.stoneCount(chains.chainAt(point));
    }

    /** Adds the stones of the chain at {@code point}, which must hold a stone, to {@code into}. */
    public void addChain(int point, PointSet into) {
        assert isStone(point) : "no stone at point " + point;
        int stone = point;
        do {
            into.add(stone);
            stone = chains.next(stone);
        } while (stone != point);
    }

    /** Returns whether {@code point} is the only liberty of the chain at {@code stone}, which must have one. */
    public boolean isInAtariAt(int stone, int point) {
        return chains.isInAtariAt(chains.chainAt(stone), point);
    }

    /** Returns the only liberty of the chain at {@code stone}, or -1 if it has none or several. */
    public int onlyLiberty(int stone) {
        return chains.onlyLiberty(chains.chainAt(stone));
    }

    /**
     * Adds the points of atari to {@code into}: the only liberty of each chain of {@code color} that has no other left.
     */
    public void addAtariPoints(int color, PointSet into) {
        chains.addAtariPoints(color, into);
    }

    /**
     * Adds the points of atari to {@code into}, as {@link #addAtariPoints(int, PointSet)}, at which a play would remove
     * a number of stones of {@code color} that is in {@code counts}: bit n for n stones. Points at which it would
     * remove several chains, or 32 stones and more, are added in any case.
     */
    public void addAtariPoints(int color, long counts, PointSet into) {
        for (int chain = chains.nextInAtari(color, -1); chain >= 0; chain = chains.nextInAtari(color, chain)) {
            int point = chains.atariPoint(chain);
            int count = chains.stoneCount(chain);
            if (count >= ALWAYS_ADDED || ((counts >>> count) & 1) != 0 || isBesideOtherAtari(point, color, chain)) {
                into.add(point);
            }
        }
    }

    private boolean isBesideOtherAtari(int point, int color, int chain) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int other = chains.chainAt(neighbors[i]);
            if (other != chain && colorAt(neighbors[i]) == color && chains.isInAtariAt(other, point)) {
                return true;
            }
        }
        return false;
    }

    private boolean isStone(int point) {
        return colorAt(point) == Color.BLACK || colorAt(point) == Color.WHITE;
    }

    /**
     * Returns whether a stone of {@code color} on the empty {@code point} would capture nothing and have no liberty.
     */
    @SuppressWarnings(
            "ShortCircuitBoolean") // Branch-free: these branches mispredict. Values read from empty points are ignored.
    public boolean isSuicide(int point, int color) {
        boolean isAlive = false;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colorAt(neighbor);
            boolean isInAtari = isInAtariAt(neighbor, point);
            isAlive |= neighborColor == Color.EMPTY
                    | (neighborColor == color & !isInAtari)
                    | (neighborColor == Color.opponent(color) & isInAtari);
        }
        return !isAlive;
    }

    /** Sets {@code into} to the empty points where a stone of {@code color} is no suicide. */
    public void copyLivingPlays(int color, PointSet into) {
        into.copyTouching(empty, points(color));
        addAtariPoints(Color.opponent(color), into);
        for (int chain = chains.nextInAtari(color, -1); chain >= 0; chain = chains.nextInAtari(color, chain)) {
            int point = chains.atariPoint(chain);
            if (isSuicide(point, color)) {
                into.remove(point);
            }
        }
    }

    /**
     * Computes what a stone of {@code color} on the empty {@code point} would do and writes the result into
     * {@code play}. The board does not change.
     */
    public void preview(int point, int color, PlayPreview play) {
        assert colorAt(point) == Color.EMPTY : "point " + point + " is occupied";
        int enemy = Color.opponent(color);
        play.start(point, color);
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colorAt(neighbor);
            int chain = chains.chainAt(neighbor);
            if (neighborColor == Color.EMPTY) {
                play.hasLiberty = true;
            } else if (neighborColor == color) {
                if (chains.isInAtariAt(chain, point)) {
                    play.addOwnInAtari(chain, chains.stoneCount(chain));
                } else {
                    play.hasLiberty = true;
                }
            } else if (neighborColor == enemy && chains.isInAtariAt(chain, point)) {
                play.addCaptured(chain, chains.stoneCount(chain));
            }
        }
    }

    /** Returns the hash of the coloring that a play would leave. {@code play} must be a preview on this board. */
    public long hashAfter(PlayPreview play) {
        long after = play.isSuicide() ? hash : hash ^ zobrist.key(play.color(), play.point());
        int removedColor = play.removedColor();
        for (int i = 0; i < play.removedChainCount(); i++) {
            int head = chains.head(play.removedChain(i));
            int stone = head;
            do {
                after ^= zobrist.key(removedColor, stone);
                stone = chains.next(stone);
            } while (stone != head);
        }
        return after;
    }

    /**
     * Writes the coloring that a play would leave into {@code blackAfter} and {@code whiteAfter}. {@code play} must be
     * a preview on this board.
     */
    public void coloringAfter(PlayPreview play, PointSet blackAfter, PointSet whiteAfter) {
        blackAfter.copyFrom(black);
        whiteAfter.copyFrom(white);
        if (!play.isSuicide()) {
            (play.color() == Color.BLACK ? blackAfter : whiteAfter).add(play.point());
        }
        PointSet decreased = play.removedColor() == Color.BLACK ? blackAfter : whiteAfter;
        for (int i = 0; i < play.removedChainCount(); i++) {
            int head = chains.head(play.removedChain(i));
            int stone = head;
            do {
                decreased.remove(stone);
                stone = chains.next(stone);
            } while (stone != head);
        }
    }

    /**
     * Places a stone of {@code color} on the empty {@code point} and removes chains without liberties, the opponent's
     * first (Tromp-Taylor rule 7). {@link #firstRemoved()} then leads to the removed stones.
     */
    public void place(int point, int color) {
        assert colorAt(point) == Color.EMPTY : "point " + point + " is occupied";
        removedCount = 0;
        countStone(point, color);
        int enemy = Color.opponent(color);
        for (int left = chains.addStone(point, color); left != 0; left &= left - 1) {
            int neighbor = neighbors[4 * point + Integer.numberOfTrailingZeros(left)];
            if (colorAt(neighbor) == enemy) {
                removeChain(neighbor, enemy);
            }
        }
        int chain = chains.chainAt(point);
        if (chains.hasLiberty(chain)) {
            chains.markAtari(chain, color);
        } else {
            removeChain(point, color);
        }
    }

    /** Removes the stones of the chain at {@code start} and adds them to the removed ones. */
    private void removeChain(int start, int color) {
        int chain = chains.chainAt(start);
        if (removedCount == 0) {
            firstRemoved = start;
        } else {
            chains.append(lastRemoved, start);
        }
        removedCount += chains.stoneCount(chain);
        int stone = start;
        do {
            removeStone(stone, color);
            lastRemoved = stone;
            stone = chains.next(stone);
        } while (stone != start);
        chains.removeChain(chain, color);
    }

    /** Returns the number of stones, of either color, that the last {@link #place} removed. */
    public int removedCount() {
        return removedCount;
    }

    /**
     * Returns the first of the stones that the last {@link #place} removed. There must be one. The others follow by
     * {@link #nextRemoved}:
     *
     * <pre>{@code
     * int stone = board.firstRemoved();
     * for (int i = 0; i < board.removedCount(); i++, stone = board.nextRemoved(stone)) { ... }
     * }</pre>
     */
    public int firstRemoved() {
        return firstRemoved;
    }

    /** Returns the removed stone after {@code stone}. Of the last one the result has no meaning. */
    public int nextRemoved(int stone) {
        return chains.next(stone);
    }

    /** Adds a stone to the sets, the counts and the hash. */
    private void countStone(int point, int color) {
        empty.remove(point);
        if (color == Color.BLACK) {
            black.add(point);
            blackCount++;
        } else {
            white.add(point);
            whiteCount++;
        }
        hash ^= zobrist.key(color, point);
    }

    private void removeStone(int stone, int color) {
        empty.add(stone);
        if (color == Color.BLACK) {
            black.remove(stone);
            blackCount--;
        } else {
            white.remove(stone);
            whiteCount--;
        }
        hash ^= zobrist.key(color, stone);
        chains.removeStone(stone);
    }

    /**
     * Undoes a {@link #place} of {@code color} on {@code point} that removed {@code removed[from]} to {@code removed[to
     * - 1]}. It must be the last play that was not undone yet.
     */
    public void undo(int point, int color, short[] removed, int from, int to) {
        boolean isSuicide = colorAt(point) == Color.EMPTY;
        int chain = chains.chainAt(point);
        if (!isSuicide) {
            removeStone(point, color);
        }
        int removedColor = isSuicide ? color : Color.opponent(color);
        for (int i = from; i < to; i++) {
            if (removed[i] != point) {
                putUnlinkedStone(removed[i], removedColor);
            }
        }
        for (int i = from; i < to; i++) {
            if (chains.isUnlinked(removed[i])) {
                chains.rebuildChain(removed[i]);
            }
        }
        if (!isSuicide) {
            splitChain(chain, point, color);
        }
        markAtarisBeside(point);
        for (int i = from; i < to; i++) {
            markAtarisBeside(removed[i]);
        }
        removedCount = 0;
    }

    /** Makes chains of the parts of {@code chain} beside {@code point}, which its last stone has left. */
    private void splitChain(int chain, int point, int color) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            if (colorAt(neighbor) == color && chains.chainAt(neighbor) == chain) {
                chains.rebuildChain(neighbor);
            }
        }
        chains.removeChain(chain, color);
    }

    private void markAtarisBeside(int point) {
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            chains.markAtariAt(neighbors[i]);
        }
    }

    /** Removes every stone. */
    public void clear() {
        chains.clear();
        black.clear();
        white.clear();
        empty.fill();
        blackCount = 0;
        whiteCount = 0;
        hash = 0;
        removedCount = 0;
    }

    /** Places all given stones on an empty board at once. Nothing is captured; chains may be left without liberties. */
    public void setUp(PointSet blackPoints, PointSet whitePoints) {
        assert hash == 0 && black.isEmpty() && white.isEmpty() : "the board is not empty";
        setUp(blackPoints, Color.BLACK);
        setUp(whitePoints, Color.WHITE);
        rebuildChains(black);
        rebuildChains(white);
    }

    private void setUp(PointSet points, int color) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            putUnlinkedStone(point, color);
        }
    }

    private void rebuildChains(PointSet stones) {
        for (int stone = stones.first(); stone >= 0; stone = stones.next(stone)) {
            if (chains.isUnlinked(stone)) {
                chains.rebuildChain(stone);
            }
        }
    }

    private void putUnlinkedStone(int point, int color) {
        countStone(point, color);
        chains.putUnlinked(point, color);
    }

    /** Returns the connected region of {@code point} and the colors it reaches (Tromp-Taylor rule 3). */
    public Reach reach(int point) {
        return Reach.of(this, point);
    }

    /**
     * Returns the head of the chain at {@code stone}: a stone of the chain that identifies it. All stones of a chain
     * have the same head. It stays valid until the board changes.
     */
    public int head(int stone) {
        assert isStone(stone) : "no stone at point " + stone;
        return chains.head(chains.chainAt(stone));
    }

    long packedLiberties(int stone) {
        return chains.packedLiberties(chains.chainAt(stone));
    }

    /** Returns the Zobrist keys of the position hash. */
    public Zobrist zobrist() {
        return zobrist;
    }

    /**
     * Checks chains, liberties and hashes against values computed from the colors alone. For tests.
     *
     * @throws AssertionError if a value differs
     */
    public void checkConsistency() {
        checkSets();
        for (int point = 0; point < grid.pointCount(); point++) {
            if (colorAt(point) != Color.EMPTY) {
                checkChain(point);
            }
        }
    }

    private void checkSets() {
        long expectedHash = 0;
        for (int point = 0; point < grid.pointCount(); point++) {
            int color = colorAt(point);
            for (int other = Color.EMPTY; other <= Color.WHITE; other++) {
                requireConsistent(points(other).contains(point) == (other == color), "wrong point sets", point);
            }
            expectedHash ^= color == Color.EMPTY ? 0 : zobrist.key(color, point);
        }
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            requireConsistent(stoneCount(color) == points(color).size(), "wrong count of stones", 0);
            checkAtaris(color);
        }
        requireConsistent(expectedHash == hash, "wrong hash", 0);
    }

    /** Compares the marks of chains in atari with the packed liberties of all chains. */
    private void checkAtaris(int color) {
        PointSet expected = new PointSet(grid);
        PointSet stones = points(color);
        for (int stone = stones.first(); stone >= 0; stone = stones.next(stone)) {
            if (onlyLiberty(stone) >= 0) {
                expected.add(onlyLiberty(stone));
            }
        }
        PointSet actual = new PointSet(grid);
        addAtariPoints(color, actual);
        requireConsistent(actual.equals(expected), "wrong points of atari " + actual, 0);
    }

    private void checkChain(int point) {
        PointSet listed = new PointSet(grid);
        addChain(point, listed);
        requireConsistent(listed.equals(reach(point).region()), "wrong chain", point);
        requireConsistent(chainSize(point) == listed.size(), "wrong stone count", point);
        long liberties = 0;
        for (int stone = listed.first(); stone >= 0; stone = listed.next(stone)) {
            requireConsistent(head(stone) == head(point), "two heads in a chain", stone);
            for (int direction = 0; direction < 4; direction++) {
                int neighbor = grid.neighbor(stone, direction);
                if (colorAt(neighbor) == Color.EMPTY) {
                    liberties += Liberties.share(neighbor);
                }
            }
        }
        requireConsistent(listed.contains(head(point)), "head outside its chain", point);
        requireConsistent(liberties == packedLiberties(point), "wrong liberties", point);
        requireConsistent(liberties != 0, "a chain without liberties", point);
    }

    private void requireConsistent(boolean holds, String what, int point) {
        if (!holds) {
            throw new AssertionError(what + " at " + grid.name(point) + " (" + grid + ")");
        }
    }
}
