package dev.tengen.race;

/**
 * How a race stands: what each player to move first gets, in one word, or why that is not known. What is not known is never
 * guessed.
 */
public enum RaceStatus {
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
    /** A ko may decide it, which depends on the rest of the board. */
    UNSUPPORTED_KO,
    /** A chain's last liberty lies where it can be filled with no approach move, so that regions are not independent. */
    UNSUPPORTED_LAST_LIBERTY,
    /** A limit was reached. */
    UNSUPPORTED_TOO_LARGE,
    /** A region is not enclosed by safe chains of the opponent. */
    UNSUPPORTED_NOT_ENCLOSED,
    /** An eye that the rules of counting do not cover, or that is still to be made. */
    UNSUPPORTED_EYE;

    /**
     * Returns how a race stands that ends with {@code blackFirst} if Black moves first and with {@code whiteFirst} if White
     * does. Throws {@link IllegalArgumentException} where moving first would do harm, which cannot be: a player may pass.
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

    /** Returns whether this says how the race ends. */
    public boolean isSupported() {
        return compareTo(UNSUPPORTED_KO) < 0;
    }
}
