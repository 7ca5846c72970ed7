package dev.tengen.client.analysis;

/** The status of a capturing race, or why it is unknown. */
public enum RaceStatus {
    /** No status. */
    NONE,
    /** Black captures, even if White moves first. */
    SETTLED_BLACK,
    /** White captures, even if Black moves first. */
    SETTLED_WHITE,
    /** The player who moves first captures. */
    FIRST_PLAYER_CAPTURES,
    /** Black captures by moving first; if White moves first, the result is seki. */
    BLACK_FIRST_ELSE_SEKI,
    /** White captures by moving first; if Black moves first, the result is seki. */
    WHITE_FIRST_ELSE_SEKI,
    /** Seki, no matter who moves first. */
    SEKI,
    /** Unknown: a ko may decide the race, which depends on the rest of the board. */
    UNSUPPORTED_KO,
    /** Unknown: a last liberty can be filled without an approach move, so that regions are not independent. */
    UNSUPPORTED_LAST_LIBERTY,
    /** Unknown: a limit was reached. */
    UNSUPPORTED_TOO_LARGE,
    /** Unknown: safe chains of the opponent do not enclose a region. */
    UNSUPPORTED_NOT_ENCLOSED,
    /** Unknown: the counting rules do not cover an eye, or an eye is not complete yet. */
    UNSUPPORTED_EYE,
    /** A status that this client is too old to know. */
    UNKNOWN;

    /** Returns whether this status says how the race ends. */
    public boolean isSupported() {
        return this != NONE && compareTo(UNSUPPORTED_KO) < 0;
    }
}
