package dev.tengen.client.env;

/**
 * Complete rules of play and scoring, as a server reports them.
 *
 * @param ko the repetitions that are forbidden
 * @param suicide the suicides that are allowed
 * @param scoring what counts as a point
 * @param tax points that groups cost their owner
 * @param passesToEnd consecutive passes that end play
 * @param komi points for White
 * @param handicapBonus points for White for handicap stones
 * @param deadStones how dead stones are determined at the end
 * @param repetitionEnd effect of a repetition that {@code ko} allows
 * @param friendlyPassOk whether players may pass before they have captured dead stones
 * @param hash 64-bit hash of all of these; equal rules have equal hashes
 * @param kataGoJson the rules without komi in KataGo's JSON; empty if KataGo has no such rules
 */
public record Rules(
        KoRule ko,
        SuicideRule suicide,
        ScoringRule scoring,
        TaxRule tax,
        int passesToEnd,
        double komi,
        HandicapBonus handicapBonus,
        DeadStonesRule deadStones,
        RepetitionEnd repetitionEnd,
        boolean friendlyPassOk,
        long hash,
        String kataGoJson) {
    /** The repetitions that a play may not make. See docs/reference/rules.md for the exact definitions. */
    public enum KoRule {
        /** Positional superko: no coloring twice. */
        POSITIONAL,
        /** Situational superko: no coloring twice with the same player to move. */
        SITUATIONAL,
        /** Natural situational superko: no coloring twice made by plays of the same player. */
        NATURAL_SITUATIONAL,
        /** Simple ko: no immediate recapture. */
        SIMPLE,
        /** All repetitions are allowed. */
        NONE
    }

    /** The suicides that are allowed. */
    public enum SuicideRule {
        /** None. */
        FORBIDDEN,
        /** Suicides of two stones or more. */
        MULTI_STONE,
        /** All. */
        ANY
    }

    /** What counts as a point. */
    public enum ScoringRule {
        /** Stones, and empty points that reach one color only. */
        AREA,
        /** Empty points that reach one color only, and prisoners. */
        TERRITORY
    }

    /** Points that groups cost their owner. See docs/reference/rules.md for regions and when they are in seki. */
    public enum TaxRule {
        /** None. */
        NONE,
        /** The empty points of regions in seki. */
        SEKI,
        /** The empty points of regions in seki, and two points for each other region. */
        ALL
    }

    /** Points for White for handicap stones, in addition to komi. */
    public enum HandicapBonus {
        /** None. */
        NONE,
        /** One for each handicap stone. */
        N,
        /** One for each handicap stone except the first. */
        N_MINUS_ONE
    }

    /** How dead stones are determined once passes have ended play. */
    public enum DeadStonesRule {
        /** No stone is dead. */
        AS_IT_STANDS,
        /** The stones that both players propose. If the proposals differ, play resumes. */
        AGREEMENT
    }

    /** Effect of a play that repeats an earlier coloring and that the ko rule allows. */
    public enum RepetitionEnd {
        /** None. */
        NONE,
        /** The episode ends as a tie. */
        DRAW,
        /** The episode ends and the mover loses. */
        LOSS
    }
}
