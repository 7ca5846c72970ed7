package dev.tengen.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class MonteCarloValueTest {
    private static final String WON_BY_BLACK = """
            X X . X X
            X X X X X
            X . X X .
            X X X X X
            . . . . .
            """;

    private final MonteCarloValue value = new MonteCarloValue(200);

    @Test
    void blackWins_aWonPosition_isNearOneWhoeverMoves() {
        Game game = Diagrams.game(WON_BY_BLACK);
        assertThat(value.blackWins(game, 1)).isGreaterThan(0.9);

        game.play(game.grid().pass());
        assertThat(value.blackWins(game, 1)).isGreaterThan(0.9);
    }

    @Test
    void blackWins_ofTheSameSeed_isTheSameAndLeavesTheGame() {
        Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);
        game.play(40);

        double first = value.blackWins(game, 7);

        assertThat(value.blackWins(game, 7)).isEqualTo(first);
        assertThat(first).isBetween(0.05, 0.95);
        assertThat(game.moveNumber()).isEqualTo(1);
    }

    @Test
    void blackWins_ofAGameThatIsOver_isItsResult() {
        Game game = Diagrams.game(WON_BY_BLACK);
        game.play(game.grid().pass());
        game.play(game.grid().pass());

        assertThat(value.blackWins(game, 1)).isEqualTo(1);
    }

    @Test
    void blackWins_inAnInterruptedThread_isCancelled() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> value.blackWins(new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR), 1))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
