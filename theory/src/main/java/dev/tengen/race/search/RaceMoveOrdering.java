package dev.tengen.race.search;

import dev.tengen.board.Color;

/**
 * Which moves a search should try first. Has nothing to do with what is right: it learns from moves that won elsewhere. Not
 * thread-safe.
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

    /** Notes the liberties of both essential chains. */
    void look(RaceColoring coloring, int mover) {
        long black = liberties(coloring, coloring.black(), Color.BLACK);
        long white = liberties(coloring, coloring.white(), Color.WHITE);
        ownLiberties = mover == Color.BLACK ? black : white;
        enemyLiberties = mover == Color.BLACK ? white : black;
    }

    private long liberties(RaceColoring coloring, long own, int color) {
        long beside = region.besideEssential(color);
        return (beside | region.neighborsOf(region.flood(beside, own))) & ~(coloring.black() | coloring.white());
    }

    /** Returns how promising a play is, the more the better. */
    long key(int point, int mover, RaceMoves outcome) {
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

    /** Returns how promising a pass is. */
    long passKey(int mover, RaceGoal question) {
        return (mover == question.attacker() ? 0 : DEFENDERS_PASS) + wins[mover][region.pointCount()];
    }

    /** Notes that a move won. */
    void reward(int mover, int point) {
        wins[mover][point]++;
    }
}
