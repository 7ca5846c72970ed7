package dev.tengen.arena.pairing;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.util.ArrayList;
import java.util.List;

/**
 * The progress of a tournament.
 *
 * @param started the pairs that have started, including those that are over, in order
 * @param results the results of the games that are over and count
 * @param voided the games that are over and void
 */
public record TournamentProgress(List<PlannedPair> started, List<GameResult> results, List<PlannedGame> voided) {
    /** The start of a tournament. */
    public static final TournamentProgress NONE = new TournamentProgress(List.of(), List.of());

    /** Creates a progress. Copies the lists. */
    public TournamentProgress {
        started = List.copyOf(started);
        results = List.copyOf(results);
        voided = List.copyOf(voided);
    }

    /** Creates a progress without void games. */
    public TournamentProgress(List<PlannedPair> started, List<GameResult> results) {
        this(started, results, List.of());
    }

    /** Returns the progress after the start of {@code pair}. */
    TournamentProgress with(PlannedPair pair) {
        List<PlannedPair> more = new ArrayList<>(started);
        more.add(pair);
        return new TournamentProgress(more, results, voided);
    }

    /** Returns whether a game of {@code pair} is not over. */
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

    /** Returns the points of {@code player} minus half the number of its games; void games do not change it. */
    double balance(String player) {
        return results.stream()
                .filter(result ->
                        result.black().equals(player) || result.white().equals(player))
                .mapToDouble(result -> result.points(player) - 0.5)
                .sum();
    }
}
