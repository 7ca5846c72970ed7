package dev.tengen.arena.tournament;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;

/**
 * A planned game.
 *
 * @param pair the pair that it belongs to
 * @param index the index of the game in the pair, 0 or 1
 * @param id the id of the game, unique within the tournament
 */
record GamePlan(PlannedPair pair, int index, String id) {
    /** Creates a plan with an id from the players and the pair. */
    GamePlan(PlannedPair pair, int index) {
        this(pair, index, name(pair.games().get(index)));
    }

    /** Returns the players and the opening. */
    PlannedGame game() {
        return pair.games().get(index);
    }

    /** Returns the name of the player with {@code color}. */
    String player(int color) {
        return color == Color.BLACK ? game().black() : game().white();
    }

    /**
     * Returns the seed of the player with {@code color}. It differs between the games of a tournament, and is the same
     * if a game is replayed.
     */
    long seed(long tournamentSeed, int color) {
        return SplitMix64.mix(tournamentSeed + SplitMix64.mix(name(game()).hashCode()) + color);
    }

    private static String name(PlannedGame game) {
        return game.black() + " v " + game.white() + ", " + game.pair();
    }
}
