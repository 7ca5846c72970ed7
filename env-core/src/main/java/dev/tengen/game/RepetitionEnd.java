package dev.tengen.game;

/**
 * What a play does that makes a coloring which stood before, where the ko rule lets it. Other programs play so; here it is for
 * compatibility with them, and only without superko, which would never let it come to that.
 */
public enum RepetitionEnd {
    /** Nothing: the game goes on. */
    NONE,

    /** It ends the game as a tie, whatever the score. */
    DRAW,

    /** It ends the game, and who made it loses. */
    LOSS
}
