package dev.tengen.client;

/** Why an episode ended. */
public enum EndReason {
    /** It goes on. */
    NONE,
    /** Terminated: as many passes in a row as the rules ask for. */
    PASSES,
    /** Terminated: a player resigned. */
    RESIGNATION,
    /** Terminated: a player made an illegal action that loses. */
    ILLEGAL_ACTION,
    /** Truncated: the limit on moves was reached. */
    MAX_MOVES,
    /** Terminated: a repetition that the rules do not forbid but end the game for. */
    REPETITION,
    /** Terminated: a player has reached what the episode's task is about. */
    TASK_DECIDED,
    /** Terminated: the opponent, an engine, took longer than the server allows and loses. */
    OPPONENT_TIMEOUT,
    /** Terminated: the opponent, an engine, ended or answered something that is no move, and loses. */
    OPPONENT_FAILED,
    /** Truncated: the opponent, an engine, does not accept a legal move; nobody wins. */
    OPPONENT_REFUSED,
    /** It ended for a reason that this client is too old to know. */
    UNKNOWN
}
