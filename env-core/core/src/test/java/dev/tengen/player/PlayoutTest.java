package dev.tengen.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.analysis.Eyes;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Score;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlayoutTest {
    private static final Rules NO_KOMI = Rules.TROMP_TAYLOR.withKomi(0);

    private int finishedCount;
    private int limitedCount;
    private int lonePointCount;

    /** Compares the end of a playout with the score by the rules and with eye-safe play. */
    private void checkEnd(Playout playout, int margin) {
        Board board = playout.board();
        board.checkConsistency();
        if (playout.moveCount() == 3 * board.grid().pointCount()) {
            limitedCount++;
            return;
        }
        finishedCount++;
        assertThat(margin).isEqualTo((int) Score.of(board, NO_KOMI).margin());
        for (int point = 0; point < board.grid().pointCount(); point++) {
            if (board.colorAt(point) == Color.EMPTY) {
                assertThat(isLeftAlone(board, point, Color.BLACK) && isLeftAlone(board, point, Color.WHITE))
                        .isTrue();
                lonePointCount++;
            }
        }
    }

    /** Returns whether {@code color} does not play at {@code point}: an own eye, a suicide, or a ko capture. */
    private static boolean isLeftAlone(Board board, int point, int color) {
        Board after = board.copy();
        after.place(point, color);
        boolean isKo = after.removedCount() == 1 && after.colorAt(point) == color && after.chainSize(point) == 1;
        return Eyes.isEye(board, point, color) || after.colorAt(point) == Color.EMPTY || isKo;
    }

    @Test
    void run_randomPositions_endsWithItsExactAreaAndNothingLeftToPlay() {
        SplitMix64 random = new SplitMix64(5);
        for (Grid grid :
                List.of(Grid.square(1), Grid.square(2), Grid.of(1, 7), Grid.of(3, 5), Grid.square(5), Grid.square(9))) {
            Game game = new Game(Setup.empty(grid), NO_KOMI);
            Player mover = Players.RANDOM.create(grid);
            Playout playout = new Playout(game.board());
            for (int move = 0; move < 60 && !game.isOver(); move++) {
                String before = Diagrams.draw(game);
                int last = game.moveNumber() == 0 ? grid.pass() : game.move(game.moveNumber());
                for (int i = 0; i < 10; i++) {
                    checkEnd(playout, playout.run(game.board(), last, game.playerToMove(), random));
                }
                assertThat(Diagrams.draw(game)).isEqualTo(before);
                game.play(mover.chooseMove(game, random));
            }
        }

        assertThat(finishedCount).isGreaterThan(500);
        assertThat(limitedCount).isGreaterThan(0);
        assertThat(lonePointCount).isGreaterThan(1000);
    }

    /** Draws the same random numbers in a game under simple ko without suicide, and checks each point. */
    @Test
    void run_randomPositions_isThePlayoutByTheRules() {
        SplitMix64 random = new SplitMix64(8);
        SlowPlayout slow = new SlowPlayout();
        for (Grid grid : List.of(Grid.square(2), Grid.of(1, 7), Grid.of(4, 3), Grid.square(5), Grid.square(7))) {
            for (int number = 0; number < 4; number++) {
                Game game = new Game(Setup.empty(grid), SlowPlayout.RULES);
                Player mover = Players.EYE_SAFE_RANDOM.create(grid);
                while (game.passCount() == 0 && game.moveNumber() < 2 * grid.pointCount()) {
                    Playout playout = new Playout(game.board());
                    int last = game.moveNumber() == 0 ? grid.pass() : game.move(game.moveNumber());
                    long seed = random.nextLong();
                    playout.run(game.board(), last, game.playerToMove(), new SplitMix64(seed));

                    Game end = slow.run(game, new SplitMix64(seed));

                    assertThat(Diagrams.draw(playout.board())).isEqualTo(Diagrams.draw(end));
                    assertThat(playout.moveCount()).isEqualTo(end.moveNumber() - game.moveNumber());
                    game.play(mover.chooseMove(game, random));
                }
            }
        }

        assertThat(slow.eyeCount).isGreaterThan(1000);
        assertThat(slow.suicideCount).isGreaterThan(1000);
        assertThat(slow.koCount).isGreaterThan(50);
        assertThat(slow.captureCount).isGreaterThan(1000);
    }

    @Test
    void run_sameSeed_endsTheSame() {
        Game game = new Game(Setup.empty(Grid.square(9)), NO_KOMI);
        Playout first = new Playout(game.board());
        Playout second = new Playout(game.board());
        first.run(game.board(), game.grid().pass(), Color.BLACK, new SplitMix64(9));
        int margin = first.run(game.board(), game.grid().pass(), Color.BLACK, new SplitMix64(2));

        assertThat(second.run(game.board(), game.grid().pass(), Color.BLACK, new SplitMix64(2)))
                .isEqualTo(margin);
        assertThat(Diagrams.draw(second.board())).isEqualTo(Diagrams.draw(first.board()));
    }
}
