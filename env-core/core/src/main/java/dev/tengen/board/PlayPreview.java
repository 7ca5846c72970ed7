package dev.tengen.board;

/**
 * The effect of a stone before it is played, computed by {@link Board#preview} without changing the board.
 *
 * <p>Mutable and reusable: only the constructor allocates. Not thread-safe.
 */
public final class PlayPreview {
    boolean hasLiberty;

    private final Chains captured = new Chains();
    private final Chains ownInAtari = new Chains();
    private long hash;

    /** Creates an empty preview. */
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

    /** Returns whether the stone's own chain would have no liberty, and so would be removed. */
    public boolean isSuicide() {
        return !hasLiberty && captured.count == 0;
    }

    /** Returns the number of opponent stones that would be removed. */
    public int capturedCount() {
        return captured.stoneCount;
    }

    /** Returns the number of own stones that would be removed, including the one played: 0 unless it is a suicide. */
    public int suicideCount() {
        return isSuicide() ? ownInAtari.stoneCount + 1 : 0;
    }

    /** Returns the hash of the resulting coloring. */
    public long hash() {
        return hash;
    }

    /** Returns the number of chains on the board that would be removed. */
    int removedChainCount() {
        return removed().count;
    }

    /** Returns a stone of removed chain {@code index}. */
    int removedChain(int index) {
        return removed().heads[index];
    }

    private Chains removed() {
        return isSuicide() ? ownInAtari : captured;
    }

    /** Up to four different chains, with the totals of their stones and hashes. */
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
