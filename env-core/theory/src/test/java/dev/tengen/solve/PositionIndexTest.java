package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Score;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.testing.Grids;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionIndexTest {
    private static int number(PositionIndex positions, Game game) {
        return positions.number(game.board().points(Color.BLACK), game.board().points(Color.WHITE));
    }

    /** Tromp and Farnebäck, "Combinatorics of Go" (2006). */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"1x1, 1", "2x1, 5", "7x1, 867", "2x2, 57", "2x3, 489", "4x2, 4125", "3x3, 12675", "4x3, 321689"})
    void count_grid_isAsPublished(String size, int count) {
        assertThat(new PositionIndex(Grids.of(size)).count()).isEqualTo(count);
    }

    /**
     * Without a ko rule and with suicide every play on an empty point is legal, so the core can be compared for each.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"4x1, 55, 25", "2x2, 50, 24", "3x2, 44, 10", "3x3, 40, 5", "4x3, 35, 3"})
    void after_randomPlays_isWhatTheCorePlays(String size, int captures, int suicides) {
        PositionIndex positions = new PositionIndex(Grids.of(size));
        Rules rules = new Rules(Ko.NONE, Suicide.ANY, 2, 0);
        SplitMix64 random = new SplitMix64(1);
        int captureCount = 0;
        int suicideCount = 0;
        Game game = new Game(Setup.empty(Grids.of(size)), rules);
        for (int step = 0; step < 500; step++) {
            PointSet legal = new PointSet(game.grid());
            game.legalPoints(legal);
            int color = game.playerToMove();
            int before = number(positions, game);
            int point = legal.nth(random.nextInt(legal.size()));
            int expected = positions.after(before, color, point);

            game.playUnchecked(point);

            assertThat(number(positions, game)).isEqualTo(expected);
            assertThat(positions.after(expected, color, point) == PositionIndex.NONE)
                    .isEqualTo(game.colorAt(point) != Color.EMPTY);
            Score score = game.score();
            assertThat(positions.margin(expected)).isEqualTo(score.blackArea() - score.whiteArea());
            boolean isSuicide = game.colorAt(point) == Color.EMPTY;
            suicideCount += isSuicide ? 1 : 0;
            captureCount += !isSuicide && game.removedCount() > 0 ? 1 : 0;
        }
        assertThat(captureCount).isGreaterThanOrEqualTo(captures);
        assertThat(suicideCount).isGreaterThanOrEqualTo(suicides);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, false", "0, 2, true", "488, 1, true", "488, 2, false"})
    void state_parts_areFoundAgain(int position, int color, boolean isAfterPass) {
        int state = PositionIndex.state(position, color, isAfterPass);

        assertThat(PositionIndex.position(state)).isEqualTo(position);
        assertThat(PositionIndex.color(state)).isEqualTo(color);
        assertThat(PositionIndex.isAfterPass(state)).isEqualTo(isAfterPass);
    }
}
