package dev.tengen.game;

import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.testing.Diagrams;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HistoryCursorTest {
    private static final String START = """
            X . O .
            O O O .
            """;

    private static final String KO = """
            . X O . .
            X O . O .
            . X O . .
            . . . . .
            """;

    private static String draw(HistoryCursor past, Grid grid) {
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(past.stones(Color.BLACK), past.stones(Color.WHITE));
        return Diagrams.draw(board);
    }

    @Test
    void startAt_game_standsAtThePresent() {
        Game game = play(Diagrams.game(START), "B2");
        HistoryCursor past = new HistoryCursor(game.grid());

        past.startAt(game);

        assertThat(draw(past, game.grid())).isEqualTo(Diagrams.draw(game));
    }

    @Test
    void stepBack_suicide_restoresTheChainWithoutThePlayedStone() {
        Game game = play(Diagrams.game(START), "B2");
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);

        past.stepBack(game);

        assertThat(draw(past, game.grid())).isEqualTo(START);
    }

    @Test
    void stepBack_pass_keepsTheBoard() {
        Game game = play(Diagrams.game(START), "D1 pass");
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);

        past.stepBack(game);

        assertThat(draw(past, game.grid())).isEqualTo(Diagrams.draw(game));
    }

    @Test
    void moveNumber_afterStepBack_isOneLess() {
        Game game = play(Diagrams.game(START), "D1 pass");
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);

        past.stepBack(game);

        assertThat(past.moveNumber()).isEqualTo(1);
    }

    private static int koPoint(Game game) {
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);
        return past.koPoint(game);
    }

    @Test
    void koPoint_koJustTaken_isWhereTheStoneWas() {
        Game game = play(Diagrams.game(KO), "C3");

        assertThat(koPoint(game)).isEqualTo(game.grid().point("B3"));
    }

    @Test
    void koPoint_start_isNone() {
        assertThat(koPoint(Diagrams.game(KO))).isEqualTo(-1);
    }

    @Test
    void koPoint_afterAPass_isNone() {
        assertThat(koPoint(play(Diagrams.game(KO), "C3 pass"))).isEqualTo(-1);
    }

    @Test
    void koPoint_stoneTakenByAChain_isNone() {
        Game game = Diagrams.game("""
                . X O . .
                X O . X .
                . X O . .
                . . . . .
                """);

        assertThat(koPoint(play(game, "C3"))).isEqualTo(-1);
    }

    @Test
    void koPoint_suicideOfOneStone_isNone() {
        Game game = play(Diagrams.game("""
                        . O . .
                        O . . .
                        """, Rules.TROMP_TAYLOR.withKo(Ko.NONE)), "A2");

        assertThat(game.removedCount()).isEqualTo(1);
        assertThat(koPoint(game)).isEqualTo(-1);
    }

    @Test
    void koPoint_aBoardEarlier_isThatOfTheMoveBefore() {
        Game game = play(Diagrams.game(KO), "C3 A1");
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);

        past.stepBack(game);

        assertThat(past.koPoint(game)).isEqualTo(game.grid().point("B3"));
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void stepBack_randomGamesSeed1_goesThroughAllEarlierBoards(Ko ko) {
        Random random = new Random(1);
        for (int round = 0; round < 20; round++) {
            Grid grid = Grid.of(1 + random.nextInt(4), 1 + random.nextInt(4));
            Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKo(ko));
            List<String> boards = new ArrayList<>(List.of(Diagrams.draw(game)));
            while (!game.isOver() && game.moveNumber() < 100) {
                playRandomly(game, random);
                boards.add(Diagrams.draw(game));
            }

            HistoryCursor past = new HistoryCursor(grid);
            past.startAt(game);
            for (int number = game.moveNumber(); number > 0; number--) {
                past.stepBack(game);
                assertThat(draw(past, grid)).isEqualTo(boards.get(number - 1));
            }
        }
    }

    private static void playRandomly(Game game, Random random) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        int choice = random.nextInt(legal.size() + 1);
        game.play(choice == legal.size() ? game.grid().pass() : legal.nth(choice));
    }
}
