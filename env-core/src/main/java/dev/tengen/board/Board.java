package dev.tengen.board;

/**
 * Stones on a grid, with their chains, liberties and captures. Knows nothing of turns or repetition.
 *
 * <p>Any empty point may be played, suicides included; what the rules forbid is decided in {@code dev.tengen.game}.
 * After construction nothing here allocates, except {@link #copy()}, {@link #reach(int)} and {@link
 * #checkConsistency()}. Not thread-safe.
 */
public final class Board {
    /*
     * A chain is named by one of its stones, its head. For each stone, head[stone] is that name and next[stone] the
     * next stone of a circular list through the chain. For each head, stoneCount, chainHash and liberties describe the
     * chain. The same three slots of an empty point and of the wall mean nothing, so that updates need not ask whether
     * a neighbor is a stone: "Slots of empty points and of the wall are never read."
     */
    private static final int WALL = 3;

    private final Grid grid;
    private final Zobrist zobrist;
    private final short[] neighbors;

    private final byte[] colors;
    private final short[] head;
    private final short[] next;
    private final short[] stoneCount;
    private final long[] chainHash;
    private final long[] liberties;

    private final PointSet black;
    private final PointSet white;
    private final PointSet empty;
    private long hash;

    private final short[] captured;
    private int capturedCount;
    private final PointSet seen;

    /** Makes an empty board. */
    public Board(Grid grid, Zobrist zobrist) {
        this.grid = grid;
        this.zobrist = zobrist;
        neighbors = grid.neighbors();
        int places = grid.pointCount() + 1;
        colors = new byte[places];
        colors[grid.wall()] = WALL;
        head = new short[places];
        for (int place = 0; place < places; place++) {
            head[place] = (short) place;
        }
        next = new short[places];
        stoneCount = new short[places];
        chainHash = new long[places];
        liberties = new long[places];
        black = new PointSet(grid);
        white = new PointSet(grid);
        empty = new PointSet(grid);
        empty.fill();
        captured = new short[grid.pointCount()];
        seen = new PointSet(grid);
    }

    private Board(Board other) {
        grid = other.grid;
        zobrist = other.zobrist;
        neighbors = other.neighbors;
        colors = other.colors.clone();
        head = other.head.clone();
        next = other.next.clone();
        stoneCount = other.stoneCount.clone();
        chainHash = other.chainHash.clone();
        liberties = other.liberties.clone();
        black = other.black.copy();
        white = other.white.copy();
        empty = other.empty.copy();
        hash = other.hash;
        captured = other.captured.clone();
        capturedCount = other.capturedCount;
        seen = new PointSet(grid);
    }

    /** Returns a board with the same stones that shares nothing with this one. */
    public Board copy() {
        return new Board(this);
    }

    /** Returns the grid. */
    public Grid grid() {
        return grid;
    }

    /** Returns the color at {@code point}: {@link Color#EMPTY}, {@link Color#BLACK} or {@link Color#WHITE}. */
    public int colorAt(int point) {
        return colors[point];
    }

    /** Returns the points of {@code color}, {@link Color#EMPTY} included. A view: it changes with the board. */
    public PointSet points(int color) {
        return switch (color) {
            case Color.BLACK -> black;
            case Color.WHITE -> white;
            default -> empty;
        };
    }

    /** Returns the hash of the coloring: the exclusive-or of the keys of its stones, 0 for the empty board. */
    public long hash() {
        return hash;
    }

    /** Returns the count of stones in the chain at {@code point}, which must hold a stone. */
    public int chainSize(int point) {
        assert isStone(point) : "no stone at point " + point;
        return stoneCount[head[point]];
    }

    /** Adds the stones of the chain at {@code point}, which must hold a stone, to {@code into}. */
    public void addChain(int point, PointSet into) {
        assert isStone(point) : "no stone at point " + point;
        int stone = point;
        do {
            into.add(stone);
            stone = next[stone];
        } while (stone != point);
    }

    /** Returns whether the chain at {@code stone} has no liberty but {@code point}, which must be one of them. */
    public boolean isInAtariAt(int stone, int point) {
        return Liberties.isOnly(liberties[head[stone]], point);
    }

    private boolean isStone(int point) {
        return colors[point] == Color.BLACK || colors[point] == Color.WHITE;
    }

    /**
     * Works out what a stone of {@code color} on the empty {@code point} would do, without doing it, and writes it into
     * {@code play}.
     */
    public void preview(int point, int color, PlayPreview play) {
        assert colors[point] == Color.EMPTY : "point " + point + " is occupied";
        int enemy = Color.opponent(color);
        play.clear();
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            int neighborColor = colors[neighbor];
            if (neighborColor == Color.EMPTY) {
                play.hasLiberty = true;
            } else if (neighborColor == color) {
                if (isInAtariAt(neighbor, point)) {
                    play.addOwnInAtari(head[neighbor], stoneCount[head[neighbor]], chainHash[head[neighbor]]);
                } else {
                    play.hasLiberty = true;
                }
            } else if (neighborColor == enemy && isInAtariAt(neighbor, point)) {
                play.addCaptured(head[neighbor], stoneCount[head[neighbor]], chainHash[head[neighbor]]);
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
        assert colors[point] == Color.EMPTY : "point " + point + " is occupied";
        capturedCount = 0;
        addStone(point, color);
        int enemy = Color.opponent(color);
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            if (colors[neighbor] == color) {
                join(head[point], head[neighbor]);
            } else if (colors[neighbor] == enemy && liberties[head[neighbor]] == 0) {
                removeChain(neighbor);
            }
        }
        if (liberties[head[point]] == 0) {
            removeChain(point);
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

    /** Makes a chain of one stone; neighboring chains lose a liberty but are not joined to it. */
    private void addStone(int point, int color) {
        setColor(point, color);
        stoneCount[point] = 1;
        chainHash[point] = zobrist.key(color, point);
        next[point] = (short) point;
        long own = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            liberties[head[neighbor]] -= Liberties.share(point);
            if (colors[neighbor] == Color.EMPTY) {
                own += Liberties.share(neighbor);
            }
        }
        liberties[point] = own;
    }

    private void setColor(int point, int color) {
        int before = colors[point];
        int stone = color == Color.EMPTY ? before : color;
        points(before).remove(point);
        points(color).add(point);
        colors[point] = (byte) color;
        hash ^= zobrist.key(stone, point);
    }

    /** Joins two chains, if they are two. */
    private void join(int first, int second) {
        if (first == second) {
            return;
        }
        int large = stoneCount[first] >= stoneCount[second] ? first : second;
        int small = large == first ? second : first;
        int stone = small;
        do {
            head[stone] = (short) large;
            stone = next[stone];
        } while (stone != small);
        short link = next[large];
        next[large] = next[small];
        next[small] = link;
        stoneCount[large] += stoneCount[small];
        chainHash[large] ^= chainHash[small];
        liberties[large] += liberties[small];
    }

    private void removeChain(int point) {
        int stone = point;
        do {
            removeStone(stone);
            captured[capturedCount++] = (short) stone;
            stone = next[stone];
        } while (stone != point);
    }

    /** Empties a point; neighboring chains gain a liberty. The rest of its own chain is not looked at. */
    private void removeStone(int stone) {
        setColor(stone, Color.EMPTY);
        head[stone] = (short) stone;
        for (int i = 4 * stone; i < 4 * stone + 4; i++) {
            liberties[head[neighbors[i]]] += Liberties.share(stone);
        }
    }

    /**
     * Takes back a {@link #place} of {@code color} on {@code point} that removed {@code removed[from]} to {@code
     * removed[to - 1]}. It must be the last one not yet taken back.
     */
    public void takeBack(int point, int color, short[] removed, int from, int to) {
        boolean isSuicide = colors[point] == Color.EMPTY;
        if (!isSuicide) {
            removeStone(point);
        }
        int removedColor = isSuicide ? color : Color.opponent(color);
        for (int i = from; i < to; i++) {
            if (removed[i] != point) {
                addStone(removed[i], removedColor);
                head[removed[i]] = (short) grid.wall();
            }
        }
        for (int i = from; i < to; i++) {
            if (head[removed[i]] == grid.wall()) {
                rebuildChain(removed[i]);
            }
        }
        if (!isSuicide) {
            for (int i = 4 * point; i < 4 * point + 4; i++) {
                if (colors[neighbors[i]] == color) {
                    rebuildChain(neighbors[i]);
                }
            }
        }
        capturedCount = 0;
    }

    /** Puts all the given stones on an empty board at once. Chains may be left without liberties; nothing is removed. */
    public void setUp(PointSet blackPoints, PointSet whitePoints) {
        assert hash == 0 && black.isEmpty() && white.isEmpty() : "the board is not empty";
        setUp(blackPoints, Color.BLACK);
        setUp(whitePoints, Color.WHITE);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (head[point] == grid.wall()) {
                rebuildChain(point);
            }
        }
    }

    private void setUp(PointSet points, int color) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            addStone(point, color);
            head[point] = (short) grid.wall();
        }
    }

    /** Finds the chain at {@code start} anew from the colors alone. {@code captured} serves as the queue. */
    private void rebuildChain(int start) {
        int color = colors[start];
        int count = 0;
        long libertySum = 0;
        long keySum = 0;
        seen.clear();
        seen.add(start);
        captured[count++] = (short) start;
        for (int done = 0; done < count; done++) {
            int stone = captured[done];
            head[stone] = (short) start;
            keySum ^= zobrist.key(color, stone);
            for (int i = 4 * stone; i < 4 * stone + 4; i++) {
                int neighbor = neighbors[i];
                if (colors[neighbor] == Color.EMPTY) {
                    libertySum += Liberties.share(neighbor);
                } else if (colors[neighbor] == color && !seen.contains(neighbor)) {
                    seen.add(neighbor);
                    captured[count++] = (short) neighbor;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            next[captured[i]] = captured[(i + 1) % count];
        }
        stoneCount[start] = (short) count;
        chainHash[start] = keySum;
        liberties[start] = libertySum;
    }

    /** Returns what {@code point} reaches (Tromp-Taylor rule 3). */
    public Reach reach(int point) {
        return Reach.of(this, point);
    }

    /** Throws {@link AssertionError} where the chains and hashes are not what the colors alone imply. For tests. */
    public void checkConsistency() {
        BoardCheck.check(this);
    }

    int head(int stone) {
        return head[stone];
    }

    long packedLiberties(int stone) {
        return liberties[head[stone]];
    }

    long chainHash(int stone) {
        return chainHash[head[stone]];
    }

    /** Returns the keys that the hash is made of. */
    public Zobrist zobrist() {
        return zobrist;
    }
}
