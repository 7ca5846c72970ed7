package dev.tengen.env;

/** Why an episode ended. */
public enum EndReason {
    /** It goes on. */
    NONE(0),
    /** Terminated: as many passes in a row as the rules ask for. */
    PASSES(1),
    /** Terminated: a player resigned. */
    RESIGNATION(2),
    /** Terminated: a player made an illegal action that loses. */
    ILLEGAL_ACTION(3),
    /** Truncated: the limit on moves was reached. */
    MAX_MOVES(4),
    /** Terminated: a repetition that the rules neither forbid nor let be. */
    REPETITION(5);

    private final int number;

    EndReason(int number) {
        this.number = number;
    }

    /** Returns its number in rows and on the wire; 0 is {@link #NONE}. */
    public int number() {
        return number;
    }

    /** Returns whether the rules ended the episode. */
    public boolean isTermination() {
        return this != NONE && this != MAX_MOVES;
    }
}
