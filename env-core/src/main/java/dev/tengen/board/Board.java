package dev.tengen.board;

/**
 * Stones on a grid, with their chains, liberties and captures. Knows nothing of turns or repetition.
 *
 * <p>Any empty point may be played, suicides included; what the rules forbid is decided in {@code dev.tengen.game}.
 * After construction nothing here allocates, except {@link #copy()}, {@link #reach(int)} and {@link
 * #checkConsistency()}. Not thread-safe.
 */
public final class Board {
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

    private final short[] captured;
    private int capturedCount;
    private final PointSet seen;

    /** Makes an empty board. */
    public Board(Grid grid, Zobrist zobrist) {
        this.grid = grid;
        this.zobrist = zobrist;
        neighbors = grid.neighbors();
        chains = new Chains(grid);
        black = new PointSet(grid);
        white = new PointSet(grid);
        empty = new PointSet(grid);
        empty.fill();
        captured = new short[grid.pointCount()];
        seen = new PointSet(grid);
    }

    /** Returns a board with the same stones that shares nothing with this one. */
    public Board copy() {
        Board copy = new Board(grid, zobrist);
        copy.copyFrom(this);
        return copy;
    }

    /** Puts the stones of {@code other}, a board of the same size and with the same keys, in place of those here. */
    public void copyFrom(Board other) {
        assert grid == other.grid && zobrist == other.zobrist : "a board of another kind: " + other.grid;
        chains.copyFrom(other.chains);
        black.copyFrom(other.black);
        white.copyFrom(other.white);
        empty.copyFrom(other.empty);
        blackCount = other.blackCount;
        whiteCount = other.whiteCount;
        hash = other.hash;
        System.arraycopy(other.captured, 0, captured, 0, other.capturedCount);
        capturedCount = other.capturedCount;
    }

    /** Returns the grid. */
    public Grid grid() {
        return grid;
    }

    /** Returns the color at {@code point}: {@link Color#EMPTY}, {@link Color#BLACK} or {@link Color#WHITE}. */
    public int colorAt(int point) {
        return chains.colorAt(point);
    }

    /** Returns the points of {@code color}, {@link Color#EMPTY} included. A view: it changes with the board. */
    public PointSet points(int color) {
        if (color == Color.EMPTY) {
            return empty;
        }
        return color == Color.BLACK ? black : white;
    }

    /** Returns the hash of the coloring: the exclusive-or of the keys of its stones, 0 for the empty board. */
    public long hash() {
        return hash;
    }

    /** Returns the count of stones of {@code color}. */
    public int stoneCount(int color) {
        return color == Color.BLACK ? blackCount : whiteCount;
    }

    /** Returns the count of stones in the chain at {@code point}, which must hold a stone. */
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

    /** Returns whether the chain at {@code stone} has no liberty but {@code point}, which must be one of them. */
    public boolean isInAtariAt(int stone, int point) {
        return chains.isInAtariAt(chains.head(stone), point);
    }

    /** Returns the only liberty of the chain at {@code stone}, or -1 if it has none or several. */
    public int onlyLiberty(int stone) {
        return Liberties.only(packedLiberties(stone));
    }

    /** Returns the chains of {@code color} that have one liberty. A view: it changes with the board. */
    public Ataris ataris(int color) {
        return chains.ataris(color);
    }

    private boolean isStone(int point) {
        return colorAt(point) == Color.BLACK || colorAt(point) == Color.WHITE;
    }

    /** Returns whether a stone of {@code color} on the empty {@code point} would capture nothing and have no liberty. */
    @SuppressWarnings("ShortCircuitBoolean") // Branches could hardly be foretold. What empty points say is left aside.
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
     * Works out what a stone of {@code color} on the empty {@code point} would do, without doing it, and writes it into
     * {@code play}.
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
     * Writes the coloring that {@code play}, the preview of a stone of {@code color} on {@code point}, would leave into
     * two sets.
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
     * Puts a stone of {@code color} on the empty {@code point}, then removes chains without liberties, the other
     * color's first (Tromp-Taylor rule 7). {@link #captured(int)} then tells what was removed.
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
                chains.press(neighbor, point);
                chains.join(chains.head(point), chains.head(neighbor), color);
            } else if (neighborColor == enemy) {
                chains.press(neighbor, point);
                removeIfDead(neighbor, enemy);
            }
        }
        removeIfDead(point, color);
    }

    /** Removes the chain at {@code stone} if it has lost its last liberty, or notes that it has but one. */
    private void removeIfDead(int stone, int color) {
        int chain = chains.head(stone);
        if (chains.hasLiberty(chain)) {
            chains.noteAtari(chain, color);
        } else {
            chains.forgetAtari(chain, color);
            removeChain(stone);
        }
    }

    /** Returns the count of stones that the last {@link #place} removed, of either color. */
    public int capturedCount() {
        return capturedCount;
    }

    /** Returns stone {@code index}, from 0, of those that the last {@link #place} removed. */
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
        chains.start(point, color, key);
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
     * Takes back a {@link #place} of {@code color} on {@code point} that removed {@code removed[from]} to {@code
     * removed[to - 1]}. It must be the last one not yet taken back.
     */
    public void takeBack(int point, int color, short[] removed, int from, int to) {
        boolean isSuicide = colorAt(point) == Color.EMPTY;
        chains.forgetAtaris();
        if (!isSuicide) {
            removeStone(point);
        }
        int removedColor = isSuicide ? color : Color.opponent(color);
        for (int i = from; i < to; i++) {
            if (removed[i] != point) {
                putLooseStone(removed[i], removedColor);
            }
        }
        for (int i = from; i < to; i++) {
            if (isLoose(removed[i])) {
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

    /** Takes every stone off. */
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

    /** Puts all the given stones on an empty board at once. Chains may be left without liberties; nothing is removed. */
    public void setUp(PointSet blackPoints, PointSet whitePoints) {
        assert hash == 0 && black.isEmpty() && white.isEmpty() : "the board is not empty";
        chains.forgetAtaris();
        setUp(blackPoints, Color.BLACK);
        setUp(whitePoints, Color.WHITE);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (isLoose(point)) {
                rebuildChain(point);
            }
        }
    }

    private void setUp(PointSet points, int color) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            putLooseStone(point, color);
        }
    }

    /** Puts a stone that belongs to no chain yet; chains beside it lose a liberty. */
    private void putLooseStone(int point, int color) {
        putStone(point, color);
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            chains.press(neighbors[i], point);
        }
        chains.link(point, grid.wall(), point);
    }

    private boolean isLoose(int point) {
        return chains.head(point) == grid.wall();
    }

    /** Finds the chain at {@code start} anew from the colors alone. {@code captured} serves as the queue. */
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
                    captured[count++] = (short) neighbor;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            chains.link(captured[i], start, captured[(i + 1) % count]);
        }
        chains.describe(start, count, keys, packedLiberties);
    }

    /** Returns what {@code point} reaches (Tromp-Taylor rule 3). */
    public Reach reach(int point) {
        return Reach.of(this, point);
    }

    /** Throws {@link AssertionError} where the chains and hashes are not what the colors alone imply. For tests. */
    public void checkConsistency() {
        BoardCheck.check(this);
    }

    /** Returns the stone that names the chain at {@code stone}: one of its own, the same for all, until the board changes. */
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

    /** Returns the keys that the hash is made of. */
    public Zobrist zobrist() {
        return zobrist;
    }
}
