package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.budget.SearchLimits;
import dev.tengen.race.Race;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.search.RaceSearch;
import dev.tengen.race.search.RaceSearchResult;
import java.time.Duration;
import java.util.Optional;

/** Searches a race that counting does not decide. The limits apply to all of its searches together. */
final class SearchFallback {
    private final Race race;
    private final RaceSearch search;
    private final SearchLimits limits;
    private final long startNanos = System.nanoTime();
    private long nodes;

    /**
     * Creates a fallback for {@code race}. If {@code points} is present, it must hold every point that affects the
     * race; players then move only there.
     */
    SearchFallback(Race race, Optional<PointSet> points, SearchLimits limits) {
        this.race = race;
        this.limits = limits;
        search = new RaceSearch(points.map(this::within).orElse(race));
    }

    /** A move elsewhere equals a pass, except for kos. Without such moves the search is faster. */
    private Race within(PointSet points) {
        PointSet unplayable = race.board().points(Color.EMPTY).difference(points);
        unplayable.addAll(race.unplayable());
        return new Race(
                race.board(),
                unplayable,
                race.essential(Color.BLACK).first(),
                race.essential(Color.WHITE).first());
    }

    /** Returns the search result if {@code first} moves first, as far as the limits allow. */
    RaceSearchResult answer(int first) {
        Duration spent = Duration.ofNanos(System.nanoTime() - startNanos);
        Duration left = limits.maxTime().minus(spent);
        RaceSearchResult answer = search.solve(
                first, new SearchLimits(limits.maxNodes() - nodes, left.isNegative() ? Duration.ZERO : left));
        nodes = Math.min(limits.maxNodes(), nodes + answer.nodes());
        return answer;
    }

    /** Returns the number of searched states. */
    long nodes() {
        return nodes;
    }

    /** Returns the result and the winning moves of a search result. */
    RaceOutcome outcome(RaceSearchResult answer) {
        return new RaceOutcome(answer.result(), winningMoves(answer));
    }

    private Optional<PointSet> winningMoves(RaceSearchResult answer) {
        if (!answer.isComplete()) {
            return Optional.empty();
        }
        PointSet winning = new PointSet(race.board().grid());
        answer.winningMoves().forEach(winning::add);
        return Optional.of(winning);
    }
}
