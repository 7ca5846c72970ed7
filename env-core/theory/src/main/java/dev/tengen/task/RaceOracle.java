package dev.tengen.task;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.budget.LruCache;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.race.search.RaceSearch;
import dev.tengen.race.search.RaceSearchResult;
import java.util.List;
import java.util.Optional;

/**
 * Solves positions of races by exhaustive search. One LRU cache serves all tasks of the process, so oracles in
 * thousands of lanes cost little. Thread-safe.
 */
final class RaceOracle {
    /*
     * A position is identified by its stones, the player to move, and whether the last move was a pass. Its history is
     * ignored: it would matter only in a ko, and no task draws a race whose result depends on one.
     */

    /**
     * The states searched for one position: a thousand times what most positions need. The limit is the same on every
     * machine.
     */
    private static final SearchLimits LIMITS = SearchLimits.ofNodes(300_000);

    /** A position with its solution takes about this. */
    private static final int CACHED_BYTES = 600;

    /** The cache takes at most this part of the heap. */
    private static final int CACHE_PART = 64;

    private static final long MAX_CACHE_BYTES = 60_000_000;

    private static final LruCache<Position, Optional<RaceSolution>> CACHE = new LruCache<>(
            Math.min(MAX_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHE_PART), position -> CACHED_BYTES);

    private RaceOracle() {}

    /**
     * Returns the solution of a race with the stones of {@code board}; empty if the search reached its limit. Both
     * essential chains must stand.
     *
     * @param placed the race
     * @param board the current stones
     * @param mover the player to move
     * @param isAfterPass whether the last move was a pass
     */
    static Optional<RaceSolution> solution(PlacedRace placed, Board board, int mover, boolean isAfterPass) {
        Position position = new Position(
                placed.id(), placed.stones(board, Color.BLACK), placed.stones(board, Color.WHITE), mover, isAfterPass);
        return CACHE.get(position, () -> solve(placed.raceOn(board), mover, isAfterPass));
    }

    private static Optional<RaceSolution> solve(Race race, int mover, boolean isAfterPass) {
        int first = isAfterPass ? Color.opponent(mover) : mover;
        List<Integer> moves = isAfterPass ? List.of(race.board().grid().pass()) : List.of();
        RaceSearchResult answer = new RaceSearch(race, Suicide.ANY).solve(first, moves, LIMITS);
        if (!answer.isComplete()) {
            return Optional.empty();
        }
        int value = answer.result().orElseThrow().valueFor(mover);
        return Optional.of(new RaceSolution(value, answer.optimalMoves(), answer.isKoFree()));
    }

    private record Position(String raceId, PointSet black, PointSet white, int mover, boolean isAfterPass) {}
}
