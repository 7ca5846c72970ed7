package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RegretTest {
    private static final Grid GRID = Grid.of(3, 1);

    private static List<Regret> regrets(Game game, SearchLimits limits) {
        return Regret.ofGame(new Solver(GRID), game, limits);
    }

    private static Game played(String moves) {
        return Diagrams.play(new Game(Setup.empty(GRID), Rules.TROMP_TAYLOR), moves);
    }

    @Test
    void ofGame_perfectPlay_isZero() {
        List<Regret> regrets = regrets(played("B1 pass pass"), SearchLimits.NONE);

        assertThat(regrets).extracting(Regret::points).containsOnly(OptionalInt.of(0));
        assertThat(regrets).extracting(Regret::color).containsExactly(Color.BLACK, Color.WHITE, Color.BLACK);
    }

    /** Black gives up the middle point, worth all three points. White takes it and leads by as much. */
    @Test
    void ofGame_openingPass_losesAllTwice() {
        List<Regret> regrets = regrets(played("pass B1"), SearchLimits.NONE);

        assertThat(regrets)
                .containsExactly(
                        new Regret(1, Color.BLACK, GRID.pass(), OptionalInt.of(6)),
                        new Regret(2, Color.WHITE, GRID.point("B1"), OptionalInt.of(0)));
        assertThat(Regret.total(regrets, Color.BLACK)).hasValue(6);
        assertThat(Regret.total(regrets, Color.WHITE)).hasValue(0);
    }

    @Test
    void ofGame_resumed_beginsAgainFromWhatThePositionIsWorth() {
        Game game = played("pass pass");
        game.resume();
        Diagrams.play(game, "B1");

        List<Regret> regrets = regrets(game, SearchLimits.NONE);

        assertThat(regrets).extracting(regret -> regret.points().orElseThrow()).containsExactly(6, 3, 0);
    }

    @Test
    void ofGame_limitReached_isNotKnown() {
        List<Regret> regrets = regrets(played("B1"), SearchLimits.ofNodes(0));

        assertThat(regrets).extracting(Regret::points).containsExactly(OptionalInt.empty());
        assertThat(Regret.total(regrets, Color.BLACK)).isEmpty();
        assertThat(Regret.total(regrets, Color.WHITE)).hasValue(0);
    }

    @Test
    void ofMove_everyMove_isAsInAGameWithIt() {
        Game game = played("pass");
        Solver solver = new Solver(GRID);
        Bounds before = solver.margin(game, SearchLimits.NONE);

        for (String move : List.of("A1", "B1", "C1", "pass")) {
            Regret regret = Regret.ofMove(solver, game, before, GRID.point(move), SearchLimits.NONE);

            Game longer = Diagrams.play(game.copy(), move);
            assertThat(regret)
                    .isEqualTo(Regret.ofGame(solver, longer, SearchLimits.NONE).get(1));
        }
        assertThat(game.moveNumber()).isEqualTo(1);
    }

    @Test
    void ofMove_nothingProven_isNotKnown() {
        Regret regret =
                Regret.ofMove(new Solver(GRID), played("pass"), new Bounds(-3, 3), GRID.point("B1"), SearchLimits.NONE);

        assertThat(regret.points()).isEmpty();
    }
}
