package dev.tengen.server.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SolverPoolTest {
    private static final Grid SMALL = Grid.of(2, 1);
    private static final Grid OTHER = Grid.of(3, 1);

    private final SolverPool pool = new SolverPool(2, 1 << 20);

    private Solver usedFor(Grid grid) {
        return pool.use(grid, solver -> solver);
    }

    @Test
    void use_sameGridAgain_usesTheSameSolver() {
        Solver first = usedFor(SMALL);
        Solver other = usedFor(OTHER);

        assertThat(usedFor(SMALL)).isSameAs(first);
        assertThat(usedFor(OTHER)).isSameAs(other);
        assertThat(first.grid()).isSameAs(SMALL);
    }

    @Test
    void use_sameGridAtOnce_usesTwo() {
        pool.use(SMALL, outer -> assertThat(usedFor(SMALL)).isNotSameAs(outer));
    }

    @Test
    void use_thirdGrid_evictsTheOneUsedLongestAgo() {
        Solver first = usedFor(SMALL);
        Solver second = usedFor(OTHER);

        usedFor(Grid.of(2, 2));

        assertThat(usedFor(OTHER)).isSameAs(second);
        assertThat(usedFor(SMALL)).isNotSameAs(first);
    }

    @Test
    void use_questionThatFails_keepsNoSolver() {
        Solver[] seen = new Solver[1];

        assertThatThrownBy(() -> pool.use(SMALL, solver -> {
                    seen[0] = solver;
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");

        assertThat(usedFor(SMALL)).isNotSameAs(seen[0]);
    }

    @Test
    void use_gridTooLarge_throwsAndIsNotCounted() {
        for (int time = 0; time < 3; time++) {
            assertThatThrownBy(() -> usedFor(Grid.square(4))).hasMessageContaining("at most");
        }

        Solver first = usedFor(SMALL);
        usedFor(OTHER);

        assertThat(usedFor(SMALL)).isSameAs(first);
    }

    @Test
    void use_afterTheIdleTime_usesAnotherSolver() {
        List<Runnable> drops = new ArrayList<>();
        SolverPool idling = new SolverPool(2, 1 << 20, drops::add);
        Solver first = idling.use(SMALL, solver -> solver);
        assertThat(idling.<Solver>use(SMALL, solver -> solver)).isSameAs(first);

        drops.get(0).run(); // Of the stay that has ended.
        assertThat(idling.<Solver>use(SMALL, solver -> solver)).isSameAs(first);

        drops.get(2).run();
        assertThat(idling.<Solver>use(SMALL, solver -> solver)).isNotSameAs(first);
    }
}
