package dev.tengen.arena.tournament;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.board.Color;
import dev.tengen.board.SplitMix64;
import java.util.Comparator;

/**
 * A game that is to be played. The order is that of meetings, then players, and so the same whenever games begin and end.
 *
 * @param pair the pair that it belongs to
 * @param index which game of the pair it is, 0 or 1
 * @param id what its report calls it, and no other game of the tournament
 */
record GamePlan(PlannedPair pair, int index, String id) implements Comparable<GamePlan> {
    private static final Comparator<GamePlan> ORDER = Comparator.<GamePlan>comparingInt(plan -> plan.pair.meeting())
            .thenComparing(plan -> plan.pair.first())
            .thenComparing(plan -> plan.pair.second())
            .thenComparingInt(plan -> plan.index);

    /** Makes the plan of a game that is called by its name. */
    GamePlan(PlannedPair pair, int index) {
        this(pair, index, name(pair.games().get(index)));
    }

    /** Returns who plays, and from which opening. */
    PlannedGame game() {
        return pair.games().get(index);
    }

    /** Returns the name of the player who has {@code color}. */
    String player(int color) {
        return color == Color.BLACK ? game().black() : game().white();
    }

    /** Returns what no other game of the tournament is called, whatever was planned before and whenever. */
    private static String name(PlannedGame game) {
        return game.black() + " v " + game.white() + ", " + game.pair();
    }

    /**
     * Returns the seed of the player with {@code color}: another one in each game of a tournament, and the same one where a game
     * is played anew.
     */
    long seed(long tournamentSeed, int color) {
        return SplitMix64.mix(tournamentSeed + SplitMix64.mix(name(game()).hashCode()) + color);
    }

    @Override
    public int compareTo(GamePlan other) {
        return ORDER.compare(this, other);
    }
}
