package dev.tengen.client.env;

/** Why an episode ended. */
public enum EndReason {
    /** The episode is not over. */
    NONE,
    /** Terminated: the number of consecutive passes that the rules require. */
    PASSES,
    /** Terminated: a player resigned. */
    RESIGNATION,
    /** Terminated: a player took an illegal action and loses by the policy for illegal actions. */
    ILLEGAL_ACTION,
    /** Truncated: the move limit was reached. */
    MAX_MOVES,
    /** Terminated: a repetition that the rules allow but that ends the game. */
    REPETITION,
    /** Terminated: a player reached the goal of the episode's task. */
    TASK_DECIDED,
    /** Truncated: as many illegal actions were ignored as the spec allows. */
    MAX_ILLEGAL_ACTIONS,
    /** Terminated: the opponent, an engine, exceeded the server's time limit and loses. */
    OPPONENT_TIMEOUT,
    /** Terminated: the opponent, an engine, exited or returned something that is not a move, and loses. */
    OPPONENT_FAILED,
    /** Truncated: the opponent, an engine, rejected a legal move. There is no winner. */
    OPPONENT_REFUSED,
    /** A reason that this client is too old to know. */
    UNKNOWN
}
