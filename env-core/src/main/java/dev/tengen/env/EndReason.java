package dev.tengen.env;

import java.util.Arrays;

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
    REPETITION(5),
    /** Terminated: a player has reached what the episode's {@link Task} is about. */
    TASK_DECIDED(6),
    /** Terminated: the opponent, another program, took longer than allowed and loses. */
    OPPONENT_TIMEOUT(10),
    /** Terminated: the opponent, another program, ended or said something that is no move, and loses. */
    OPPONENT_FAILED(11),
    /** Truncated: the opponent, another program, does not accept a legal move; nobody wins. */
    OPPONENT_REFUSED(12);

    private final int number;

    EndReason(int number) {
        this.number = number;
    }

    /** Returns its number in rows and on the wire; 0 is {@link #NONE}. */
    public int number() {
        return number;
    }

    /** Returns the one with {@link #number} {@code number}, of which there is one. */
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

    /** Returns whether the episode was cut short, so that nobody won. */
    public boolean isTruncation() {
        return this == MAX_MOVES || this == OPPONENT_REFUSED;
    }
}
