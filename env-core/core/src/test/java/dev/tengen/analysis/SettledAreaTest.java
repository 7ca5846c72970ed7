package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import dev.tengen.testing.TestSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("reference")
class SettledAreaTest {
    private static boolean isSettled(String diagram) {
        Game game = Diagrams.game(diagram);
        return new SettledArea(game.grid()).isSettled(game);
    }

    @Test
    void isSettled_eyesOfOneToThreePoints_isTrue() {
        assertThat(isSettled("""
                . X X O O .
                X X X O O O
                . X X O O .
                """)).isTrue();
        assertThat(isSettled("""
                . . . X O . .
                X X X X O O O
                . . X X O O .
                """)).isTrue();
    }

    @Test
    void isSettled_oneColorAlone_isTrue() {
        assertThat(isSettled("""
                . X .
                X X X
                . X .
                """)).isTrue();
    }

    @Test
    void isSettled_emptyBoard_isFalse() {
        assertThat(isSettled("""
                . . .
                . . .
                """)).isFalse();
    }

    @Test
    void isSettled_pointBetweenTheColors_isFalse() {
        assertThat(isSettled("""
                . X X O O .
                X X . O O O
                . X X O O .
                """)).isFalse();
    }

    @Test
    void isSettled_deadStoneInAnEye_isFalse() {
        assertThat(isSettled("""
                . O X O O .
                X X X O O O
                . X X O O .
                """)).isFalse();
    }

    @Test
    void isSettled_pointOfAnEyeThatIsBesideNoStone_isFalse() {
        assertThat(isSettled("""
                . . X O O .
                . . X O O O
                X X X O O O
                . X X O O .
                """)).isFalse();
    }

    @Test
    void isSettled_onlyOneEye_isFalse() {
        assertThat(isSettled("""
                . X X O O .
                X X X O O O
                X X X O O .
                """)).isFalse();
    }

    /** Random games fill their own eyes, so on small boards living chains are captured and built up again. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "2x3, 1570 settled; 503 built up again",
        "1x7, 779 settled; 166 built up again",
        "3x3, 2420 settled; 498 built up again",
        "2x5, 2414 settled; 359 built up again",
        "5x5, 4496 settled; 381 built up again"
    })
    void isSettled_playedOut_noPlayerGains(String size, String counts) {
        Grid grid = Grids.of(size);
        SplitMix64 random = new SplitMix64(1);
        SettledArea area = new SettledArea(grid);
        int settledCount = 0;
        int rebuiltCount = 0;
        for (int i = 0; i < TestSize.of(400); i++) {
            Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
            for (int ply = 0; ply < 6 * grid.pointCount() && !game.isOver(); ply++) {
                PointSet legal = new PointSet(grid);
                game.legalPoints(legal);
                game.play(legal.isEmpty() ? grid.pass() : legal.nth(random.nextInt(legal.size())));
                if (game.isOver()) {
                    break;
                }
                if (area.isSettled(game)) {
                    settledCount++;
                    new Playout(game, Color.BLACK, random).run();
                    new Playout(game, Color.WHITE, random).run();
                } else if (area.isSettled(restarted(game))) {
                    rebuiltCount++;
                }
            }
        }
        assertThat(settledCount).isPositive();
        if (TestSize.isFull()) {
            assertThat(settledCount + " settled; " + rebuiltCount + " built up again")
                    .isEqualTo(counts);
        }
    }

    /** Returns a game that starts at the present position of {@code game}. */
    private static Game restarted(Game game) {
        PointSet black = game.board().points(Color.BLACK);
        PointSet white = game.board().points(Color.WHITE);
        return new Game(Setup.of(game.grid(), black, white, game.playerToMove()), game.rules());
    }

    /** Plays of an attacker against a defender, who replies as the class comment says and must never lose a point. */
    private static final class Playout {
        private static final int RUN_COUNT = 10;

        private final Game start;
        private final int defender;
        private final SplitMix64 random;
        private final PointSet held;

        Playout(Game start, int defender, SplitMix64 random) {
            this.start = start;
            this.defender = defender;
            this.random = random;
            held = start.board().points(Color.EMPTY).copy();
            held.retainAll(start.board().points(defender).neighbors());
        }

        void run() {
            for (int i = 0; i < RUN_COUNT; i++) {
                Game game = start.copy();
                int attackCount = random.nextInt(3 * game.grid().pointCount());
                while (!game.isOver()) {
                    boolean isDefending = game.playerToMove() == defender;
                    int move = isDefending
                            ? reply(game)
                            : attackCount-- > 0 ? attack(game) : game.grid().pass();
                    assertThat(game.play(move).isLegal()).isTrue();
                }
                assertThat(lead(game)).isGreaterThanOrEqualTo(lead(start));
            }
        }

        private double lead(Game game) {
            double black = game.score().margin();
            return defender == Color.BLACK ? black : -black;
        }

        /** Returns a random legal play, more often one into the defender's regions, or a pass. */
        private int attack(Game game) {
            PointSet legal = new PointSet(game.grid());
            game.legalPoints(legal);
            PointSet inside = legal.intersection(held);
            PointSet chosen = inside.isEmpty() || random.nextInt(4) == 0 ? legal : inside;
            return chosen.isEmpty() || random.nextInt(8) == 0
                    ? game.grid().pass()
                    : chosen.nth(random.nextInt(chosen.size()));
        }

        private int reply(Game game) {
            PointSet enemies = game.board().points(Color.opponent(defender)).intersection(held);
            if (enemies.isEmpty()) {
                return game.grid().pass();
            }
            PointSet open = held.difference(game.board().points(defender));
            PointSet region = PointSet.of(game.grid(), enemies.nth(random.nextInt(enemies.size())));
            region.floodWithin(open);
            PointSet choices = region.intersection(game.board().points(Color.EMPTY));
            return choices.nth(random.nextInt(choices.size()));
        }
    }
}
