package dev.tengen.env;

import java.util.Arrays;

/** Why an episode ended. */
public enum EndReason {
    /** The episode continues. */
    NONE(0),
    /** Terminated: the number of consecutive passes that the rules require. */
    PASSES(1),
    /** Terminated: a player resigned. */
    RESIGNATION(2),
    /** Terminated: a player lost by an illegal action. */
    ILLEGAL_ACTION(3),
    /** Truncated: the move limit was reached. */
    MAX_MOVES(4),
    /** Terminated: a repetition that ends the game under its rules. */
    REPETITION(5),
    /** Terminated: a player reached the goal of the episode's {@link Task}. */
    TASK_DECIDED(6),
    /** Truncated: as many illegal actions were ignored as the spec allows. */
    MAX_ILLEGAL_ACTIONS(7),
    /** Terminated: the opponent, an external program, exceeded its time limit and loses. */
    OPPONENT_TIMEOUT(10),
    /**
     * Terminated: the opponent, an external program, ended or answered with something that is not a move, and loses.
     */
    OPPONENT_FAILED(11),
    /** Truncated: the opponent, an external program, rejected a legal move. Nobody wins. */
    OPPONENT_REFUSED(12);

    private final int number;

    EndReason(int number) {
        this.number = number;
    }

    /** Returns the number in batch rows and on the wire; 0 is {@link #NONE}. */
    public int number() {
        return number;
    }

    /**
     * Returns the reason with {@link #number} {@code number}.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    public static EndReason numbered(int number) {
        return Arrays.stream(values())
                .filter(reason -> reason.number == number)
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether the rules ended the episode. */
    public boolean isTermination() {
        return this != NONE && !isTruncation();
    }

    /** Returns whether the episode was truncated, so that nobody won. */
    public boolean isTruncation() {
        return this == MAX_MOVES || this == MAX_ILLEGAL_ACTIONS || this == OPPONENT_REFUSED;
    }
}
