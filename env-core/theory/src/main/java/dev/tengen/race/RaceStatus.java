package dev.tengen.race;

/**
 * The status of a race: the result for each player to move first, in one word, or why it is unknown. Unknown results
 * are never guessed.
 */
public enum RaceStatus {
    /** Black captures, no matter who moves first. */
    SETTLED_BLACK,
    /** White captures, no matter who moves first. */
    SETTLED_WHITE,
    /** The player who moves first captures. */
    FIRST_PLAYER_CAPTURES,
    /** Black captures by moving first; if White moves first, it is a seki. */
    BLACK_FIRST_ELSE_SEKI,
    /** White captures by moving first; if Black moves first, it is a seki. */
    WHITE_FIRST_ELSE_SEKI,
    /** A seki, no matter who moves first. */
    SEKI,
    /** A ko may decide the race, so it depends on the rest of the board. */
    UNSUPPORTED_KO,
    /**
     * A region has another value if it holds its chain's last liberty, which needs no approach move; the regions are
     * not independent.
     */
    UNSUPPORTED_LAST_LIBERTY,
    /** A limit was reached. */
    UNSUPPORTED_TOO_LARGE,
    /** A region is not enclosed by safe chains of the opponent. */
    UNSUPPORTED_NOT_ENCLOSED,
    /** An eye has a shape that counting does not cover, or still has to be made. */
    UNSUPPORTED_EYE;

    /**
     * Returns the status of a race with the given results.
     *
     * @param blackFirst the result if Black moves first
     * @param whiteFirst the result if White moves first
     * @throws IllegalArgumentException if moving first does harm, which is impossible because a player may pass
     */
    public static RaceStatus of(RaceResult blackFirst, RaceResult whiteFirst) {
        if (blackFirst == whiteFirst) {
            return switch (blackFirst) {
                case BLACK_CAPTURES -> SETTLED_BLACK;
                case SEKI -> SEKI;
                case WHITE_CAPTURES -> SETTLED_WHITE;
            };
        }
        if (blackFirst == RaceResult.BLACK_CAPTURES) {
            return whiteFirst == RaceResult.SEKI ? BLACK_FIRST_ELSE_SEKI : FIRST_PLAYER_CAPTURES;
        }
        if (blackFirst == RaceResult.SEKI && whiteFirst == RaceResult.WHITE_CAPTURES) {
            return WHITE_FIRST_ELSE_SEKI;
        }
        throw new IllegalArgumentException(
                "no race ends with " + blackFirst + " if Black moves first and " + whiteFirst + " if White does");
    }

    /** Returns whether the status gives the result of the race. */
    public boolean isSupported() {
        return compareTo(UNSUPPORTED_KO) < 0;
    }
}
