package dev.tengen.arena.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomOpeningsTest {
    private static final Rules RULES = Rules.TROMP_TAYLOR;

    private static List<Opening> draw(Grid grid, int length, int count, long seed) {
        return new RandomOpenings(grid, RULES, length, seed).draw(count);
    }

    /**
     * Returns the stones of a game, transformed, as a list of points and colors. Independent of {@link PositionKey}.
     */
    private static List<Integer> turned(Game game, Symmetry symmetry) {
        SymmetryMap map = SymmetryMap.of(symmetry, game.grid());
        List<Integer> colors = new ArrayList<>();
        for (int point = 0; point < game.grid().pointCount(); point++) {
            colors.add(game.colorAt(map.original(point)));
        }
        return colors;
    }

    @Test
    void draw_manyOpenings_areLegalAndDistinctUpToSymmetry() {
        List<Opening> openings = draw(Grid.square(9), 4, 300, 5);

        Set<List<Integer>> positions = new HashSet<>();
        for (Opening opening : openings) {
            Game game = opening.play(RULES);
            assertThat(game.moveNumber()).isEqualTo(4);
            assertThat(game.passCount()).isZero();
            for (Symmetry symmetry : Symmetry.of(game.grid())) {
                assertThat(positions).as(opening.id()).doesNotContain(turned(game, symmetry));
            }
            positions.add(turned(game, Symmetry.IDENTITY));
        }
        assertThat(positions).hasSize(300);
        assertThat(openings).extracting(Opening::id).startsWith("random-5-1", "random-5-2");
    }

    /** Counted by hand: corner, side and center of 3×3; the corner of 2×2; the corner and the middle of 3×2. */
    @ParameterizedTest
    @CsvSource({"3, 3, 3", "2, 2, 1", "3, 2, 2", "5, 5, 6"})
    void draw_moreThanThereAre_repeatsThemInOrder(int width, int height, int distinct) {
        List<Opening> openings = draw(Grid.of(width, height), 1, 20, 1);

        Set<PositionKey> keys = new HashSet<>();
        openings.forEach(opening -> keys.add(PositionKey.of(opening.play(RULES))));
        assertThat(keys).hasSize(distinct);
        assertThat(openings).hasSize(20).doesNotHaveDuplicates();
        assertThat(openings.get(distinct).moves()).isEqualTo(openings.get(0).moves());
    }

    @Test
    void draw_sameSeed_givesTheSame() {
        assertThat(draw(Grid.square(7), 3, 20, 8)).isEqualTo(draw(Grid.square(7), 3, 20, 8));
        assertThat(draw(Grid.square(7), 3, 20, 8).get(0).moves())
                .isNotEqualTo(draw(Grid.square(7), 3, 20, 9).get(0).moves());
    }

    @Test
    void draw_fewer_areTheFirstOfMore() {
        assertThat(draw(Grid.square(7), 3, 20, 8))
                .startsWith(draw(Grid.square(7), 3, 5, 8).toArray(Opening[]::new));
    }

    @Test
    void draw_lengthZero_isTheEmptyBoard() {
        assertThat(draw(Grid.square(7), 0, 2, 8)).allSatisfy(opening -> {
            assertThat(opening.moves()).isEmpty();
            assertThat(opening.play(RULES).playerToMove()).isEqualTo(Color.BLACK);
        });
    }

    @Test
    void draw_valuesOutOfRange_areRefused() {
        assertThatThrownBy(() -> draw(Grid.square(3), 10, 1, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("opening_length 10 is outside [0, 9]");
        assertThatThrownBy(() -> draw(Grid.square(3), 1, 0, 1)).hasMessage("opening_count 0 is outside [1, 100000]");
        assertThatThrownBy(() -> draw(Grid.square(1), 1, 1, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("no opening of 1 plays was found on a board of 1x1");
    }
}
