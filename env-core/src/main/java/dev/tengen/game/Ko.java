package dev.tengen.game;

/** Which repetitions a play may not make. A pass is always legal, and no pass lifts a superko ban. */
public enum Ko {
    /** No coloring of the board may come a second time (Tromp-Taylor rule 6); the starting coloring counts. */
    POSITIONAL,

    /** No coloring with the same player to move may come a second time. Situations reached by a pass count. */
    SITUATIONAL,

    /** No coloring made by a play of the same player may come a second time. The starting one was made by nobody. */
    NATURAL_SITUATIONAL,

    /**
     * A play may not restore the board as it was before the opponent's last play, if that play was the very last turn; a
     * pass lifts the ban.
     */
    SIMPLE,

    /** No repetition is forbidden. */
    NONE;

    /** Returns whether positions of the whole game can be forbidden, not only the one before the last play. */
    public boolean isSuperko() {
        return this == POSITIONAL || this == SITUATIONAL || this == NATURAL_SITUATIONAL;
    }
}
