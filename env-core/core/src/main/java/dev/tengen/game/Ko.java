package dev.tengen.game;

/** The ko rule: which repetitions a play must not make. A pass is always legal, and no pass lifts a superko ban. */
public enum Ko {
    /**
     * Positional superko: no coloring of the board may occur a second time (Tromp-Taylor rule 6). The starting coloring
     * counts.
     */
    POSITIONAL,

    /**
     * Situational superko: no coloring may occur a second time with the same player to move. Situations reached by a
     * pass count.
     */
    SITUATIONAL,

    /**
     * Natural situational superko: no coloring that a player's play made may be made again by a play of the same
     * player. Nobody made the starting coloring.
     */
    NATURAL_SITUATIONAL,

    /**
     * Simple ko: a play may not restore the board as it was before the opponent's last play, if that play was the
     * previous turn. A pass lifts the ban.
     */
    SIMPLE,

    /** No repetition is forbidden. */
    NONE;

    /**
     * Returns whether the rule compares with positions of the whole game, not only with the one before the last play.
     */
    public boolean isSuperko() {
        return this == POSITIONAL || this == SITUATIONAL || this == NATURAL_SITUATIONAL;
    }
}
