package dev.tengen.env;

/** The fields of a row of {@link LaneRows}. Numbers are little-endian. */
public enum RowField {
    /** uint32: the lane. Empty if the rows are all lanes in order. */
    LANES(Integer.BYTES),
    /**
     * The observations in all encodings of the lane, one after another in the form of its spec, each padded to a whole
     * byte. Planes have the width and height of the layout. A smaller board is padded with zeros at the bottom and at
     * the right.
     */
    OBSERVATIONS(0),
    /** Packed bits: the legal actions of the lane's own board, pass last. All zero after the end of the episode. */
    ACTION_MASKS(0),
    /** Two float32: the rewards of Black and White for the moves of the request. */
    REWARDS(2 * Float.BYTES),
    /** A byte: 1 if the episode terminated. */
    TERMINATED(1),
    /** A byte: 1 if the episode was truncated. */
    TRUNCATED(1),
    /** A byte: {@link EndReason#number}. */
    END_REASONS(1),
    /** A byte: the {@link dev.tengen.board.Color} that won a terminated episode; 0 for a tie or any other episode. */
    WINNERS(1),
    /** A byte: the {@link dev.tengen.board.Color} whose turn it is. */
    PLAYERS_TO_MOVE(1),
    /** uint32: number of moves since the start of the episode. */
    MOVE_NUMBERS(Integer.BYTES),
    /** uint32: number of the episode, as in {@link Environment#episode}. */
    EPISODES(Integer.BYTES),
    /** uint64: {@link Environment#stateHash}. */
    STATE_HASHES(Long.BYTES),
    /** float32: the area margin if the episode is over, otherwise 0. */
    MARGINS(Float.BYTES),
    /** int32: the action of the lane, given or drawn; {@link EnvironmentBatch#NO_ACTION} for none. */
    ACTIONS(Integer.BYTES),
    /** A byte: {@link dev.tengen.game.Legality#number} of that action. */
    ILLEGAL_REASONS(1),
    /** A byte: 1 if the request started a new episode. */
    RESETS(1),
    /** float32: the globals of all encodings of the lane, one after another. */
    GLOBALS(0),
    /** A byte: the {@link dev.tengen.planes.Symmetry#number} of the agent's view. */
    SYMMETRIES(1),
    /** A byte: the {@link dev.tengen.board.Color} of the agent in an episode of a {@link Task}; 0 without a task. */
    AGENT_COLORS(0),
    /** A signed byte: {@link TaskInfo#optimalValue}; 0 without a task. */
    OPTIMAL_VALUES(0),
    /** A signed byte: {@link TaskInfo#regret} if the episode of a task is over, otherwise 0. */
    REGRETS(0),
    /** A byte: 1 if the action was the agent's and optimal, 2 if it was not optimal; 0 if moves are not judged. */
    ORACLE_OPTIMAL(0),
    /** A byte: 1 if play has ended and the player to move must propose dead stones. */
    AGREEMENTS(0),
    /**
     * int32: the opponent's action, its reply or its first move in an episode that the request started;
     * {@link EnvironmentBatch#NO_ACTION} for none.
     */
    OPPONENT_ACTIONS(0);

    private final int fixedByteCount;

    RowField(int fixedByteCount) {
        this.fixedByteCount = fixedByteCount;
    }

    /** Returns the index of the field, from 0, in arrays of this package. */
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }

    /** Returns the number of bytes per row. */
    public int byteCount(RowLayout layout) {
        return switch (this) {
            case OBSERVATIONS -> layout.observationByteCount();
            case ACTION_MASKS -> layout.actionMaskByteCount();
            case GLOBALS -> layout.globalByteCount();
            case AGENT_COLORS, OPTIMAL_VALUES, REGRETS, ORACLE_OPTIMAL -> layout.hasTask() ? 1 : 0;
            case AGREEMENTS -> layout.hasAgreement() ? 1 : 0;
            case OPPONENT_ACTIONS -> layout.hasOpponent() ? Integer.BYTES : 0;
            default -> fixedByteCount;
        };
    }
}
