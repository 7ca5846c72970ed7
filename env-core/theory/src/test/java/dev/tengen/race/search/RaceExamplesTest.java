package dev.tengen.race.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.race.RaceExample;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Searches races that another program has searched. Skipped if they are not available. */
class RaceExamplesTest {
    @Test
    void solve_everyExample_isWhatWasFound() throws IOException {
        Optional<List<RaceExample>> found = RaceExample.all();
        assumeThat(found).as("examples").isPresent();
        List<RaceExample> examples = found.orElseThrow();

        for (RaceExample example : examples) {
            if (example.isAuthoritative()) {
                compare(example);
            }
        }
        assertThat(examples).hasSizeGreaterThanOrEqualTo(13);
    }

    private static void compare(RaceExample example) {
        RaceSearch search = new RaceSearch(example.race());
        Grid grid = example.race().board().grid();
        for (int first = Color.BLACK; first <= Color.WHITE; first++) {
            RaceSearchResult answer = search.solve(first, SearchLimits.NONE);
            String name = example.id() + ", " + Color.name(first) + " first";
            assertThat(answer.result()).as(name).contains(example.result(first));
            assertThat(answer.optimalMoves().stream().map(grid::name).sorted())
                    .as(name)
                    .isEqualTo(example.optimalMoves(first));
            assertThat(answer.openMoves()).as(name).isEmpty();
        }
    }
}
