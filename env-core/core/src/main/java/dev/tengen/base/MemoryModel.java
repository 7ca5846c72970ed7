package dev.tengen.base;

/**
 * How much memory objects of a kind take, with everything that belongs to them alone: bytes of an object, and of each
 * unit that it has.
 *
 * <p>The coefficients are fitted to the heap in use of the HotSpot VM; {@code MemoryEstimateTest} checks that estimates
 * are within a fifth of it. What instances share, such as a grid, does not count. To fit a new kind, measure it as that
 * test does on a small and on a large board.
 */
public enum MemoryModel {
    /** A game without its moves and its referee; units are points. */
    GAME(665, 16.8),
    /** The referee of games; units are points. */
    REFEREE(655, 0.6),
    /** The table by which a long game finds positions; units are slots. */
    POSITION_TABLE(0, 4),
    /** The room for moves in a history. */
    MOVE(0, 2),
    /** The room for moves after half of the points have stones, from when on moves capture. */
    CAPTURING_MOVE(0, 2.7),
    /** A nonempty proposal of dead stones in a game; units are points. */
    PROPOSAL(101, 0.12),
    /** A proposal of dead stones in a snapshot; units are stones. */
    KEPT_PROPOSAL(56, 20),
    /** Moves that left a game and are kept. */
    KEPT_MOVES(20, 2),
    /** An environment without its game; units are points. */
    ENVIRONMENT(420, 0.12),
    /** A task; units are points. */
    TASK(810, 16.4),
    /** The state before a call in which an opponent moves. */
    CHECKPOINT(248, 0),
    /** The tree of a search; units are nodes for which there is room. */
    SEARCH_TREE(160, 28),
    /** A snapshot of an environment; units are actions. */
    SNAPSHOT(192, 4),
    /** Actions of snapshots that are objects of their own. */
    BOXED_ACTION(0, 16),
    /** A lane of a batch without its environment. */
    LANE(112, 0),
    /** A slot of a self-play without its game, its nodes and its leaves; units are considered actions. */
    SEARCHED_GAME(500, 20),
    /** A spec that only one slot has; units are points. */
    SLOT_SPEC(300, 0.25),
    /** A search of a position without its tree. */
    POSITION_SEARCH(64, 0),
    /** The leaves of a tree that may await their evaluations; units are words of their description. */
    LEAF(16, 8),
    /** A move with what its search found; units are actions with a share of the policy. */
    SEARCHED_MOVE(80, 6),
    /** A finished game of a self-play without its moves; units are points. */
    SELF_PLAY_RECORD(160, 4),
    /** What a thread needs to search; units are points. */
    SEARCH_TOOLS(1_500, 60),
    /** A tree without its nodes; units are trees. */
    TREE(0, 216),
    /** The nodes of a forest; units are nodes for which there is room. */
    NODES(128, 30),
    /** A cursor in a tree without its environment; units are moves for which there is room. */
    CURSOR(100, 4),
    /** The writer of an observation; units are bytes that it converts or turns. */
    OBSERVATION_WRITER(390, 1),
    /** An encoding of the last boards; units are points, as for all encodings below. */
    HISTORY_ENCODING(130, 0.25),
    /** The encoding "gymgo-6". */
    GYM_GO_6(61, 0.12),
    /** The encoding "openspiel-4". */
    OPEN_SPIEL_4(16, 0),
    /** The encodings "katago-v7". */
    KATA_GO_V7(11_660, 61.1),
    /** The encoding "alphago-48". */
    ALPHA_GO_48(8_900, 40, 330),
    /** The encodings "tactical" without races. */
    TACTICAL(11_500, 68, 240),
    /** The encoding "tactical:races=1". */
    TACTICAL_WITH_RACES(12_430, 70, 240);

    /**
     * The part by which references of 8 bytes make objects larger. The VM compresses references below a maximum heap of
     * 32 GiB.
     */
    private static final double REFERENCE_FACTOR = Runtime.getRuntime().maxMemory() < 32L << 30 ? 1 : 1.1;

    private final double bytes;
    private final double bytesPerUnit;
    private final double bytesPerChain;

    MemoryModel(double bytes, double bytesPerUnit) {
        this(bytes, bytesPerUnit, 0);
    }

    MemoryModel(double bytes, double bytesPerUnit, double bytesPerChain) {
        this.bytes = bytes;
        this.bytesPerUnit = bytesPerUnit;
        this.bytesPerChain = bytesPerChain;
    }

    /** Returns an estimate of the size in memory of an object with {@code unitCount} units, in bytes. */
    public long bytes(long unitCount) {
        return Math.round(REFERENCE_FACTOR * (bytes + bytesPerUnit * unitCount));
    }

    /**
     * Returns an estimate of the size in memory of an encoding, in bytes, that has seen the positions of a game on
     * {@code pointCount} points from move {@code firstMove} to {@code moveCount}. Some encodings keep something for
     * each chain of the position with the most chains.
     */
    public long encodingBytes(int pointCount, int firstMove, int moveCount) {
        // The board fills up until move 0.7 for each point. From move 1.3 on, few chains are left.
        double lateness = Math.max(0, Math.min(1, (firstMove / (double) pointCount - 0.7) / 0.6));
        double chainCount = Math.min(moveCount, pointCount * (0.25 - 0.21 * lateness));
        return bytes(pointCount) + Math.round(REFERENCE_FACTOR * bytesPerChain * chainCount);
    }
}
