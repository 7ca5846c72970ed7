package dev.tengen.player;

import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EyeSafeRandomPlayerTest {
    private static final String EYES = """
            . X . O .
            X X . O O
            . X . O .
            """;

    private static Set<String> choices(Game game) {
        Player player = new EyeSafeRandomPlayer(game.grid());
        SplitMix64 random = new SplitMix64(1);
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < 1000; i++) {
            names.add(game.grid().name(player.chooseMove(game, random)));
        }
        return names;
    }

    /** Black's own eyes are A3 and A1. A stone in an eye of White's is suicide, which superko forbids. */
    @Test
    void chooseMove_ownEyesOnTheBoard_neverFillsThem() {
        Game game = Diagrams.game(EYES);

        assertThat(choices(game)).containsExactly("C1", "C2", "C3");
    }

    @Test
    void chooseMove_whiteToMove_leavesWhitesEyesAlone() {
        Game game = Diagrams.game(EYES, Rules.TROMP_TAYLOR, WHITE);

        assertThat(choices(game)).containsExactly("C1", "C2", "C3");
    }

    @Test
    void chooseMove_nothingButOwnEyes_passes() {
        Game game = Diagrams.game("""
                . X X
                X X X
                X X .
                """);

        assertThat(choices(game)).containsExactly("pass");
    }

    @Test
    void chooseMove_falseEye_mayBeFilled() {
        Game game = Diagrams.game("""
                . X O . O
                X O O O O
                X O . O .
                """);

        assertThat(choices(game)).contains("A3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1x1", "1x5", "3x3", "5x5", "7x7", "9x9", "13x5", "19x19"})
    void chooseMove_selfPlayBySeeds1To10_endsWithTwoPasses(String size) {
        Grid grid = Grids.of(size);
        Player player = new EyeSafeRandomPlayer(grid);
        for (long seed = 1; seed <= 10; seed++) {
            Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
            SplitMix64 random = new SplitMix64(seed);
            while (!game.isOver()) {
                game.play(player.chooseMove(game, random));
                assertThat(game.moveNumber()).isLessThan(20 * grid.pointCount() + 20);
            }
        }
    }

    /** Its games end with every dead stone captured: each empty point belongs to one color. */
    @Test
    void chooseMove_selfPlayToTheEnd_leavesNoPointToNobody() {
        Grid grid = Grid.square(9);
        Player player = new EyeSafeRandomPlayer(grid);
        SplitMix64 random = new SplitMix64(1);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);

        while (!game.isOver()) {
            game.play(player.chooseMove(game, random));
        }

        assertThat(game.score().owners()).doesNotContain(Color.EMPTY);
    }
}
