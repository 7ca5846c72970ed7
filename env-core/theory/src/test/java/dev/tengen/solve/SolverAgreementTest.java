package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares positions of random games, with their histories, and every move with an exhaustive search without a table.
 * One solver serves all games of a size, so its table is full of proofs from other games.
 */
class SolverAgreementTest {
    private static final int PASS_PERCENT = 8;
    private static final long MAX_SLOW_NODES = 2_000;

    /**
     * The numbers of positions whose value an exhaustive search also found; of such moves; of states that recurred with
     * another value; and of plays that the history forbids. How often the solver rejected a proof because of the
     * history depends on the order of its search; the test only requires that it happens often.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"4x1, 4, 64, 165, 6, 36", "2x2, 4, 27, 77, 0, 8"})
    void solve_fewRandomGames_isWhatExhaustiveSearchFinds(
            String size, int games, int positions, int moves, int otherValues, int banned) {
        Comparison comparison = new Comparison(size, 1);

        comparison.play(games);

        assertThat(comparison.counts()).isEqualTo(List.of(positions, moves, otherValues, banned));
        assertThat(comparison.solver.refusedCount()).isGreaterThan(100);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "4x1, 60, 962, 2426, 228, 595",
        "5x1, 20, 46, 175, 95, 267",
        "2x2, 60, 697, 1937, 156, 240",
        "3x2, 12, 27, 170, 56, 158"
    })
    @Tag("full")
    void solve_randomGames_isWhatExhaustiveSearchFinds(
            String size, int games, int positions, int moves, int otherValues, int banned) {
        Comparison comparison = new Comparison(size, 1);

        comparison.play(games);

        assertThat(comparison.counts()).isEqualTo(List.of(positions, moves, otherValues, banned));
        assertThat(comparison.solver.refusedCount()).isGreaterThan(1000);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"4x1, 400", "5x1, 100", "2x2, 400", "3x2, 60"})
    @Tag("long")
    void solve_manyRandomGames_isWhatExhaustiveSearchFinds(String size, int games) {
        Comparison comparison = new Comparison(size, 2);

        comparison.play(games);

        assertThat(comparison.counts()).allSatisfy(count -> assertThat(count).isGreaterThan(100));
    }

    /** Random games, the solver that follows them, and counts of the events. */
    private static final class Comparison {
        private final String size;
        private final SplitMix64 random;
        private final Solver solver;
        private final Map<String, Integer> values = new HashMap<>();
        private int positionCount;
        private int moveCount;
        private int otherValueCount;
        private int bannedCount;

        Comparison(String size, long seed) {
            this.size = size;
            random = new SplitMix64(seed);
            solver = new Solver(Grids.of(size));
        }

        List<Integer> counts() {
            return List.of(positionCount, moveCount, otherValueCount, bannedCount);
        }

        void play(int games) {
            for (int number = 0; number < games; number++) {
                Game game = new Game(Setup.empty(Grids.of(size)), Rules.TROMP_TAYLOR);
                while (!game.isOver()) {
                    compare(game);
                    game.playUnchecked(randomMove(game));
                }
            }
        }

        private int randomMove(Game game) {
            PointSet legal = new PointSet(game.grid());
            game.legalPoints(legal);
            bannedCount += game.grid().pointCount()
                    - game.board().stoneCount(Color.BLACK)
                    - game.board().stoneCount(Color.WHITE)
                    - legal.size();
            return legal.isEmpty() || random.nextInt(100) < PASS_PERCENT
                    ? game.grid().pass()
                    : legal.nth(random.nextInt(legal.size()));
        }

        private void compare(Game game) {
            Solution solution = solver.solve(game, SearchLimits.NONE);
            assertThat(solution.isComplete()).isTrue();
            int margin = solution.margin().orElseThrow();
            String state = game.playerToMove() + " " + game.passCount() + " " + game.positionHash();
            Integer before = values.put(state, margin);
            otherValueCount += before != null && before != margin ? 1 : 0;
            OptionalInt expected = SlowSolver.margin(game, MAX_SLOW_NODES);
            if (expected.isPresent()) {
                assertThat(margin).as("game %s", moves(game)).isEqualTo(expected.getAsInt());
                positionCount++;
            }
            for (int move = 0; move <= game.grid().pass(); move++) {
                if (game.legality(move).isLegal()) {
                    compareMove(game, move, solution);
                }
            }
        }

        private void compareMove(Game game, int move, Solution solution) {
            game.playUnchecked(move);
            OptionalInt after = SlowSolver.margin(game, MAX_SLOW_NODES);
            game.undo();
            if (after.isPresent()) {
                boolean isBest = after.getAsInt() == solution.margin().orElseThrow();
                assertThat(solution.bestMoves().contains(move))
                        .as("move %s after %s", game.grid().name(move), moves(game))
                        .isEqualTo(isBest);
                moveCount++;
            }
        }

        private static List<String> moves(Game game) {
            List<String> names = new ArrayList<>();
            for (int number = 1; number <= game.moveNumber(); number++) {
                names.add(game.grid().name(game.move(number)));
            }
            return names;
        }
    }
}
