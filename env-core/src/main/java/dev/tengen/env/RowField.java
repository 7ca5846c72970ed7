package dev.tengen.env;

/** What a row of {@link LaneRows} tells of a lane; numbers are little endian. */
public enum RowField {
    /** uint32: the lane. No bytes at all where the rows are all lanes in order. */
    LANES(Integer.BYTES),
    /**
     * The observation in each encoding of the lane, in the form of its spec, one behind the other, each padded to a whole
     * byte. Planes have the width and height of the layout; a smaller board is padded with zeros at the bottom and at the right.
     */
    OBSERVATIONS(0),
    /** Packed bits: which of the lane's own actions are legal, pass last. All zero once the episode is over. */
    ACTION_MASKS(0),
    /** Two float32: what Black and White were paid for the moves of the request. */
    REWARDS(2 * Float.BYTES),
    /** A byte: 1 where the rules ended the episode. */
    TERMINATED(1),
    /** A byte: 1 where the limit on moves ended the episode. */
    TRUNCATED(1),
    /** A byte: {@link EndReason#number}. */
    END_REASONS(1),
    /** A byte: the {@link dev.tengen.board.Color} that won, once the episode has terminated; 0 is a tie. */
    WINNERS(1),
    /** A byte: the {@link dev.tengen.board.Color} whose turn it is. */
    PLAYERS_TO_MOVE(1),
    /** uint32: moves made since the start of the episode. */
    MOVE_NUMBERS(Integer.BYTES),
    /** uint32: number of the episode, from 1. */
    EPISODES(Integer.BYTES),
    /** uint64: {@link Environment#stateHash}. */
    STATE_HASHES(Long.BYTES),
    /** float32: the area margin where the episode is over, else 0. */
    MARGINS(Float.BYTES),
    /** int32: the action that the lane was given, with what the batch drew; {@link EnvironmentBatch#NO_ACTION} for none. */
    ACTIONS(Integer.BYTES),
    /** A byte: {@link dev.tengen.game.Legality#number} of that action. */
    ILLEGAL_REASONS(1),
    /** A byte: 1 where the request started a new episode. */
    RESETS(1),
    /** Float32: the globals of each encoding of the lane, one behind the other. */
    GLOBALS(0),
    /** A byte: {@link dev.tengen.planes.Symmetry#number} of the symmetry by which the agent sees the lane. */
    SYMMETRIES(1),
    /** A byte: the {@link dev.tengen.board.Color} of the agent in an episode of a {@link Task}; 0 where the lane has none. */
    AGENT_COLORS(0),
    /** A signed byte: {@link TaskInfo#optimalValue}; 0 where the lane has no task. */
    OPTIMAL_VALUES(0),
    /** A signed byte: {@link TaskInfo#regret} where the episode of a task is over, else 0. */
    REGRETS(0),
    /** A byte: 1 where the action was the agent's and optimal, 2 where it was not; 0 where moves are not judged. */
    ORACLE_OPTIMAL(0);

    private final int fixedByteCount;

    RowField(int fixedByteCount) {
        this.fixedByteCount = fixedByteCount;
    }

    /** Returns its place among the fields, from 0; no more than an index into arrays of this package. */
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }

    /** Returns the count of bytes in a row. */
    public int byteCount(RowLayout layout) {
        return switch (this) {
            case OBSERVATIONS -> layout.observationByteCount();
            case ACTION_MASKS -> layout.actionMaskByteCount();
            case GLOBALS -> layout.globalByteCount();
            case AGENT_COLORS, OPTIMAL_VALUES, REGRETS, ORACLE_OPTIMAL -> layout.hasTask() ? 1 : 0;
            default -> fixedByteCount;
        };
    }
}
