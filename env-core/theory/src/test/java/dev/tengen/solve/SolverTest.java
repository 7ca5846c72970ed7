package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolverTest {
    private static Game empty(String size) {
        return new Game(Setup.empty(Grids.of(size)), Rules.TROMP_TAYLOR);
    }

    private static Solution solve(Game game) {
        return new Solver(game.grid()).solve(game, SearchLimits.NONE);
    }

    private static String names(Grid grid, List<Integer> moves) {
        return moves.stream().map(grid::name).collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "1x1, 0, pass",
        "2x1, 0, pass",
        "3x1, 3, B1",
        "1x3, 3, A2",
        "4x1, 4, B1 C1",
        "5x1, 0, B1 C1 D1 pass",
        "6x1, 1, B1 E1",
        "7x1, 2, B1 D1 F1",
        "2x2, 1, A2 B2 A1 B1",
        "3x2, 0, pass",
        "2x3, 0, pass",
        "4x2, 8, B2 C2 B1 C1",
        "3x3, 9, B2",
        "5x2, 10, B2 C2 D2 B1 C1 D1"
    })
    void solve_emptyBoard_isExact(String size, int margin, String bestMoves) {
        Game game = empty(size);

        Solution solution = solve(game);

        assertThat(solution.certainty()).isEqualTo(Certainty.EXACT);
        assertThat(solution.margin()).hasValue(margin);
        assertThat(solution.isComplete()).isTrue();
        assertThat(names(game.grid(), solution.bestMoves())).isEqualTo(bestMoves);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"8x1, 3, B1 G1", "4x3, 4, B2 C2", "6x2, 12, B2 C2 D2 E2 B1 C1 D1 E1"})
    @Tag("long")
    void solve_largeEmptyBoard_isExact(String size, int margin, String bestMoves) {
        solve_emptyBoard_isExact(size, margin, bestMoves);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"1x1", "2x1", "1x2", "3x1", "1x3", "4x1", "1x4", "5x1", "1x5", "2x2"})
    void solve_emptyBoard_isWhatExhaustiveSearchFinds(String size) {
        assertThat(solve(empty(size)).margin()).isEqualTo(SlowSolver.margin(empty(size), Long.MAX_VALUE));
    }

    @Test
    void solve_whiteFirst_isTheMirrorImage() {
        Setup setup = Diagrams.setup("""
                . . .
                . . .
                . . .
                """, Color.WHITE);

        Solution solution = new Solver(setup.grid()).solve(new Game(setup, Rules.TROMP_TAYLOR), SearchLimits.NONE);

        assertThat(solution.margin()).hasValue(-9);
        assertThat(names(setup.grid(), solution.bestMoves())).isEqualTo("B2");
    }

    @Test
    void solve_komi_doesNotChangeTheMargin() {
        Game game = new Game(Setup.empty(Grid.square(2)), Rules.TROMP_TAYLOR.withKomi(-3.5));

        assertThat(solve(game).margin()).hasValue(1);
    }

    /** The same stones and the same turn are worth +2 or -2, depending on whether the recapture would repeat. */
    @Test
    void solve_sameStonesOtherPast_haveOtherValues() {
        Solver solver = new Solver(Grid.of(2, 1));
        Game taken = Diagrams.play(empty("2x1"), "A1 B1");
        Game setUp = Diagrams.game(". O");

        assertThat(Diagrams.draw(taken)).isEqualTo(Diagrams.draw(setUp));
        assertThat(solver.solve(taken, SearchLimits.NONE).margin()).hasValue(-2);
        assertThat(solver.solve(setUp, SearchLimits.NONE).margin()).hasValue(2);
    }

    @Test
    void solve_noNodes_isConditionalAndClaimsNothing() {
        Game game = empty("3x2");

        Solution solution = new Solver(game.grid()).solve(game, SearchLimits.ofNodes(0));

        assertThat(solution.certainty()).isEqualTo(Certainty.CONDITIONAL);
        assertThat(solution.margin()).isEmpty();
        assertThat(solution.isComplete()).isFalse();
        assertThat(solution.proven()).isEqualTo(new Bounds(-6, 6));
        assertThat(solution.bestMoves()).isEmpty();
        assertThat(names(game.grid(), solution.openMoves())).isEqualTo("A2 B2 C2 A1 B1 C1 pass");
    }

    @Test
    void solve_stoppedAgainAndAgain_narrowsToTheSameAnswer() {
        Game game = empty("3x3");
        Solver solver = new Solver(game.grid());
        List<Bounds> found = new ArrayList<>();

        Solution solution = solver.solve(game, SearchLimits.ofNodes(500));
        while (!solution.isComplete()) {
            found.add(solution.proven());
            assertThat(found).as("continued searches").hasSizeLessThan(1000);
            solution = solver.solve(game, SearchLimits.ofNodes(500));
        }

        assertThat(found).hasSizeGreaterThan(2).allSatisfy(bounds -> {
            assertThat(bounds.lower()).isLessThanOrEqualTo(9);
            assertThat(bounds.upper()).isEqualTo(9);
        });
        assertThat(solution.margin()).hasValue(9);
        assertThat(names(game.grid(), solution.bestMoves())).isEqualTo("B2");
    }

    @Test
    void solve_noTime_stopsAfterAFewThousandStates() {
        Game game = empty("3x3");

        Solution solution = new Solver(game.grid()).solve(game, new SearchLimits(Long.MAX_VALUE, Duration.ZERO));

        assertThat(solution.certainty()).isEqualTo(Certainty.CONDITIONAL);
        assertThat(solution.nodes()).isEqualTo(4096);
    }

    @Test
    void solve_interrupted_stops() {
        Game game = empty("3x3");
        Thread.currentThread().interrupt();

        Solution solution = new Solver(game.grid()).solve(game, SearchLimits.NONE);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(solution.certainty()).isEqualTo(Certainty.CONDITIONAL);
    }

    @Test
    void solve_progress_growsToTheAnswer() {
        Game game = empty("3x3");
        List<SolveProgress> told = new ArrayList<>();

        Solution solution = new Solver(game.grid()).solve(game, SearchLimits.NONE, told::add);

        assertThat(told).isNotEmpty();
        assertThat(told).extracting(SolveProgress::nodes).startsWith(4096L).isSorted();
        assertThat(told).allSatisfy(progress -> {
            assertThat(progress.certificateCount()).isPositive();
            assertThat(progress.deepest()).isPositive();
            assertThat(progress.proven().lower()).isLessThanOrEqualTo(9);
            assertThat(progress.proven().upper()).isEqualTo(9);
        });
        assertThat(solution.nodes()).isGreaterThan(4096);
    }

    /**
     * The free game alone shows that Black can take all of 2x4, and the search must agree. For 2x2 it shows nothing.
     */
    @Test
    void solve_free_isWhatHoldsIfRepetitionsAreAllowed() {
        assertThat(solve(empty("4x2")).free()).isEqualTo(new Bounds(8, 8));
        assertThat(solve(empty("2x2")).free()).isEqualTo(new Bounds(-4, 4));
    }

    @Test
    void solve_tinyTable_isStillRight() {
        Game game = empty("3x2");

        Solution solution = new Solver(game.grid(), 10_000).solve(game, SearchLimits.NONE);

        assertThat(solution.margin()).hasValue(0);
        assertThat(names(game.grid(), solution.bestMoves())).isEqualTo("pass");
    }

    @Test
    void margin_passedOut_isTheScore() {
        Game game = Diagrams.play(empty("3x1"), "B1 pass pass");

        assertThat(new Solver(game.grid()).margin(game, SearchLimits.ofNodes(0)))
                .isEqualTo(new Bounds(3, 3));
        assertThatThrownBy(() -> solve(game))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the game is over");
    }

    @Test
    void margin_resigned_isRefused() {
        Game game = empty("3x1");
        game.resign(Color.BLACK);

        assertThatThrownBy(() -> new Solver(game.grid()).margin(game, SearchLimits.NONE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the game was resigned");
    }

    @ParameterizedTest
    @CsvSource({"13x1, 13", "4x4, 16", "25x25, 625"})
    void solver_largeGrid_isRefused(String size, int points) {
        assertThatThrownBy(() -> new Solver(Grids.of(size)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("size " + size + " has " + points + " points; the solver takes 12 at most");
    }

    @Test
    void solver_negativeTableSize_isRefused() {
        assertThatThrownBy(() -> new Solver(Grid.square(2), -1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("max_table_bytes -1 is outside [0, ");
    }

    @Test
    void solve_otherGrid_isRefused() {
        assertThatThrownBy(() -> new Solver(Grid.of(3, 2)).solve(empty("2x3"), SearchLimits.NONE))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("size 2x3 is not 3x2");
    }

    @Test
    void requireRules_ofTrompAndTaylorUnderAnyName_pass() {
        Solver.requireRules(Rules.TROMP_TAYLOR.withKomi(0));
        Solver.requireRules(RulesPreset.GOE.rules(Grid.square(3)));
    }

    @Test
    void requireRules_others_areRefused() {
        List<Rules> others = List.of(
                Rules.TROMP_TAYLOR.withKo(Ko.SITUATIONAL),
                Rules.TROMP_TAYLOR.withSuicide(Suicide.FORBIDDEN),
                Rules.TROMP_TAYLOR.withPassesToEnd(3),
                RulesPreset.JAPANESE.rules(Grid.square(3)));

        assertThat(others)
                .allSatisfy(rules -> assertThatThrownBy(() -> Solver.requireRules(rules))
                        .isInstanceOf(InvalidValueException.class)
                        .hasMessageContaining("are not those of Tromp and Taylor"));
    }

    @Test
    void solveLimits_outOfRange_areRefused() {
        assertThatThrownBy(() -> SearchLimits.ofNodes(-1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("max_nodes -1 is outside [0, ");
        assertThatThrownBy(() -> new SearchLimits(1, Duration.ofSeconds(-1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("max_time PT-1S is outside [PT0S, ");
        assertThatThrownBy(() -> new SearchLimits(1, Duration.ofDays(40_000)))
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void slowSolver_tooFewNodes_hasNoAnswer() {
        assertThat(SlowSolver.margin(empty("5x1"), 100)).isEqualTo(OptionalInt.empty());
    }
}
