package dev.tengen.board;

import java.util.Arrays;

/**
 * The stones on a grid, with their chains, liberties and captures. A board has no turns and no repetition rule.
 *
 * <p>Any empty point may be played, including suicides. The rules in {@code dev.tengen.game} decide what is forbidden.
 * Once its arrays have grown, nothing here allocates, except {@link #copy()}, {@link #reach(int)} and
 * {@link #checkConsistency()}. Not thread-safe.
 */
public final class Board {
    private static final int INITIAL_CAPTURED_CAPACITY = 16;

    private final Grid grid;
    private final Zobrist zobrist;
    private final short[] neighbors;
    private final Chains chains;

    private final PointSet black;
    private final PointSet white;
    private final PointSet empty;
    private int blackCount;
    private int whiteCount;
    private long hash;

    /** Also the queue of {@link #rebuildChain}. */
    private short[] captured = new short[INITIAL_CAPTURED_CAPACITY];

    private int capturedCount;
    private final PointSet seen;

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
        chains = new Chains(grid);
        black = new PointSet(grid);
        white = new PointSet(grid);
        empty = new PointSet(grid);
        empty.fill();
        seen = new PointSet(grid);
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
        chains.copyFrom(other.chains);
        black.copyFrom(other.black);
        white.copyFrom(other.white);
        empty.copyFrom(other.empty);
        blackCount = other.blackCount;
        whiteCount = other.whiteCount;
        hash = other.hash;
        makeRoomForCaptured(other.capturedCount);
        System.arraycopy(other.captured, 0, captured, 0, other.capturedCount);
        capturedCount = other.capturedCount;
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
        return chains.stoneCount(chains.head(point));
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

    /** Returns whether {@code point}, a liberty of the chain at {@code stone}, is its only liberty. */
    public boolean isInAtariAt(int stone, int point) {
        return chains.isInAtariAt(chains.head(stone), point);
    }

    /** Returns the only liberty of the chain at {@code stone}, or -1 if it has none or several. */
    public int onlyLiberty(int stone) {
        return Liberties.only(packedLiberties(stone));
    }

    /** Returns the chains of {@code color} in atari (one liberty left). The list is a live view of the board. */
    public Ataris ataris(int color) {
        return chains.ataris(color);
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

    /**
     * Computes what a stone of {@code color} on the empty {@code point} would do and writes the result into
     * {@code play}. The board does not change.
     */
    public void preview(int point, int color, PlayPreview play) {
        assert colorAt(point) == Color.EMPTY : "point " + point + " is occupied";
        int enemy = Color.opponent(color);
        play.clear();
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colorAt(neighbor);
            int chain = chains.head(neighbor);
            if (neighborColor == Color.EMPTY) {
                play.hasLiberty = true;
            } else if (neighborColor == color) {
                if (chains.isInAtariAt(chain, point)) {
                    play.addOwnInAtari(chain, chains.stoneCount(chain), chains.hash(chain));
                } else {
                    play.hasLiberty = true;
                }
            } else if (neighborColor == enemy && chains.isInAtariAt(chain, point)) {
                play.addCaptured(chain, chains.stoneCount(chain), chains.hash(chain));
            }
        }
        play.finish(hash, zobrist.key(color, point));
    }

    /**
     * Writes the coloring that a play would leave into {@code blackAfter} and {@code whiteAfter}. {@code play} must be
     * the preview of a stone of {@code color} on {@code point}.
     */
    public void coloringAfter(PlayPreview play, int point, int color, PointSet blackAfter, PointSet whiteAfter) {
        blackAfter.copyFrom(black);
        whiteAfter.copyFrom(white);
        PointSet own = color == Color.BLACK ? blackAfter : whiteAfter;
        PointSet enemies = color == Color.BLACK ? whiteAfter : blackAfter;
        if (!play.isSuicide()) {
            own.add(point);
        }
        for (int i = 0; i < play.removedChainCount(); i++) {
            seen.clear();
            addChain(play.removedChain(i), seen);
            (play.isSuicide() ? own : enemies).removeAll(seen);
        }
    }

    /**
     * Places a stone of {@code color} on the empty {@code point} and removes chains without liberties, the opponent's
     * first (Tromp-Taylor rule 7). {@link #captured(int)} then returns the removed stones.
     */
    public void place(int point, int color) {
        assert colorAt(point) == Color.EMPTY : "point " + point + " is occupied";
        capturedCount = 0;
        putStone(point, color);
        int enemy = Color.opponent(color);
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colorAt(neighbor);
            if (neighborColor == color) {
                chains.removeLiberty(neighbor, point);
                chains.join(chains.head(point), chains.head(neighbor), color);
            } else if (neighborColor == enemy) {
                chains.removeLiberty(neighbor, point);
                removeIfCaptured(neighbor, enemy);
            }
        }
        removeIfCaptured(point, color);
    }

    /** Removes the chain at {@code stone} if it has no liberty left. Records it as in atari if it has exactly one. */
    private void removeIfCaptured(int stone, int color) {
        int chain = chains.head(stone);
        if (chains.hasLiberty(chain)) {
            chains.recordAtari(chain, color);
        } else {
            chains.removeAtari(chain, color);
            makeRoomForCaptured(capturedCount + chains.stoneCount(chain));
            removeChain(stone);
        }
    }

    /** Returns the number of stones, of either color, that the last {@link #place} removed. */
    public int capturedCount() {
        return capturedCount;
    }

    /** Returns removed stone {@code index}, from 0, of the last {@link #place}. */
    public int captured(int index) {
        assert index < capturedCount : "index " + index + " is outside [0, " + (capturedCount - 1) + "]";
        return captured[index];
    }

    private void putStone(int point, int color) {
        long key = zobrist.key(color, point);
        empty.remove(point);
        if (color == Color.BLACK) {
            black.add(point);
            blackCount++;
        } else {
            white.add(point);
            whiteCount++;
        }
        hash ^= key;
        chains.startChain(point, color, key);
    }

    private void makeRoomForCaptured(int count) {
        if (count > captured.length) {
            captured = Arrays.copyOf(captured, Math.max(count, captured.length + captured.length / 2));
        }
    }

    private void removeChain(int point) {
        int stone = point;
        do {
            int next = chains.next(stone);
            removeStone(stone);
            captured[capturedCount++] = (short) stone;
            stone = next;
        } while (stone != point);
    }

    private void removeStone(int stone) {
        int color = colorAt(stone);
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
        chains.invalidateAtaris();
        if (!isSuicide) {
            removeStone(point);
        }
        int removedColor = isSuicide ? color : Color.opponent(color);
        for (int i = from; i < to; i++) {
            if (removed[i] != point) {
                putUnlinkedStone(removed[i], removedColor);
            }
        }
        for (int i = from; i < to; i++) {
            if (isUnlinked(removed[i])) {
                rebuildChain(removed[i]);
            }
        }
        if (!isSuicide) {
            for (int i = 4 * point; i < 4 * point + 4; i++) {
                if (colorAt(neighbors[i]) == color) {
                    rebuildChain(neighbors[i]);
                }
            }
        }
        capturedCount = 0;
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
        capturedCount = 0;
    }

    /** Places all given stones on an empty board at once. Nothing is captured; chains may be left without liberties. */
    public void setUp(PointSet blackPoints, PointSet whitePoints) {
        assert hash == 0 && black.isEmpty() && white.isEmpty() : "the board is not empty";
        chains.invalidateAtaris();
        setUp(blackPoints, Color.BLACK);
        setUp(whitePoints, Color.WHITE);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (isUnlinked(point)) {
                rebuildChain(point);
            }
        }
    }

    private void setUp(PointSet points, int color) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            putUnlinkedStone(point, color);
        }
    }

    /** Places a stone that belongs to no chain yet. Neighboring chains lose a liberty. */
    private void putUnlinkedStone(int point, int color) {
        putStone(point, color);
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            chains.removeLiberty(neighbors[i], point);
        }
        chains.link(point, grid.wall(), point);
    }

    private boolean isUnlinked(int point) {
        return chains.head(point) == grid.wall();
    }

    /** Rebuilds the chain at {@code start} from the colors alone. The array {@code captured} serves as the queue. */
    private void rebuildChain(int start) {
        int color = colorAt(start);
        int count = 1;
        long packedLiberties = 0;
        long keys = 0;
        seen.clear();
        seen.add(start);
        captured[0] = (short) start;
        for (int done = 0; done < count; done++) {
            int stone = captured[done];
            keys ^= zobrist.key(color, stone);
            for (int i = 4 * stone; i < 4 * stone + 4; i++) {
                int neighbor = neighbors[i];
                if (colorAt(neighbor) == Color.EMPTY) {
                    packedLiberties += Liberties.share(neighbor);
                } else if (colorAt(neighbor) == color && !seen.contains(neighbor)) {
                    seen.add(neighbor);
                    makeRoomForCaptured(count + 1);
                    captured[count++] = (short) neighbor;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            chains.link(captured[i], start, captured[(i + 1) % count]);
        }
        chains.setTotals(start, count, keys, packedLiberties);
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
        return chains.head(stone);
    }

    long packedLiberties(int stone) {
        return chains.packedLiberties(chains.head(stone));
    }

    long chainHash(int stone) {
        return chains.hash(chains.head(stone));
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

    /** Compares the list of chains in atari with the packed liberties of all chains. */
    private void checkAtaris(int color) {
        int[] stoneCounts = new int[grid.pointCount()];
        long[] hashes = new long[grid.pointCount()];
        for (int stone = points(color).first();
                stone >= 0;
                stone = points(color).next(stone)) {
            int only = Liberties.only(packedLiberties(stone));
            if (only >= 0) {
                stoneCounts[only]++;
                hashes[only] ^= zobrist.key(color, stone);
            }
        }
        Ataris listedAtaris = ataris(color);
        int listed = 0;
        for (int i = 0; i < listedAtaris.count(); i++) {
            int point = listedAtaris.point(i);
            requireConsistent(
                    listedAtaris.stoneCount(i) == stoneCounts[point], "wrong count of stones in atari", point);
            requireConsistent(listedAtaris.hash(i) == hashes[point], "wrong hash of stones in atari", point);
            listed += listedAtaris.stoneCount(i);
        }
        requireConsistent(listed == Arrays.stream(stoneCounts).sum(), "chains in atari are missing", 0);
    }

    private void checkChain(int point) {
        PointSet listed = new PointSet(grid);
        addChain(point, listed);
        requireConsistent(listed.equals(reach(point).region()), "wrong chain", point);
        requireConsistent(chainSize(point) == listed.size(), "wrong stone count", point);
        long expectedHash = 0;
        long liberties = 0;
        for (int stone = listed.first(); stone >= 0; stone = listed.next(stone)) {
            requireConsistent(head(stone) == head(point), "two heads in a chain", stone);
            expectedHash ^= zobrist.key(colorAt(stone), stone);
            for (int direction = 0; direction < 4; direction++) {
                int neighbor = grid.neighbor(stone, direction);
                if (colorAt(neighbor) == Color.EMPTY) {
                    liberties += Liberties.share(neighbor);
                }
            }
        }
        requireConsistent(listed.contains(head(point)), "head outside its chain", point);
        requireConsistent(expectedHash == chainHash(point), "wrong chain hash", point);
        requireConsistent(liberties == packedLiberties(point), "wrong liberties", point);
        requireConsistent(liberties != 0, "a chain without liberties", point);
    }

    private void requireConsistent(boolean holds, String what, int point) {
        if (!holds) {
            throw new AssertionError(what + " at " + grid.name(point) + " (" + grid + ")");
        }
    }
}
