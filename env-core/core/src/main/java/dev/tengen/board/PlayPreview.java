package dev.tengen.board;

/**
 * The effect of a stone before it is played, computed by {@link Board#preview} without changing the board.
 *
 * <p>Mutable and reusable: only the constructor allocates. Not thread-safe.
 */
public final class PlayPreview {
    boolean hasLiberty;

    private final RemovedChains captured = new RemovedChains();
    private final RemovedChains ownInAtari = new RemovedChains();
    private int point;
    private int color;

    /** Creates an empty preview. */
    public PlayPreview() {}

    /** Starts the preview of another play. */
    void start(int nextPoint, int nextColor) {
        point = nextPoint;
        color = nextColor;
        hasLiberty = false;
        captured.clear();
        ownInAtari.clear();
    }

    void addCaptured(int chain, int stoneCount) {
        captured.add(chain, stoneCount);
    }

    void addOwnInAtari(int chain, int stoneCount) {
        ownInAtari.add(chain, stoneCount);
    }

    /** Returns the point of the play. */
    public int point() {
        return point;
    }

    /** Returns the color of the play. */
    public int color() {
        return color;
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

    /** Returns the color of the stones that would be removed, if there are any. */
    public int removedColor() {
        return isSuicide() ? color : Color.opponent(color);
    }

    /** Returns the number of stones on the board, without the one played, that would be removed, of either color. */
    public int removedCount() {
        return removed().stoneCount;
    }

    /** Returns the number of chains on the board that would be removed. */
    int removedChainCount() {
        return removed().count;
    }

    /** Returns removed chain {@code index}. */
    int removedChain(int index) {
        return removed().numbers[index];
    }

    private RemovedChains removed() {
        return isSuicide() ? ownInAtari : captured;
    }

    /** Up to four different chains, with the total of their stones. */
    private static final class RemovedChains {
        final int[] numbers = new int[4];
        int count;
        int stoneCount;

        void clear() {
            count = 0;
            stoneCount = 0;
        }

        void add(int chain, int chainStoneCount) {
            for (int i = 0; i < count; i++) {
                if (numbers[i] == chain) {
                    return;
                }
            }
            numbers[count++] = chain;
            stoneCount += chainStoneCount;
        }
    }
}
