package dev.tengen.game;

/** The points that White receives for Black's handicap stones, in addition to komi. */
public enum HandicapBonus {
    /** None. */
    NONE,

    /** One point per handicap stone. */
    N,

    /** One point per handicap stone but the first. */
    N_MINUS_ONE;

    /** Returns the points for {@code handicap} stones; 0 for no stones. */
    public int points(int handicap) {
        return switch (this) {
            case NONE -> 0;
            case N -> handicap;
            case N_MINUS_ONE -> Math.max(0, handicap - 1);
        };
    }
}
