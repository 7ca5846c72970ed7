package dev.tengen.race.count;

import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.search.RaceSearch;
import dev.tengen.race.search.RaceSearchResult;
import java.time.Duration;
import java.util.Optional;

/** Asks the search about a race that counting leaves open. The limits are on all of its searches together. */
final class RaceFallback {
    private final Race race;
    private final RaceSearch search;
    private final SearchLimits limits;
    private final long startNanos = System.nanoTime();
    private long nodes;

    /** Prepares for {@code race}, in which players move only at {@code points} if these hold all that touches it. */
    RaceFallback(Race race, Optional<PointSet> points, SearchLimits limits) {
        this.race = race;
        this.limits = limits;
        search = new RaceSearch(points.map(this::within).orElse(race));
    }

    /** A move elsewhere is a pass, but for kos. Left out, it costs the search nothing. */
    private Race within(PointSet points) {
        PointSet unplayable = race.board().points(Color.EMPTY).copy();
        unplayable.removeAll(points);
        unplayable.addAll(race.unplayable());
        return new Race(
                race.board(),
                unplayable,
                race.essential(Color.BLACK).first(),
                race.essential(Color.WHITE).first());
    }

    /** Returns what comes of the race if {@code first} moves first, as far as the limits allow. */
    RaceSearchResult answer(int first) {
        Duration spent = Duration.ofNanos(System.nanoTime() - startNanos);
        Duration left = limits.maxTime().minus(spent);
        RaceSearchResult answer = search.solve(
                first, new SearchLimits(limits.maxNodes() - nodes, left.isNegative() ? Duration.ZERO : left));
        nodes = Math.min(limits.maxNodes(), nodes + answer.nodes());
        return answer;
    }

    /** Returns how many states were searched. */
    long nodes() {
        return nodes;
    }

    /** Returns what an answer of the search says of winning moves. */
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
