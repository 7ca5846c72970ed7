package dev.tengen.race.search;

import dev.tengen.board.Color;

/**
 * The move ordering of a search, with a history heuristic: it learns from moves that won elsewhere. It does not affect
 * correctness. Not thread-safe.
 */
final class RaceMoveOrdering {
    private static final long CAPTURE = 6_000;
    private static final long ATTACK = 4_000;
    private static final long APPROACH = 3_000;
    private static final long DEFENDERS_PASS = 2_000;
    private static final long SHARED = 1_000;

    private final RaceRegion region;
    private final long[][] wins = new long[3][RaceRegion.MAX_POINT_COUNT + 1];
    private long ownLiberties;
    private long enemyLiberties;

    RaceMoveOrdering(RaceRegion region) {
        this.region = region;
    }

    /**
     * Finds the liberties of both essential chains, before {@link #key} is called for the moves in {@code coloring}.
     */
    void prepare(RaceColoring coloring, int mover) {
        long black = liberties(coloring, coloring.black(), Color.BLACK);
        long white = liberties(coloring, coloring.white(), Color.WHITE);
        ownLiberties = mover == Color.BLACK ? black : white;
        enemyLiberties = mover == Color.BLACK ? white : black;
    }

    private long liberties(RaceColoring coloring, long own, int color) {
        long beside = region.besideEssential(color);
        return (beside | region.neighborsOf(region.flood(beside, own))) & ~(coloring.black() | coloring.white());
    }

    /** Returns the ordering key of a play; higher keys are tried first. */
    long key(int point, int mover, RacePlayPreview outcome) {
        boolean isOwn = (ownLiberties >>> point & 1) != 0;
        long kind = 0;
        if (outcome.removed() != 0 && !outcome.isSuicide()) {
            kind = CAPTURE;
        } else if ((enemyLiberties >>> point & 1) != 0) {
            kind = isOwn ? SHARED : ATTACK;
        } else if (!isOwn) {
            kind = APPROACH;
        }
        return kind + wins[mover][point];
    }

    /** Returns the ordering key of a pass. */
    long passKey(int mover, RaceGoal goal) {
        return (mover == goal.attacker() ? 0 : DEFENDERS_PASS) + wins[mover][region.pointCount()];
    }

    /** Records that a move won. */
    void reward(int mover, int point) {
        wins[mover][point]++;
    }
}
