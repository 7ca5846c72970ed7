package dev.tengen.client;

/** How a capturing race stands, or why that is not known. */
public enum RaceStatus {
    /** Nothing is said. */
    NONE,
    /** Black captures, whoever moves first. */
    SETTLED_BLACK,
    /** White captures, whoever moves first. */
    SETTLED_WHITE,
    /** Whoever moves first captures. */
    FIRST_PLAYER_CAPTURES,
    /** Black captures by moving first; if White moves first, it is a seki. */
    BLACK_FIRST_ELSE_SEKI,
    /** White captures by moving first; if Black moves first, it is a seki. */
    WHITE_FIRST_ELSE_SEKI,
    /** A seki, whoever moves first. */
    SEKI,
    /** Not known: a ko may decide it, which depends on the rest of the board. */
    UNSUPPORTED_KO,
    /** Not known: a last liberty can be filled with no approach move, so that regions are not independent. */
    UNSUPPORTED_LAST_LIBERTY,
    /** Not known: a limit was reached. */
    UNSUPPORTED_TOO_LARGE,
    /** Not known: a region is not enclosed by safe chains of the opponent. */
    UNSUPPORTED_NOT_ENCLOSED,
    /** Not known: there is an eye that the rules of counting do not cover, or that is still to be made. */
    UNSUPPORTED_EYE,
    /** A status that this client is too old to know. */
    UNKNOWN;

    /** Returns whether this says how the race ends. */
    public boolean isSupported() {
        return this != NONE && compareTo(UNSUPPORTED_KO) < 0;
    }
}
