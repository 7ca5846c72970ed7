package dev.tengen.board;

/**
 * The stones of a board joined into chains, with the liberties of each chain and those that are in atari.
 *
 * <p>Knows neither sets of points nor hashes of colorings: those are the {@link Board}'s. After construction nothing
 * here allocates; the lists of chains in atari grow when they must. Not thread-safe.
 */
final class Chains {
    /*
     * A place, that is a point or the wall around the board, is one int: its color, and above that a head. A chain is
     * named by one of its stones, its head; all its stones carry that name, and `next` links them in a circle. For each
     * head, stoneCounts, hashes and liberties describe the chain. An empty point and the wall name themselves, and
     * their slots mean nothing, so that updates need not ask whether a neighbor is a stone: "What the slots of empty points
     * and of the wall say is left aside."
     *
     * The chains in atari are known at all times but after a play was taken back: then they are found anew when someone
     * asks for them, so that searches that only make and take back pay nothing for them.
     */
    private static final int WALL = 3;
    private static final int COLOR_MASK = 3;
    private static final int HEAD_SHIFT = 2;

    private final Grid grid;
    private final short[] neighbors;
    private final int[] places;
    private final short[] next;
    private final short[] stoneCounts;
    private final long[] hashes;
    private final long[] liberties;
    private final Ataris blackAtaris;
    private final Ataris whiteAtaris;
    private boolean areAtarisKnown = true;

    /** Makes the chains of an empty board: none. */
    Chains(Grid grid) {
        this.grid = grid;
        neighbors = grid.neighbors();
        int placeCount = grid.pointCount() + 1;
        places = new int[placeCount];
        next = new short[placeCount];
        stoneCounts = new short[placeCount];
        hashes = new long[placeCount];
        liberties = new long[placeCount];
        blackAtaris = new Ataris(placeCount);
        whiteAtaris = new Ataris(placeCount);
        clear();
    }

    /** Becomes equal to {@code other}, the chains of a board of the same size. */
    void copyFrom(Chains other) {
        int placeCount = places.length;
        System.arraycopy(other.places, 0, places, 0, placeCount);
        System.arraycopy(other.next, 0, next, 0, placeCount);
        System.arraycopy(other.stoneCounts, 0, stoneCounts, 0, placeCount);
        System.arraycopy(other.hashes, 0, hashes, 0, placeCount);
        System.arraycopy(other.liberties, 0, liberties, 0, placeCount);
        blackAtaris.copyFrom(other.blackAtaris);
        whiteAtaris.copyFrom(other.whiteAtaris);
        areAtarisKnown = other.areAtarisKnown;
    }

    /** Takes every stone off. */
    void clear() {
        int wall = grid.wall();
        for (int point = 0; point < wall; point++) {
            places[point] = place(point, Color.EMPTY);
        }
        places[wall] = place(wall, WALL);
        blackAtaris.clear();
        whiteAtaris.clear();
        areAtarisKnown = true;
    }

    private static int place(int head, int color) {
        return head << HEAD_SHIFT | color;
    }

    /** Returns the color at a point; at the wall something that is no color. */
    int colorAt(int place) {
        return places[place] & COLOR_MASK;
    }

    /** Returns the name of the chain at a stone. */
    int head(int stone) {
        return places[stone] >> HEAD_SHIFT;
    }

    /** Returns the stone after {@code stone} on the circle through its chain. */
    int next(int stone) {
        return next[stone];
    }

    int stoneCount(int head) {
        return stoneCounts[head];
    }

    /** Returns the exclusive-or of the keys of the stones of a chain. */
    long hash(int head) {
        return hashes[head];
    }

    long packedLiberties(int head) {
        return liberties[head];
    }

    boolean hasLiberty(int head) {
        return liberties[head] != 0;
    }

    /** Returns whether a chain has no liberty but {@code point}, which must be one of them. */
    boolean isInAtariAt(int head, int point) {
        return Liberties.isOnly(liberties[head], point);
    }

    /** Makes a chain of one stone on an empty point. Its neighbors are not told: see {@link #press}. */
    void start(int point, int color, long key) {
        places[point] = place(point, color);
        stoneCounts[point] = 1;
        hashes[point] = key;
        next[point] = (short) point;
        long own = 0;
        for (int i = 4 * point; i < 4 * point + 4; i++) {
            int neighbor = neighbors[i];
            if (colorAt(neighbor) == Color.EMPTY) {
                own += Liberties.share(neighbor);
            }
        }
        liberties[point] = own;
    }

    /** Takes from the chain at {@code stone} the liberty that a new stone beside it on {@code point} was. */
    void press(int stone, int point) {
        liberties[head(stone)] -= Liberties.share(point);
    }

    /** Joins two chains of {@code color}, if they are two; which of them may be in atari is to be noted afterwards. */
    void join(int first, int second, int color) {
        if (first == second) {
            return;
        }
        forgetAtari(first, color);
        forgetAtari(second, color);
        int large = stoneCounts[first] >= stoneCounts[second] ? first : second;
        int small = large == first ? second : first;
        int joined = place(large, color);
        int stone = small;
        do {
            places[stone] = joined;
            stone = next[stone];
        } while (stone != small);
        short link = next[large];
        next[large] = next[small];
        next[small] = link;
        stoneCounts[large] += stoneCounts[small];
        hashes[large] ^= hashes[small];
        liberties[large] += liberties[small];
    }

    /** Empties a point; neighboring chains gain a liberty. The rest of its own chain is not looked at. */
    void removeStone(int stone) {
        int enemy = Color.opponent(colorAt(stone));
        places[stone] = place(stone, Color.EMPTY);
        for (int i = 4 * stone; i < 4 * stone + 4; i++) {
            int neighbor = head(neighbors[i]);
            forgetAtari(neighbor, enemy);
            liberties[neighbor] += Liberties.share(stone);
        }
    }

    /** Names a stone's chain {@code head}, and the stone after it on the circle {@code after}. */
    void link(int stone, int head, int after) {
        places[stone] = place(head, colorAt(stone));
        next[stone] = (short) after;
    }

    /** Says of a chain that was {@linkplain #link linked} anew what its stones add up to. */
    void describe(int head, int stoneCount, long hash, long packedLiberties) {
        stoneCounts[head] = (short) stoneCount;
        hashes[head] = hash;
        liberties[head] = packedLiberties;
    }

    /** Takes note of a chain that may have come into atari. */
    void noteAtari(int head, int color) {
        int point = Liberties.only(liberties[head]);
        if (point >= 0 && areAtarisKnown && !knownAtaris(color).contains(head)) {
            knownAtaris(color).add(head, point, stoneCounts[head], hashes[head]);
        }
    }

    /** Takes note of a chain that is no longer in atari, or no longer there. */
    void forgetAtari(int head, int color) {
        if (areAtarisKnown && knownAtaris(color).contains(head)) {
            knownAtaris(color).remove(head, stoneCounts[head], hashes[head]);
        }
    }

    /** Says that chains changed in ways that were not noted. */
    void forgetAtaris() {
        areAtarisKnown = false;
    }

    /** Returns the chains of {@code color} that are in atari. A view: it changes with the board. */
    Ataris ataris(int color) {
        if (!areAtarisKnown) {
            findAtaris();
        }
        return knownAtaris(color);
    }

    private Ataris knownAtaris(int color) {
        return color == Color.BLACK ? blackAtaris : whiteAtaris;
    }

    private void findAtaris() {
        blackAtaris.clear();
        whiteAtaris.clear();
        areAtarisKnown = true;
        for (int point = 0; point < grid.pointCount(); point++) {
            int color = colorAt(point);
            if (color != Color.EMPTY && head(point) == point) {
                noteAtari(point, color);
            }
        }
    }
}
