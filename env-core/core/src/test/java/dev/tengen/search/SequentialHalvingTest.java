package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SequentialHalvingTest {
    @Test
    void visits_allCounts_areTheSequenceOfMctx() {
        SequentialHalving schedule = new SequentialHalving();
        for (int considered = 1; considered <= 40; considered++) {
            for (int count = 1; count <= 300; count++) {
                schedule.start(considered, count);
                int[] visits = IntStream.range(0, count)
                        .map(simulation -> {
                            int next = schedule.visits();
                            schedule.advance();
                            return next;
                        })
                        .toArray();
                assertThat(visits).isEqualTo(ReferenceSearch.consideredVisits(considered, count));
            }
        }
    }

    /** The example in figure 1 of Danihelka et al.: 4 actions and 8 simulations. */
    @Test
    void visits_fourActionsAndEightSimulations_halveOnce() {
        assertThat(ReferenceSearch.consideredVisits(4, 8)).containsExactly(0, 0, 0, 0, 1, 1, 2, 2);
    }
}
