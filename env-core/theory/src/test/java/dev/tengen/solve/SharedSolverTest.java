package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import dev.tengen.testing.Grids;
import org.junit.jupiter.api.Test;

class SharedSolverTest {
    @Test
    void of_sameGrid_isTheSame() {
        assertThat(SharedSolver.of(Grids.of("2x3"))).isSameAs(SharedSolver.of(Grids.of("2x3")));
        assertThat(SharedSolver.of(Grids.of("2x3"))).isNotSameAs(SharedSolver.of(Grids.of("3x2")));
    }

    @Test
    void isFor_smallBoards_only() {
        assertThat(Grids.of("3x3")).matches(SharedSolver::isFor);
        assertThat(Grids.of("1x6")).matches(SharedSolver::isFor);
        assertThat(Grids.of("1x7")).matches(grid -> !SharedSolver.isFor(grid));
        assertThat(Grids.of("4x3")).matches(grid -> !SharedSolver.isFor(grid));
    }

    /** What many games have left in the shared table must change no answer. */
    @Test
    void answers_inRandomGames_areThoseOfASolverOfTheGame() {
        SharedSolver shared = SharedSolver.of(Grids.of("3x2"));
        SplitMix64 random = new SplitMix64(1);
        for (int number = 0; number < 10; number++) {
            Solver solver = new Solver(Grids.of("3x2"));
            Game game = new Game(Setup.empty(solver.grid()), Rules.TROMP_TAYLOR);
            Player player = Players.RANDOM.create(solver.grid());
            while (!game.isOver()) {
                Solution own = solver.solve(game, SearchLimits.NONE);
                int move = player.chooseMove(game, random);

                assertThat(shared.solve(game).bestMoves()).isEqualTo(own.bestMoves());
                assertThat(shared.margin(game)).isEqualTo(own.proven());
                assertThat(shared.regret(game, move))
                        .isEqualTo(Regret.ofMove(solver, game, own.proven(), move, SearchLimits.NONE)
                                .points());
                game.play(move);
            }
        }
    }
}
