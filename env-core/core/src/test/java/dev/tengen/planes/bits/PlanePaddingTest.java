package dev.tengen.planes.bits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import org.junit.jupiter.api.Test;

class PlanePaddingTest {
    private static final int PLANES = 3;
    private static final int OFFSET = 2;

    private static int bit(byte[] bytes, int index) {
        return bytes[index / 8] >> (7 - index % 8) & 1;
    }

    /** Pads random planes and compares bit by bit. Every bit outside the board is zero. */
    private static void requirePadded(Grid grid, Grid widest, SplitMix64 random) {
        byte[] from = new byte[(PLANES * grid.pointCount() + 7) / 8];
        for (int index = 0; index < from.length; index++) {
            from[index] = (byte) random.nextInt(256);
        }
        byte[] to = new byte[OFFSET + (PLANES * widest.pointCount() + 7) / 8];

        new PlanePadding(grid, widest).pad(from, PLANES, to, OFFSET);

        byte[] expected = new byte[to.length];
        for (int plane = 0; plane < PLANES; plane++) {
            for (int point = 0; point < grid.pointCount(); point++) {
                int target =
                        8 * OFFSET + plane * widest.pointCount() + widest.point(grid.row(point), grid.column(point));
                expected[target / 8] |= (byte) (bit(from, plane * grid.pointCount() + point) << (7 - target % 8));
            }
        }
        assertThat(to).as("%s in %s", grid, widest).isEqualTo(expected);
    }

    @Test
    void pad_everyWidthWithinEveryOther_isBitByBit() {
        SplitMix64 random = new SplitMix64(3);
        for (int widest = 1; widest <= Grid.MAX_SIZE; widest++) {
            for (int width = 1; width <= widest; width++) {
                int height = 1 + random.nextInt(Grid.MAX_SIZE);
                int highest = height + random.nextInt(Grid.MAX_SIZE + 1 - height);
                requirePadded(Grid.of(width, height), Grid.of(widest, highest), random);
            }
        }
    }

    @Test
    void isNeeded_sameSize_isFalse() {
        assertThat(new PlanePadding(Grid.of(5, 7), Grid.of(5, 7)).isNeeded()).isFalse();
    }

    @Test
    void isNeeded_widerOrHigher_isTrue() {
        assertThat(new PlanePadding(Grid.of(5, 7), Grid.of(6, 7)).isNeeded()).isTrue();
        assertThat(new PlanePadding(Grid.of(5, 7), Grid.of(5, 8)).isNeeded()).isTrue();
    }
}
