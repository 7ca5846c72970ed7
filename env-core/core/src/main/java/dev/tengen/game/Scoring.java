package dev.tengen.game;

/** What counts as a point for a player. */
public enum Scoring {
    /** Area scoring: the player's stones and the empty points that reach only its color (Tromp-Taylor rule 9). */
    AREA,

    /**
     * Territory scoring: the empty points that reach only the player's color, and its prisoners (the stones of the
     * other color that left the board).
     */
    TERRITORY
}
