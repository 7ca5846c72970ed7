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
 * What is still to be played, and what is being played. The next game is always one between players with the fewest games
 * under way against each other, so that two slow players never take the places of all others. Not thread-safe.
 */
final class GameScheduler {
    private final Pairing pairing;
    private final Function<PlannedPair, List<GamePlan>> planner;
    private final List<PlannedPair> started;
    private final List<GameResult> results;
    private final List<PlannedGame> voided;

    /** Games that are planned and have not begun. */
    private final List<GamePlan> waiting;

    /** How many games are under way between each two players. */
    private final Map<Set<String>, Integer> underWay = new HashMap<>();

    /**
     * Makes an agenda.
     *
     * @param pairing says what to plan next
     * @param progress how far the tournament has come
     * @param waiting the games of started pairs that are neither over nor under way
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

    /** Takes the next game, of players who are not {@code absent}; nothing where none can begin now. */
    Optional<GamePlan> take(Set<String> absent) {
        Optional<GamePlan> planned = waiting.stream()
                .filter(plan -> !plan.pair().isOfAny(absent))
                .min(Comparator.comparingInt(plan -> countUnderWay(plan.pair()))); // The first of them.
        Optional<PlannedPair> pair = pairing.next(progress(), absent, Integer.MAX_VALUE).stream()
                .min(Comparator.comparingInt(this::countUnderWay))
                .filter(next -> planned.isEmpty()
                        || countUnderWay(next) < countUnderWay(planned.get().pair()));
        Optional<GamePlan> next = pair.isPresent() ? Optional.of(plan(pair.get())) : planned;
        next.ifPresent(this::begin);
        return next;
    }

    private TournamentProgress progress() {
        return new TournamentProgress(started, results, voided);
    }

    private int countUnderWay(PlannedPair pair) {
        return underWay.getOrDefault(players(pair), 0);
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
        underWay.merge(players(plan.pair()), 1, Integer::sum);
    }

    /** Gives back a game that could not begin after all. */
    void putBack(GamePlan plan) {
        waiting.add(plan);
        underWay.merge(players(plan.pair()), -1, Integer::sum);
    }

    /** Notes that the game of {@code plan} ended as {@code report} says. */
    void done(GamePlan plan, GameReport report) {
        underWay.merge(players(plan.pair()), -1, Integer::sum);
        report.result().ifPresentOrElse(results::add, () -> voided.add(plan.game()));
    }

    /** Returns whether nothing is left to begin, whoever comes, unless a game that is under way brings it about. */
    boolean isEmpty() {
        return waiting.isEmpty() && pairing.next(progress(), 1).isEmpty();
    }
}
