package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.GameResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Chooses the game that starts next. It prefers players with the fewest games in progress against each other, so that two slow
 * players never occupy all places. Not thread-safe.
 */
final class GameScheduler {
    private final Pairing pairing;
    private final Function<PlannedPair, List<GamePlan>> planner;
    private final List<PlannedPair> started;
    private final List<GameResult> results;
    private final List<PlannedGame> voided;

    /** The planned games that have not started. */
    private final List<GamePlan> waiting;

    /** The number of games in progress between each two players. */
    private final Map<Set<String>, Integer> running = new HashMap<>();

    /**
     * Creates a scheduler.
     *
     * @param pairing chooses the pairs
     * @param progress the progress of the tournament
     * @param waiting the games of started pairs that have not started
     * @param planner plans a pair and returns its two games
     */
    GameScheduler(
            Pairing pairing,
            TournamentProgress progress,
            Collection<GamePlan> waiting,
            Function<PlannedPair, List<GamePlan>> planner) {
        this.pairing = pairing;
        this.planner = planner;
        this.waiting = new ArrayList<>(waiting);
        started = new ArrayList<>(progress.started());
        results = new ArrayList<>(progress.results());
        voided = new ArrayList<>(progress.voided());
    }

    /** Removes and returns the next game of players that are not {@code absent}; empty if none can start now. */
    Optional<GamePlan> take(Set<String> absent) {
        Optional<GamePlan> planned = waiting.stream()
                .filter(plan -> !plan.pair().isOfAny(absent))
                .min(Comparator.comparingInt(plan -> runningCount(plan.pair()))); // The first one, in case of a tie.
        Optional<PlannedPair> pair = pairing.next(progress(), absent, Integer.MAX_VALUE).stream()
                .min(Comparator.comparingInt(this::runningCount))
                .filter(next -> planned.isEmpty()
                        || runningCount(next) < runningCount(planned.get().pair()));
        Optional<GamePlan> next = pair.isPresent() ? Optional.of(plan(pair.get())) : planned;
        next.ifPresent(this::begin);
        return next;
    }

    private TournamentProgress progress() {
        return new TournamentProgress(started, results, voided);
    }

    private int runningCount(PlannedPair pair) {
        return running.getOrDefault(players(pair), 0);
    }

    private static Set<String> players(PlannedPair pair) {
        return Set.of(pair.first(), pair.second());
    }

    /** Plans {@code pair}, and returns its first game. */
    private GamePlan plan(PlannedPair pair) {
        List<GamePlan> games = planner.apply(pair);
        started.add(pair);
        waiting.addAll(games);
        return games.get(0);
    }

    private void begin(GamePlan plan) {
        waiting.remove(plan);
        running.merge(players(plan.pair()), 1, Integer::sum);
    }

    /** Puts back a game that could not start. */
    void putBack(GamePlan plan) {
        waiting.add(plan);
        running.merge(players(plan.pair()), -1, Integer::sum);
    }

    /** Records the end of a game. */
    void done(GamePlan plan, GameReport report) {
        running.merge(players(plan.pair()), -1, Integer::sum);
        report.result().ifPresentOrElse(results::add, () -> voided.add(plan.game()));
    }

    /** Returns whether no game is left to start, even if all players were present. The end of a game may change this. */
    boolean isEmpty() {
        return waiting.isEmpty() && pairing.next(progress(), 1).isEmpty();
    }
}
