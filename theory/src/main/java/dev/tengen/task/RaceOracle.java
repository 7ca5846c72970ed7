package dev.tengen.task;

import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.race.search.RaceSearch;
import dev.tengen.race.search.RaceSearchResult;
import java.util.List;
import java.util.Optional;

/**
 * Knows what positions of races are worth, by exhaustive search; what was asked last is kept, for all tasks of a process
 * together, so that oracles in thousands of lanes cost little. Thread-safe.
 */
final class RaceOracle {
    /*
     * A position is judged by its stones, by whose turn it is, and by whether the last move was a pass. What stood before does
     * not count: it would matter in a ko alone, and no task is drawn whose result depends on one.
     */

    /** States searched for one position: a thousand times what most take. The same on any machine. */
    private static final SearchLimits LIMITS = SearchLimits.ofNodes(300_000);

    /** A verdict takes a few hundred bytes. */
    private static final int MAX_KEPT_COUNT = 100_000;

    private static final LruCache<Position, Optional<RaceSolution>> VERDICTS = new LruCache<>(MAX_KEPT_COUNT);

    private RaceOracle() {}

    /**
     * Returns what {@code site} is worth with the stones of {@code board} and {@code mover} to move, after a pass or not; empty
     * where the search has reached its limit. Both essential chains must stand.
     */
    static Optional<RaceSolution> verdict(PlacedRace site, Board board, int mover, boolean isAfterPass) {
        Position position = new Position(
                site.id(), site.stones(board, Color.BLACK), site.stones(board, Color.WHITE), mover, isAfterPass);
        return VERDICTS.get(position, () -> solve(site.raceOn(board), mover, isAfterPass));
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

    private record Position(String siteId, PointSet black, PointSet white, int mover, boolean isAfterPass) {}
}
