package dev.tengen.race.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.budget.SearchLimits;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceSide;
import dev.tengen.testing.HeapUse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The estimate of the memory of a race search against the heap in use before and after a search of a large race. */
@Isolated("It measures the heap of the process")
class RaceSearchMemoryTest {
    /**
     * The part of the estimate that a table takes which has grown to its full size: the rest is for its copy and for
     * proofs.
     */
    private static final double TABLE_PART = 0.4;

    @Test
    @Tag("long")
    void solve_largeRace_takesAtMostTheEstimate() {
        long before = HeapUse.bytes();
        RaceSearch search = new RaceSearch(new RaceLayout(13, RaceSide.plain(9), RaceSide.plain(9), 6).race());

        RaceSearchResult answer = search.solve(Color.BLACK, SearchLimits.ofNodes(20_000_000));

        long measured = HeapUse.bytes() - before;
        assertThat(answer.nodes()).isGreaterThan(2_000_000);
        assertThat(search.race().board().grid().pointCount()).isEqualTo(169); // Keeps the search in use.
        assertThat(measured).isBetween((long) (TABLE_PART * RaceAnalyzer.SEARCH_BYTES), RaceAnalyzer.SEARCH_BYTES);
    }
}
