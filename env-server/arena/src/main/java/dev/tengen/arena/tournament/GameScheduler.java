package dev.tengen.arena.tournament;

import dev.tengen.arena.pairing.LivePairing;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.TrackedGame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses the game that starts next. It prefers players with the fewest games in progress against each other, so that
 * two slow players never occupy all places. It knows the games of other workers as far as {@link #track} has been
 * called. Not thread-safe.
 */
final class GameScheduler {
    private final LivePairing pairing;
    private final BiFunction<Integer, PlannedPair, List<GamePlan>> planner;
    private int pairCount;

    /** The planned games that have not started. */
    private final List<GamePlan> waiting;

    /** The games in progress of this worker, by id. */
    private final Map<String, GamePlan> own = new HashMap<>();

    /** The games in progress of other workers, by id. */
    private final Map<String, GamePlan> elsewhere = new HashMap<>();

    /** The number of games in progress between each two players. */
    private final Map<Set<String>, Integer> running = new HashMap<>();

    /**
     * Creates a scheduler.
     *
     * @param pairing chooses the pairs, and knows the progress of the tournament
     * @param pairCount the number of pairs that have started
     * @param waiting the games of started pairs that have not started
     * @param planner plans a pair after that many pairs, and returns its two games, or those of the pairs that other
     *     workers have planned meanwhile
     */
    GameScheduler(
            LivePairing pairing,
            int pairCount,
            Collection<GamePlan> waiting,
            BiFunction<Integer, PlannedPair, List<GamePlan>> planner) {
        this.pairing = pairing;
        this.pairCount = pairCount;
        this.planner = planner;
        this.waiting = new ArrayList<>(waiting);
    }

    /** Adds a player of an endless tournament. */
    void join(String player) {
        pairing.joined(player);
    }

    /** Sets the players that have withdrawn: no further pair of them starts. */
    void setWithdrawn(Set<String> players) {
        pairing.withdrawn(players);
    }

    /** Removes and returns the next game of players that are not {@code absent}; empty if none can start now. */
    Optional<GamePlan> take(Set<String> absent) {
        Optional<GamePlan> planned = mostUrgent(absent);
        Optional<PlannedPair> pair = pairing.next(absent, playing()).stream()
                .min(Comparator.comparingInt(this::runningCount))
                .filter(next -> planned.isEmpty()
                        || runningCount(next) < runningCount(planned.get().pair()));
        if (pair.isPresent()) {
            add(planner.apply(pairCount, pair.get()));
        }
        Optional<GamePlan> next = pair.isPresent() ? mostUrgent(absent) : planned;
        next.ifPresent(this::begin);
        return next;
    }

    private Optional<GamePlan> mostUrgent(Set<String> absent) {
        return waiting.stream()
                .filter(plan -> !plan.pair().isOfAny(absent))
                .min(Comparator.comparingInt(plan -> runningCount(plan.pair()))); // The first one, in case of a tie.
    }

    private Set<String> playing() {
        return running.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .flatMap(entry -> entry.getKey().stream())
                .collect(Collectors.toSet());
    }

    private int runningCount(PlannedPair pair) {
        return running.getOrDefault(players(pair), 0);
    }

    private static Set<String> players(PlannedPair pair) {
        return Set.of(pair.first(), pair.second());
    }

    /** Adds the games of new pairs, by pair. They wait, as far as is known. */
    void add(List<GamePlan> games) {
        games.stream().map(GamePlan::pair).distinct().forEach(pair -> {
            pairing.started(pair);
            pairCount++;
        });
        waiting.addAll(games);
    }

    private void begin(GamePlan plan) {
        waiting.remove(plan);
        own.put(plan.id(), plan);
        count(plan, 1);
    }

    private void count(GamePlan plan, int change) {
        running.merge(players(plan.pair()), change, (before, more) -> before + more == 0 ? null : before + more);
    }

    /** Puts back a game that could not start. */
    void putBack(GamePlan plan) {
        own.remove(plan.id());
        waiting.add(plan);
        count(plan, -1);
    }

    /** Takes note that another worker plays the game that was taken. */
    void leaveElsewhere(GamePlan plan) {
        own.remove(plan.id());
        elsewhere.put(plan.id(), plan);
    }

    /** Takes note that this worker has lost its games. Who plays them is unknown until {@link #track} is called. */
    void loseAll() {
        elsewhere.putAll(own);
        own.clear();
    }

    /** Records the end of a game of this worker by its result, which is empty for a void game. */
    void done(GamePlan plan, Optional<GameResult> result) {
        own.remove(plan.id());
        count(plan, -1);
        addResult(plan, result);
    }

    private void addResult(GamePlan plan, Optional<GameResult> result) {
        result.ifPresentOrElse(pairing::ended, () -> pairing.voided(plan.game()));
    }

    /** Returns the number of known pairs. */
    int pairCount() {
        return pairCount;
    }

    /** Returns the ids of the known games that other workers may play or end. */
    List<String> trackedIds() {
        return Stream.concat(waiting.stream().map(GamePlan::id), elsewhere.keySet().stream())
                .toList();
    }

    /**
     * Updates the state of a game that this worker does not play.
     *
     * @param id the id of a game in {@link #trackedIds}
     * @return whether the end of the game is news
     */
    boolean track(String id, TrackedGame now) {
        GamePlan known = Optional.ofNullable(elsewhere.get(id))
                .orElseGet(() -> waiting.stream()
                        .filter(plan -> plan.id().equals(id))
                        .findFirst()
                        .orElseThrow());
        boolean wasElsewhere = elsewhere.remove(id) != null;
        waiting.remove(known);
        boolean isElsewhere = now.game().state() == GameState.RUNNING;
        if (wasElsewhere != isElsewhere) {
            count(known, isElsewhere ? 1 : -1);
        }
        switch (now.game().state()) {
            case PLANNED -> waiting.add(known);
            case RUNNING -> elsewhere.put(id, known);
            case ENDED -> addResult(known, now.result());
        }
        return now.game().state() == GameState.ENDED;
    }

    /** Returns whether other workers play games, as far as is known. */
    boolean hasGamesElsewhere() {
        return !elsewhere.isEmpty();
    }

    /**
     * Returns whether no game is left to start, even if all players were present, and no other worker plays one. The
     * end of a game may change this.
     */
    boolean isEmpty() {
        return waiting.isEmpty() && elsewhere.isEmpty() && pairing.isExhausted();
    }
}
