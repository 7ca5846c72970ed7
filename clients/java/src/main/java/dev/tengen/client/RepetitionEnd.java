package dev.tengen.client;

/** What a play does that makes a coloring which stood before, where the ko rule lets it. */
public enum RepetitionEnd {
    /** Nothing. */
    NONE,
    /** It ends the episode as a tie. */
    DRAW,
    /** It ends the episode, and who made it loses. */
    LOSS
}
