package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TranspositionTableCodecTest {
    private static final Grid GRID = Grid.of(3, 2);

    private static Solution solve(Solver solver, long maxNodes) {
        return solver.solve(new Game(Setup.empty(solver.grid()), Rules.TROMP_TAYLOR), SearchLimits.ofNodes(maxNodes));
    }

    private static byte[] saved(Solver solver) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        solver.save(out);
        return out.toByteArray();
    }

    private static byte[] savedTable() throws IOException {
        Solver solver = new Solver(GRID);
        assertThat(solve(solver, Long.MAX_VALUE).isComplete()).isTrue();
        return saved(solver);
    }

    @Test
    void load_saved_answersWithoutASearch() throws IOException {
        Solver solver = new Solver(GRID);

        solver.load(new ByteArrayInputStream(savedTable()));

        Solution solution = solve(solver, 0);
        assertThat(solution.isComplete()).isTrue();
        assertThat(solution.margin()).hasValue(0);
        assertThat(solution.nodes()).isZero();
    }

    @Test
    void save_loaded_isTheSameBytes() throws IOException {
        Solver solver = new Solver(GRID);
        byte[] bytes = savedTable();

        solver.load(new ByteArrayInputStream(bytes));

        assertThat(saved(solver)).isEqualTo(bytes);
    }

    @Test
    void load_stoppedSearch_continues() throws IOException {
        Solver stopped = new Solver(GRID);
        assertThat(solve(stopped, 400).isComplete()).isFalse();
        Solver resumed = new Solver(GRID);

        resumed.load(new ByteArrayInputStream(saved(stopped)));

        Solution solution = solve(resumed, Long.MAX_VALUE);
        assertThat(solution.isComplete()).isTrue();
        assertThat(solution.margin()).hasValue(0);
        assertThat(solution.nodes())
                .isLessThan(solve(new Solver(GRID), Long.MAX_VALUE).nodes());
    }

    @Test
    void load_otherGrid_isRefused() throws IOException {
        Solver solver = new Solver(Grid.of(2, 3));
        byte[] bytes = savedTable();

        assertThatThrownBy(() -> solver.load(new ByteArrayInputStream(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessage("the table is one for 3x2, not 2x3");
    }

    /** Every corrupted file is rejected and leaves the table unchanged. */
    @Test
    @Tag("full")
    void load_broken_isRefusedAndChangesNothing() throws IOException {
        byte[] bytes = savedTable();
        Solver solver = new Solver(GRID);
        int refusedCount = 0;
        for (int length = 0; length < bytes.length; length += 97) {
            refusedCount += isRefused(solver, Arrays.copyOf(bytes, length)) ? 1 : 0;
        }
        for (int index = 10; index < bytes.length; index += 97) {
            byte[] changed = bytes.clone();
            changed[index] ^= 0x55;
            refusedCount += isRefused(solver, changed) ? 1 : 0;
        }

        assertThat(refusedCount).isEqualTo((bytes.length + 96) / 97 + (bytes.length - 10 + 96) / 97);
        assertThat(solver.certificateCount()).isZero();
    }

    private static boolean isRefused(Solver solver, byte[] bytes) {
        try {
            solver.load(new ByteArrayInputStream(bytes));
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
