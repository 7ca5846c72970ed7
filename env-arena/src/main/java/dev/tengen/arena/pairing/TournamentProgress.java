package dev.tengen.arena.pairing;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a tournament has come.
 *
 * @param started the pairs that were started, those that are over among them, in the order in which they were given out
 * @param results the results of all games that are over, but for void ones
 * @param voided the games that are over and void: nobody won, and they say nothing about their players
 */
public record TournamentProgress(List<PlannedPair> started, List<GameResult> results, List<PlannedGame> voided) {
    /** A tournament at its start. */
    public static final TournamentProgress NONE = new TournamentProgress(List.of(), List.of());

    /** Makes a progress; the lists are copied. */
    public TournamentProgress {
        started = List.copyOf(started);
        results = List.copyOf(results);
        voided = List.copyOf(voided);
    }

    /** Makes a progress without void games. */
    public TournamentProgress(List<PlannedPair> started, List<GameResult> results) {
        this(started, results, List.of());
    }

    /** Returns this after the start of {@code pair}. */
    TournamentProgress with(PlannedPair pair) {
        List<PlannedPair> more = new ArrayList<>(started);
        more.add(pair);
        return new TournamentProgress(more, results, voided);
    }

    /** Returns whether a game of {@code pair} is still to be played to its end. */
    boolean isOpen(PlannedPair pair) {
        long over = results.stream()
                        .filter(result -> isOf(pair, result.pair(), result.black(), result.white()))
                        .count()
                + voided.stream()
                        .filter(game -> isOf(pair, game.pair(), game.black(), game.white()))
                        .count();
        return over < 2;
    }

    private static boolean isOf(PlannedPair pair, String name, String black, String white) {
        return name.equals(pair.name()) && pair.isBetween(black, white);
    }

    /** Returns the points of {@code player}, in all games that are over, above or below one half of them; void ones count half. */
    double balance(String player) {
        return results.stream()
                .filter(result ->
                        result.black().equals(player) || result.white().equals(player))
                .mapToDouble(result -> result.points(player) - 0.5)
                .sum();
    }
}
