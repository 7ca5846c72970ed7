package dev.tengen.game;

/** What a player's points are. */
public enum Scoring {
    /** Its stones and the empty points that reach its color alone (Tromp-Taylor rule 9). */
    AREA,

    /** The empty points that reach its color alone, and its prisoners: the stones of the other color that left the board. */
    TERRITORY
}
