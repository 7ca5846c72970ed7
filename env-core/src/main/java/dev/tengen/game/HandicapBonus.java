package dev.tengen.game;

/** The points that White gets for Black's handicap stones, besides komi. */
public enum HandicapBonus {
    /** None. */
    NONE,

    /** One for each handicap stone. */
    N,

    /** One for each handicap stone but the first. */
    N_MINUS_ONE;

    /** Returns the points for {@code handicap} stones; 0 stones bring none. */
    public int points(int handicap) {
        if (handicap == 0) {
            return 0;
        }
        return switch (this) {
            case NONE -> 0;
            case N -> handicap;
            case N_MINUS_ONE -> handicap - 1;
        };
    }
}
