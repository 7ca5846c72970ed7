package dev.tengen.player;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GreedyPlayerTest {
    private static Set<String> choices(Game game) {
        Player player = new GreedyPlayer(game.grid());
        Set<String> names = new TreeSet<>();
        for (long seed = 0; seed < 300; seed++) {
            names.add(game.grid().name(player.chooseMove(game, new SplitMix64(seed))));
        }
        return names;
    }

    @Test
    void chooseMove_chainInAtari_captures() {
        Game game = Diagrams.game("""
                . . . . .
                . X X X .
                X O O O .
                . X X X .
                O . . . .
                """);

        assertThat(choices(game)).containsExactly("E3");
    }

    @Test
    void chooseMove_twoCaptures_takesTheGreaterGain() {
        Game game = Diagrams.game("""
                . . . . . . . .
                . X . . X X . .
                X O . X O O . .
                . X . . X X . .
                . . . . . . . O
                """);

        assertThat(choices(game)).containsExactly("G3");
    }

    @Test
    void chooseMove_whiteToMove_gainsForWhite() {
        Game game = Diagrams.game(". O X . . . O", Rules.TROMP_TAYLOR, WHITE);

        assertThat(choices(game)).containsExactly("D1");
    }

    @Test
    void chooseMove_pointsOfEqualGain_drawsLots() {
        Game game = Diagrams.game(". . .");

        assertThat(choices(game)).containsExactly("A1", "B1", "C1");
    }

    @Test
    void chooseMove_pointOfNobody_isFilled() {
        Game game = Diagrams.game("""
                . X . O .
                X X X O O
                . X O O .
                """);

        assertThat(choices(game)).containsExactly("C3");
    }

    @Test
    void chooseMove_nothingGains_passes() {
        Game game = Diagrams.game("""
                . X X O .
                X X X O O
                . X O O .
                """);

        assertThat(choices(game)).containsExactly("pass");
    }

    @Test
    void chooseMove_hundredGamesAgainstRandom_winsAtLeastNinety() {
        Grid grid = Grid.square(7);
        int wins = 0;
        for (int number = 0; number < 100; number++) {
            int greedyColor = number % 2 == 0 ? BLACK : WHITE;
            wins += winner(grid, greedyColor, number) == greedyColor ? 1 : 0;
        }

        assertThat(wins).isGreaterThanOrEqualTo(90);
    }

    private static int winner(Grid grid, int greedyColor, long seed) {
        Player greedy = new GreedyPlayer(grid);
        Player other = new RandomPlayer(grid);
        SplitMix64 random = new SplitMix64(seed);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKomi(0));
        while (!game.isOver()) {
            Player mover = game.playerToMove() == greedyColor ? greedy : other;
            game.play(mover.chooseMove(game, random));
        }
        return game.score().winner();
    }
}
