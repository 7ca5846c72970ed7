package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.GameResult;
import java.util.List;

/**
 * How far a tournament has come.
 *
 * @param started the pairs that were started, those that are over among them, in the order in which they were given out
 * @param results the results of all games that are over
 */
public record Progress(List<PlannedPair> started, List<GameResult> results) {
    /** A tournament at its start. */
    public static final Progress NONE = new Progress(List.of(), List.of());

    /** Makes a progress; the lists are copied. */
    public Progress {
        started = List.copyOf(started);
        results = List.copyOf(results);
    }

    /** Returns whether a game of {@code pair} is still to be played to its end. */
    boolean isOpen(PlannedPair pair) {
        return results.stream().filter(result -> isOf(result, pair)).count() < 2;
    }

    private static boolean isOf(GameResult result, PlannedPair pair) {
        return result.pair().equals(pair.name()) && pair.isBetween(result.black(), result.white());
    }

    /** Returns the points of {@code player}, in all games that are over, above or below one half of them. */
    double balance(String player) {
        return results.stream()
                .filter(result ->
                        result.black().equals(player) || result.white().equals(player))
                .mapToDouble(result -> result.points(player) - 0.5)
                .sum();
    }
}
