package dev.tengen.client;

/** The points that White gets for handicap stones, besides komi. */
public enum HandicapBonus {
    /** None. */
    NONE,
    /** One for each. */
    N,
    /** One for each but the first. */
    N_MINUS_ONE
}
