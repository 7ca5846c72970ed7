package dev.tengen.arena.tournament;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.board.SplitMix64;
import java.util.Comparator;

/**
 * A game that is to be played. The order is that of meetings, then players, and so the same whenever games begin and end.
 *
 * @param pair the pair that it belongs to
 * @param index which game of the pair it is, 0 or 1
 */
record GamePlan(PlannedPair pair, int index) implements Comparable<GamePlan> {
    private static final Comparator<GamePlan> ORDER = Comparator.<GamePlan>comparingInt(plan -> plan.pair.meeting())
            .thenComparing(plan -> plan.pair.first())
            .thenComparing(plan -> plan.pair.second())
            .thenComparingInt(plan -> plan.index);

    /** Returns who plays, and from which opening. */
    PlannedGame game() {
        return pair.games().get(index);
    }

    /** Returns the game's name, which no other game of the tournament has. */
    String id() {
        return game().black() + " v " + game().white() + ", " + game().pair();
    }

    /** Returns the seed of the player with {@code color}: another one in each game of a tournament. */
    long seed(long tournamentSeed, int color) {
        return SplitMix64.mix(tournamentSeed + SplitMix64.mix(id().hashCode()) + color);
    }

    /** Returns whether {@code other} is between the same players. */
    boolean hasPlayersOf(GamePlan other) {
        boolean isSame =
                pair.first().equals(other.pair.first()) && pair.second().equals(other.pair.second());
        boolean isSwapped =
                pair.first().equals(other.pair.second()) && pair.second().equals(other.pair.first());
        return isSame || isSwapped;
    }

    @Override
    public int compareTo(GamePlan other) {
        return ORDER.compare(this, other);
    }
}
