package dev.tengen.planes.bits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares turned planes and masks with the tables of actions, bit by bit. */
class PlaneTurnerTest {
    @ParameterizedTest(name = "seed 1, {0} planes of {1}")
    @CsvSource({
        "1, 1x1",
        "3, 1x7",
        "5, 7x1",
        "17, 5x5",
        "17, 7x9",
        "4, 8x8",
        "17, 9x9",
        "2, 16x16",
        "17, 19x19",
        "9, 25x25"
    })
    void turn_randomPlanes_movesEachBitAsItsAction(int planeCount, String size) {
        Grid grid = Grids.of(size);
        SplitMix64 random = new SplitMix64(1);
        int bitCount = planeCount * grid.pointCount();
        byte[] planes = random(bitCount, random);

        requireTurned(grid, planeCount, planes);
    }

    @ParameterizedTest(name = "seed 2, {0}")
    @CsvSource({"1x1", "5x5", "8x8", "9x9", "13x7", "19x19", "25x25"})
    void turn_planesLikeThoseBefore_movesEachBitAsItsAction(String size) {
        Grid grid = Grids.of(size);
        SplitMix64 random = new SplitMix64(2);
        int planeCount = 40;
        byte[] planes = new byte[(planeCount * grid.pointCount() + 7) / 8];
        for (int plane = 0; plane < planeCount; plane++) {
            int start = plane * grid.pointCount();
            int kind = random.nextInt(6);
            for (int point = 0; point < grid.pointCount(); point++) {
                boolean isBefore = plane >= 2 && isSet(planes, start - 2 * grid.pointCount() + point);
                boolean isOne = switch (kind) {
                    case 0 -> false;
                    case 1 -> true;
                    case 2 -> random.nextInt(2) == 0;
                    default -> isBefore != (random.nextInt(grid.pointCount()) < 2);
                };
                if (isOne) {
                    planes[(start + point) >>> 3] |= (byte) (0x80 >>> ((start + point) & 7));
                }
            }
        }

        requireTurned(grid, planeCount, planes);
    }

    /** Requires that every symmetry moves each bit as its table of actions says, after any other one. */
    private static void requireTurned(Grid grid, int planeCount, byte[] planes) {
        PlaneTurner turner = new PlaneTurner(grid);
        for (Symmetry symmetry : Symmetry.of(grid)) {
            byte[] expected = new byte[planes.length];
            for (int bit = 0; bit < planeCount * grid.pointCount(); bit++) {
                int plane = bit / grid.pointCount();
                int point = SymmetryMap.of(symmetry, grid).turned(bit % grid.pointCount());
                copyBit(planes, bit, expected, plane * grid.pointCount() + point);
            }
            byte[] turned = new byte[planes.length];
            turner.turn(symmetry, planes, planeCount, turned, 0);
            assertThat(turned).as("%s", symmetry).isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "seed 1, {0}")
    @CsvSource({"1x1", "7x1", "5x5", "7x9", "9x9", "19x19", "25x25"})
    void turnMask_randomMask_movesEachAction(String size) {
        Grid grid = Grids.of(size);
        byte[] mask = random(grid.moveCount(), new SplitMix64(1));
        List<Boolean> passes = new ArrayList<>();
        for (boolean hasPass : new boolean[] {false, true}) {
            setPass(mask, grid, hasPass);
            for (Symmetry symmetry : Symmetry.of(grid)) {
                byte[] expected = new byte[mask.length];
                for (int action = 0; action < grid.moveCount(); action++) {
                    copyBit(
                            mask,
                            action,
                            expected,
                            SymmetryMap.of(symmetry, grid).turned(action));
                }
                byte[] turned = new byte[mask.length];
                new PlaneTurner(grid).turnMask(symmetry, mask, turned, 0);
                assertThat(turned).as("%s", symmetry).isEqualTo(expected);
            }
            passes.add(isSet(mask, grid.pass()));
        }
        assertThat(passes).containsExactly(false, true);
    }

    @Test
    void turn_atOffset_leavesBytesBefore() {
        Grid grid = Grid.square(3);
        byte[] planes = {(byte) 0x80, 0};
        byte[] target = {7, 7, 7, 7};

        new PlaneTurner(grid).turn(Symmetry.ROTATE_90, planes, 1, target, 1);

        assertThat(target).containsExactly(7, 0x02, 0, 7); // From the top left to the bottom left.
    }

    private static byte[] random(int bitCount, SplitMix64 random) {
        byte[] bytes = new byte[(bitCount + 7) / 8];
        for (int bit = 0; bit < bitCount; bit++) {
            if (random.nextInt(2) == 0) {
                bytes[bit >>> 3] |= (byte) (0x80 >>> (bit & 7));
            }
        }
        return bytes;
    }

    private static void setPass(byte[] mask, Grid grid, boolean hasPass) {
        int bit = 0x80 >>> (grid.pass() & 7);
        int index = grid.pass() >>> 3;
        mask[index] = (byte) (hasPass ? mask[index] | bit : mask[index] & ~bit);
    }

    private static boolean isSet(byte[] bytes, int bit) {
        return (bytes[bit >>> 3] & 0x80 >>> (bit & 7)) != 0;
    }

    private static void copyBit(byte[] from, int source, byte[] to, int target) {
        if (isSet(from, source)) {
            to[target >>> 3] |= (byte) (0x80 >>> (target & 7));
        }
    }
}
