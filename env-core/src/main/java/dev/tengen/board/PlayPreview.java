package dev.tengen.board;

/**
 * What a stone would do if it were played: worked out by {@link Board#preview} without touching the board.
 *
 * <p>Mutable, to be made once and filled often; nothing here allocates but the constructor. Not thread-safe.
 */
public final class PlayPreview {
    boolean hasLiberty;

    private final Chains captured = new Chains();
    private final Chains ownInAtari = new Chains();
    private long hash;

    /** Makes a preview with nothing in it. */
    public PlayPreview() {}

    void clear() {
        hasLiberty = false;
        captured.clear();
        ownInAtari.clear();
    }

    void addCaptured(int head, int stoneCount, long chainHash) {
        captured.add(head, stoneCount, chainHash);
    }

    void addOwnInAtari(int head, int stoneCount, long chainHash) {
        ownInAtari.add(head, stoneCount, chainHash);
    }

    void finish(long hashBefore, long key) {
        hash = isSuicide() ? hashBefore ^ ownInAtari.hash : hashBefore ^ key ^ captured.hash;
    }

    /** Returns whether the stone's own chain would be left without a liberty, and so be removed. */
    public boolean isSuicide() {
        return !hasLiberty && captured.count == 0;
    }

    /** Returns the count of the other color's stones that would be removed. */
    public int capturedCount() {
        return captured.stoneCount;
    }

    /** Returns the count of own stones that would be removed, the played one included: 0 unless it is a suicide. */
    public int suicideCount() {
        return isSuicide() ? ownInAtari.stoneCount + 1 : 0;
    }

    /** Returns the hash of the coloring that would be left. */
    public long hash() {
        return hash;
    }

    /** Returns the count of chains now on the board that would be removed. */
    int removedChainCount() {
        return removed().count;
    }

    /** Returns a stone of chain {@code index} of those. */
    int removedChain(int index) {
        return removed().heads[index];
    }

    private Chains removed() {
        return isSuicide() ? ownInAtari : captured;
    }

    /** At most four different chains, with their stones and hashes summed. */
    private static final class Chains {
        final int[] heads = new int[4];
        int count;
        int stoneCount;
        long hash;

        void clear() {
            count = 0;
            stoneCount = 0;
            hash = 0;
        }

        void add(int head, int chainStoneCount, long chainHash) {
            for (int i = 0; i < count; i++) {
                if (heads[i] == head) {
                    return;
                }
            }
            heads[count++] = head;
            stoneCount += chainStoneCount;
            hash ^= chainHash;
        }
    }
}
