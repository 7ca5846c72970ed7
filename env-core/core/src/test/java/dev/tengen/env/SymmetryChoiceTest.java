package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.planes.Symmetry;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SymmetryChoiceTest {
    private static final int DRAWS = 8000;

    @Test
    void inEpisode_drawnForSeedsInARow_isUniform() {
        int[] counts = new int[Symmetry.values().length];
        for (int seed = 0; seed < DRAWS; seed++) {
            counts[SymmetryChoice.DRAWN.inEpisode(seed, Grid.square(9)).number() - 1]++;
        }

        // The mean is 1000, the standard deviation 30.
        for (int count : counts) {
            assertThat(count).isBetween(880, 1120);
        }
    }

    @Test
    void inEpisode_drawnOnARectangle_isOneOfFour() {
        int[] counts = new int[Symmetry.values().length];
        for (int seed = 0; seed < DRAWS; seed++) {
            counts[SymmetryChoice.DRAWN.inEpisode(seed, Grid.of(9, 7)).number() - 1]++;
        }

        for (Symmetry symmetry : Symmetry.values()) {
            int count = counts[symmetry.number() - 1];
            assertThat(count).isBetween(symmetry.swapsSides() ? 0 : 1800, symmetry.swapsSides() ? 0 : 2200);
        }
    }

    /** The symmetry of a seed is a guarantee: it must not change between versions. */
    @Test
    void inEpisode_firstSeeds_areTheseForever() {
        assertThat(LongStream.range(1, 6).mapToObj(seed -> SymmetryChoice.DRAWN.inEpisode(seed, Grid.square(19))))
                .containsExactly(
                        Symmetry.TRANSPOSE,
                        Symmetry.FLIP_COLUMNS,
                        Symmetry.ROTATE_270,
                        Symmetry.FLIP_COLUMNS,
                        Symmetry.IDENTITY);
        assertThat(LongStream.range(1, 6).mapToObj(seed -> SymmetryChoice.DRAWN.inEpisode(seed, Grid.of(19, 18))))
                .containsExactly(
                        Symmetry.FLIP_COLUMNS,
                        Symmetry.FLIP_ROWS,
                        Symmetry.ROTATE_180,
                        Symmetry.FLIP_ROWS,
                        Symmetry.IDENTITY);
    }

    @Test
    void spec_symmetryThatSwapsSidesOfARectangle_isRefused() {
        TestSpec spec = TestSpec.drawn(". . .").symmetry(Symmetry.TRANSPOSE);

        assertThatThrownBy(spec::build)
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("symmetry TRANSPOSE is not one of [IDENTITY, ROTATE_180, FLIP_ROWS, FLIP_COLUMNS, DRAWN]"
                        + " on a board of 3x1");
    }
}
