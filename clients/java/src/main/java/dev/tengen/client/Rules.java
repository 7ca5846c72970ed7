package dev.tengen.client;

/**
 * Rules of play and of scoring, in full, as a server tells them.
 *
 * @param ko which repetitions are forbidden
 * @param suicide which suicides are allowed
 * @param scoring what points are
 * @param tax what groups cost their owner
 * @param passesToEnd passes in a row that end the play
 * @param komi points given to White
 * @param handicapBonus points given to White for handicap stones
 * @param deadStones which stones are taken for dead at the end
 * @param repetitionEnd what a repetition does that {@code ko} lets be
 * @param friendlyPassOk whether players may pass before they have captured dead stones
 * @param hash 64 bits over all of these; equal rules have equal hashes
 * @param kataGoJson the rules without komi in the JSON that KataGo reads, empty where they cannot be said so
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
        String kataGoJson) {}
