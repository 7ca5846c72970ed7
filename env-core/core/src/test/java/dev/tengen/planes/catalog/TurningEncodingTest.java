package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.TurningEncoding;
import dev.tengen.testing.Grids;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares transformed planes with planes that are transformed bit by bit, after every move of random games. */
class TurningEncodingTest {
    private static final int OFFSET = 3;

    @ParameterizedTest(name = "seed 1, {0}, {1} captures")
    @CsvSource({"1x1, 0", "4x7, 11", "5x5, 13", "9x9, 31"})
    void encode_everySymmetry_movesEachBitAsItsPoint(String size, int expectedCaptureCount) {
        Grid grid = Grids.of(size);
        List<TurningEncoding> encodings = Encodings.names().stream()
                .map(name -> Encodings.named(name, grid).orElseThrow())
                .filter(TurningEncoding.class::isInstance)
                .map(TurningEncoding.class::cast)
                .toList();
        assertThat(encodings).hasSizeGreaterThanOrEqualTo(5);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        SplitMix64 random = new SplitMix64(1);
        PointSet legal = new PointSet(grid);
        int captureCount = 0;
        for (int move = 0; move < 3 * grid.pointCount(); move++) {
            for (TurningEncoding encoding : encodings) {
                requireTurned(encoding, game);
            }
            game.legalPoints(legal);
            boolean isPass = legal.isEmpty() || random.nextInt(12) == 0;
            game.playUnchecked(isPass ? grid.pass() : legal.nth(random.nextInt(legal.size())));
            captureCount += game.removedCount() > 0 ? 1 : 0;
            if (game.isOver()) {
                game.resume();
            }
        }
        assertThat(captureCount).isEqualTo(expectedCaptureCount);
    }

    private static void requireTurned(TurningEncoding encoding, Game game) {
        Grid grid = game.grid();
        byte[] planes = encoding.observation(game);
        for (Symmetry symmetry : Symmetry.of(grid)) {
            SymmetryMap map = SymmetryMap.of(symmetry, grid);
            byte[] expected = new byte[OFFSET + planes.length];
            for (int bit = 0; bit < encoding.spec().planeCount() * grid.pointCount(); bit++) {
                int point = bit % grid.pointCount();
                int image = 8 * OFFSET + bit - point + map.turned(point);
                if ((planes[bit >>> 3] & 0x80 >>> (bit & 7)) != 0) {
                    expected[image >>> 3] |= (byte) (0x80 >>> (image & 7));
                }
            }
            byte[] turned = new byte[OFFSET + planes.length];
            PlaneBits bits = new PlaneBits(turned, OFFSET);
            encoding.encode(game, map, bits);
            bits.finish();
            assertThat(turned)
                    .as("%s, %s, after move %d", encoding.spec().name(), symmetry, game.moveNumber())
                    .isEqualTo(expected);
        }
    }
}
