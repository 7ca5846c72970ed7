package dev.tengen.game;

/**
 * The effect of a play that repeats an earlier coloring although the ko rule allows it. It exists for compatibility
 * with other programs, and only without superko, which forbids all such plays.
 */
public enum RepetitionEnd {
    /** No effect: the game continues. */
    NONE,

    /** The game ends as a tie, regardless of the score. */
    DRAW,

    /** The game ends, and the player who made the play loses. */
    LOSS
}
