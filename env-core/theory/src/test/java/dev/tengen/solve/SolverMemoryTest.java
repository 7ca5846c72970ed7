package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Grids;
import dev.tengen.testing.HeapUse;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimate of the memory of a solver against the heap in use before and after it was asked about every komi. */
@Isolated("It measures the heap of the process")
class SolverMemoryTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({"3x3", "5x2", "11x1"})
    @Tag("full")
    void memoryBytes_everyKomi_isWithinAFifthOfTheHeapInUse(String size) {
        Grid grid = Grids.of(size);
        askEveryKomi(grid); // Loads classes.
        long before = HeapUse.bytes();

        Solver solver = askEveryKomi(grid);

        long measured = HeapUse.bytes() - before;
        assertThat(Solver.memoryBytes(solver.grid(), 0)).isCloseTo(measured, Percentage.withPercentage(20));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"4x3", "12x1"})
    @Tag("long")
    void memoryBytes_largestGrids_isWithinAFifthOfTheHeapInUse(String size) {
        memoryBytes_everyKomi_isWithinAFifthOfTheHeapInUse(size);
    }

    private static Solver askEveryKomi(Grid grid) {
        Solver solver = new Solver(grid, 0);
        for (int komi = -grid.pointCount(); komi <= grid.pointCount(); komi++) {
            Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKomi(komi));
            solver.solve(game, SearchLimits.ofNodes(10));
        }
        return solver;
    }
}
