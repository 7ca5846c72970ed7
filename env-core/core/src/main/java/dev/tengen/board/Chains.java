package dev.tengen.board;

/**
 * The stones of a board joined into chains, with the liberties of each chain and the chains in atari.
 *
 * <p>Point sets and the hash of the whole coloring belong to {@link Board}. After construction nothing here allocates;
 * only the lists of chains in atari grow when they must. Not thread-safe.
 */
final class Chains {
    /*
     * A place is a point of the board or the wall around it. Each place is one short: its color in the low bits, its
     * head above them. A chain is identified by one of its stones, the head. All stones of a chain carry the same head,
     * and `next` links them in a circular list. For each head, stoneCounts, hashes and liberties describe the chain. An
     * empty point and the wall are their own heads. Their slots hold no meaning, so an update does not have to test
     * whether a neighbor is a stone: "Values in the slots of empty points and of the wall are ignored."
     *
     * The lists of chains in atari are always valid except after an undo. Then they are rebuilt on the next request, so
     * that a search that only plays and undoes does not pay for them.
     */
    private static final int WALL = 3;
    private static final int COLOR_MASK = 3;
    private static final int HEAD_SHIFT = 2;

    private final Grid grid;
    private final short[] neighbors;
    private final short[] places;
    private final short[] next;
    private final short[] stoneCounts;
    private final long[] hashes;
    private final long[] liberties;
    private final Ataris blackAtaris;
    private final Ataris whiteAtaris;
    private boolean areAtarisValid = true;

    /** Creates the chains of an empty board. */
    Chains(Grid grid) {
        this.grid = grid;
        neighbors = grid.neighbors();
        int placeCount = grid.pointCount() + 1;
        places = new short[placeCount];
        next = new short[placeCount];
        stoneCounts = new short[placeCount];
        hashes = new long[placeCount];
        liberties = new long[placeCount];
        blackAtaris = new Ataris(placeCount);
        whiteAtaris = new Ataris(placeCount);
        clear();
    }

    /** Copies {@code other}, the chains of a board of the same size. */
    void copyFrom(Chains other) {
        int placeCount = places.length;
        System.arraycopy(other.places, 0, places, 0, placeCount);
        System.arraycopy(other.next, 0, next, 0, placeCount);
        System.arraycopy(other.stoneCounts, 0, stoneCounts, 0, placeCount);
        System.arraycopy(other.hashes, 0, hashes, 0, placeCount);
        System.arraycopy(other.liberties, 0, liberties, 0, placeCount);
        blackAtaris.copyFrom(other.blackAtaris);
        whiteAtaris.copyFrom(other.whiteAtaris);
        areAtarisValid = other.areAtarisValid;
    }

    /** Removes every stone. */
    void clear() {
        int wall = grid.wall();
        for (int point = 0; point < wall; point++) {
            places[point] = place(point, Color.EMPTY);
        }
        places[wall] = place(wall, WALL);
        blackAtaris.clear();
        whiteAtaris.clear();
        areAtarisValid = true;
    }

    private static short place(int head, int color) {
        return (short) (head << HEAD_SHIFT | color);
    }

    /** Returns the color of a point. For the wall it returns a value that is no color. */
    int colorAt(int place) {
        return places[place] & COLOR_MASK;
    }

    /** Returns the head of the chain at a stone. */
    int head(int stone) {
        return places[stone] >> HEAD_SHIFT;
    }

    /** Returns the stone after {@code stone} in the circular list of its chain. */
    int next(int stone) {
        return next[stone];
    }

    int stoneCount(int head) {
        return stoneCounts[head];
    }

    /** Returns the exclusive-or of the keys of the chain's stones. */
    long hash(int head) {
        return hashes[head];
    }

    long packedLiberties(int head) {
        return liberties[head];
    }

    boolean hasLiberty(int head) {
        return liberties[head] != 0;
    }

    /** Returns whether {@code point}, a liberty of the chain, is its only liberty. */
    boolean isInAtariAt(int head, int point) {
        return Liberties.isOnly(liberties[head], point);
    }

    /** Starts a chain of one stone on an empty point. Does not update its neighbors: see {@link #removeLiberty}. */
    void startChain(int point, int color, long key) {
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

    /** Removes the liberty {@code point}, where a stone was placed, from the chain at {@code stone} beside it. */
    void removeLiberty(int stone, int point) {
        liberties[head(stone)] -= Liberties.share(point);
    }

    /**
     * Joins two chains of {@code color} unless they are the same chain. The caller must then call {@link #recordAtari}.
     */
    void join(int first, int second, int color) {
        if (first == second) {
            return;
        }
        removeAtari(first, color);
        removeAtari(second, color);
        int large = stoneCounts[first] >= stoneCounts[second] ? first : second;
        int small = large == first ? second : first;
        short joined = place(large, color);
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

    /** Empties a point. Neighboring chains gain a liberty. The other stones of its own chain are not updated. */
    void removeStone(int stone) {
        int enemy = Color.opponent(colorAt(stone));
        places[stone] = place(stone, Color.EMPTY);
        for (int i = 4 * stone; i < 4 * stone + 4; i++) {
            int neighbor = head(neighbors[i]);
            removeAtari(neighbor, enemy);
            liberties[neighbor] += Liberties.share(stone);
        }
    }

    /** Sets the head of a stone to {@code head} and its successor in the circular list to {@code after}. */
    void link(int stone, int head, int after) {
        places[stone] = place(head, colorAt(stone));
        next[stone] = (short) after;
    }

    /** Sets the totals of a chain whose stones were {@linkplain #link linked} again. */
    void setTotals(int head, int stoneCount, long hash, long packedLiberties) {
        stoneCounts[head] = (short) stoneCount;
        hashes[head] = hash;
        liberties[head] = packedLiberties;
    }

    /** Adds a chain to the list of chains in atari if it has one liberty and is not listed yet. */
    void recordAtari(int head, int color) {
        int point = Liberties.only(liberties[head]);
        if (point >= 0 && areAtarisValid && !atarisOf(color).contains(head)) {
            atarisOf(color).add(head, point, stoneCounts[head], hashes[head]);
        }
    }

    /** Removes a chain from the list of chains in atari, if it is listed. */
    void removeAtari(int head, int color) {
        if (areAtarisValid && atarisOf(color).contains(head)) {
            atarisOf(color).remove(head, stoneCounts[head], hashes[head]);
        }
    }

    /** Marks the lists of chains in atari as stale, because chains changed without updates to them. */
    void invalidateAtaris() {
        areAtarisValid = false;
    }

    /** Returns the chains of {@code color} that are in atari. The list is a live view of the board. */
    Ataris ataris(int color) {
        if (!areAtarisValid) {
            rebuildAtaris();
        }
        return atarisOf(color);
    }

    private Ataris atarisOf(int color) {
        return color == Color.BLACK ? blackAtaris : whiteAtaris;
    }

    private void rebuildAtaris() {
        blackAtaris.clear();
        whiteAtaris.clear();
        areAtarisValid = true;
        for (int point = 0; point < grid.pointCount(); point++) {
            int color = colorAt(point);
            if (color != Color.EMPTY && head(point) == point) {
                recordAtari(point, color);
            }
        }
    }
}
