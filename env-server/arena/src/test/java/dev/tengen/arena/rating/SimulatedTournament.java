package dev.tengen.arena.rating;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.List;

/**
 * Simulated games between players with known strengths.
 *
 * <p>The expected points of each game are exactly those of the difference in Elo, regardless of openings and draws.
 *
 * @param elo the strengths; the name of player i is "p" and i
 * @param blackAdvantage the advantage of Black in Elo
 * @param drawShare the share of drawn games among those that can be drawn, from 0 to 1
 * @param openingShare the share of pairs in which the same random number decides both games, as if the opening favored
 *     a color
 */
record SimulatedTournament(double[] elo, double blackAdvantage, double drawShare, double openingShare) {
    /** Returns the name of a player. */
    static String name(int player) {
        return "p" + player;
    }

    /** Returns the results of {@code pairCount} pairs for every two players. */
    List<GameResult> roundRobin(int pairCount, SplitMix64 random) {
        List<GameResult> results = new ArrayList<>();
        for (int first = 0; first < elo.length; first++) {
            for (int second = 0; second < first; second++) {
                results.addAll(pairs(first, second, pairCount, random));
            }
        }
        return results;
    }

    /** Returns the results of {@code pairCount} pairs of player 0 against each other player. */
    List<GameResult> gauntlet(int pairCount, SplitMix64 random) {
        List<GameResult> results = new ArrayList<>();
        for (int second = 1; second < elo.length; second++) {
            results.addAll(pairs(0, second, pairCount, random));
        }
        return results;
    }

    /** Returns the results of {@code pairCount} pairs. */
    List<GameResult> pairs(int first, int second, int pairCount, SplitMix64 random) {
        List<GameResult> results = new ArrayList<>();
        for (int pair = 0; pair < pairCount; pair++) {
            double luck = uniform(random);
            boolean isSameLuck = uniform(random) < openingShare;
            double otherLuck = isSameLuck ? luck : uniform(random);
            results.add(game(first, second, pair, luck));
            results.add(game(second, first, pair, otherLuck));
        }
        return results;
    }

    private GameResult game(int black, int white, int pair, double luck) {
        double expected = Elo.expectedPoints(elo[black] - elo[white] + blackAdvantage);
        double draw = drawShare * 2 * Math.min(expected, 1 - expected);
        double win = expected - draw / 2;
        int winner = luck < win ? Color.BLACK : luck < win + draw ? Color.EMPTY : Color.WHITE;
        return new GameResult(name(black), name(white), winner, "pair " + pair, 0);
    }

    private static double uniform(SplitMix64 random) {
        return (random.nextLong() >>> 11) * 0x1p-53;
    }
}
