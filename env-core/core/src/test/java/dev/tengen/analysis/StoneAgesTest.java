package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoneAgesTest {
    private static int age(StoneAges ages, Game game, String name) {
        return ages.age(game, game.grid().point(name));
    }

    @Test
    void age_playsAndPasses_countsMovesSince() {
        Game game = Diagrams.play(new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR), "A1 B2 pass C3");
        StoneAges ages = new StoneAges(game.grid());

        ages.update(game);

        assertThat(age(ages, game, "C3")).isZero();
        assertThat(age(ages, game, "B2")).isEqualTo(2);
        assertThat(age(ages, game, "A1")).isEqualTo(3);
        assertThat(age(ages, game, "A3")).isEqualTo(StoneAges.NO_STONE);
    }

    @Test
    void age_stoneOfTheSetUp_isAllMoves() {
        Game game = Diagrams.play(Diagrams.game("""
                . . .
                . X .
                . . .
                """), "A1 C1");
        StoneAges ages = new StoneAges(game.grid());

        ages.update(game);

        assertThat(age(ages, game, "B2")).isEqualTo(2);
    }

    @Test
    void age_stoneTakenAndPlayedAnew_startsAnew() {
        Game game = Diagrams.play(Diagrams.game("""
                O . .
                . . .
                . . .
                """), "A2 C1 B3 C3 A3");
        StoneAges ages = new StoneAges(game.grid());

        ages.update(game);

        assertThat(age(ages, game, "A3")).isZero();
        assertThat(age(ages, game, "B3")).isEqualTo(2);
    }

    @Test
    void age_otherGameAfterwards_forgetsTheFirst() {
        Game first = Diagrams.play(new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR), "A1 B2 C3");
        Game second = Diagrams.play(new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR), "B2 C3 A1");
        StoneAges ages = new StoneAges(first.grid());
        ages.update(first);

        ages.update(second);

        assertThat(age(ages, second, "A1")).isZero();
        assertThat(age(ages, second, "B2")).isEqualTo(2);
    }

    @ParameterizedTest(name = "{0}, seed 1")
    @CsvSource(
            delimiter = '|',
            value = {
                "3x3 | 1341 stones, 140 of the set-up, 60 undone, 7 restarts",
                "5x4 | 2844 stones, 270 of the set-up, 52 undone, 7 restarts",
                "9x9 | 6316 stones, 475 of the set-up, 53 undone, 6 restarts"
            })
    void age_randomGamesWithUndo_agreesWithBoardsOfThePast(String size, String counts) {
        Grid grid = Grids.of(size);
        Walk walk = new Walk(grid, new SplitMix64(1));

        walk.play(400);

        assertThat(walk.counts()).isEqualTo(counts);
    }

    /** A random game with passes, undo and restarts, and counts of the events on the way. */
    private static final class Walk {
        private final Game game;
        private final SplitMix64 random;
        private final StoneAges ages;
        private final HistoryCursor past;
        private final PointSet legal;
        private int stones;
        private int setUpStones;
        private int undone;
        private int restarts;

        Walk(Grid grid, SplitMix64 random) {
            this.random = random;
            PointSet black = PointSet.of(grid, 0);
            PointSet white = PointSet.of(grid, 2);
            game = new Game(new Setup(grid, black, white, Color.WHITE), Rules.TROMP_TAYLOR);
            ages = new StoneAges(grid);
            past = new HistoryCursor(grid);
            legal = new PointSet(grid);
        }

        void play(int steps) {
            for (int step = 0; step < steps; step++) {
                change();
                if (random.nextInt(3) > 0) {
                    ages.update(game);
                    compare();
                }
            }
        }

        private void change() {
            int roll = random.nextInt(60);
            if (game.isOver() || roll == 0) {
                game.restart();
                restarts++;
            } else if (roll < 8 && game.moveNumber() > 0) {
                game.undo();
                undone++;
            } else {
                game.legalPoints(legal);
                boolean isPass = legal.isEmpty() || roll < 12;
                game.playUnchecked(isPass ? game.grid().pass() : legal.nth(random.nextInt(legal.size())));
            }
        }

        private void compare() {
            for (int point = 0; point < game.grid().pointCount(); point++) {
                assertThat(ages.age(game, point)).isEqualTo(slowAge(point));
            }
        }

        /** Steps back until the stone is gone. */
        private int slowAge(int point) {
            int color = game.colorAt(point);
            if (color == Color.EMPTY) {
                return -1;
            }
            stones++;
            past.startAt(game);
            while (past.moveNumber() > 0) {
                past.stepBack(game);
                if (!past.stones(color).contains(point)) {
                    return game.moveNumber() - past.moveNumber() - 1;
                }
            }
            setUpStones++;
            return game.moveNumber();
        }

        String counts() {
            return "%d stones, %d of the set-up, %d undone, %d restarts"
                    .formatted(stones, setUpStones, undone, restarts);
        }
    }
}
