package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.budget.SearchLimits;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.search.RaceSearch;
import dev.tengen.race.search.RaceSearchResult;
import java.util.Arrays;

/** Compares counting of races with the search, and counts the cases. */
final class RaceComparison {
    private static final SearchLimits LIMITS = SearchLimits.ofNodes(2_000_000);

    private final int[] statuses = new int[RaceStatus.values().length];
    private int races;
    private int unsupported;
    private int results;
    private int winningMoves;
    private int unlisted;

    void compare(RaceLayout layout) {
        Race race = layout.race();
        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.STATIC).analyze(race);
        races++;
        statuses[analysis.status().ordinal()]++;
        if (analysis.status().isSupported()) {
            RaceSearch search = new RaceSearch(race);
            compare(layout, analysis.blackFirst(), search.solve(Color.BLACK, LIMITS));
            compare(layout, analysis.whiteFirst(), search.solve(Color.WHITE, LIMITS));
        } else {
            unsupported++;
            assertThat(analysis.method()).isEmpty();
        }
    }

    private void compare(RaceLayout layout, RaceOutcome counted, RaceSearchResult searched) {
        if (searched.isComplete()) {
            results++;
            String name = layout + ", " + Color.name(searched.playerToMove()) + " first";
            assertThat(searched.isKoFree()).as(name).isTrue();
            assertThat(counted.result()).as(name).isEqualTo(searched.result());
            if (counted.winningMoves().isEmpty()) {
                unlisted++;
            } else {
                assertThat(counted.winningMoves().get()).as(name).isEqualTo(winning(layout.race(), searched));
                winningMoves += counted.winningMoves().get().size();
            }
        }
    }

    /** The search also has moves elsewhere, which equal passes if the race is won anyway. */
    private static PointSet winning(Race race, RaceSearchResult searched) {
        PointSet winning = new PointSet(race.board().grid());
        searched.winningMoves().forEach(winning::add);
        winning.retainAll(new RaceDecomposition(race).playable());
        return winning;
    }

    /** Returns the percentage of races that counting does not decide. */
    double unsupportedPercent() {
        return 100.0 * unsupported / races;
    }

    /** Returns the number of races of each status, in their order, and how many were compared. */
    @Override
    public String toString() {
        return "%s, %d results, %d moves, %d unlisted"
                .formatted(Arrays.toString(statuses), results, winningMoves, unlisted);
    }
}
