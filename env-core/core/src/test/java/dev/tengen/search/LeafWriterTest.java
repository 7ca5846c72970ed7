package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.testing.Grids;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeafWriterTest {
    private static final int ROW_COUNT = 3;
    private static final int ROW = 1;

    @ParameterizedTest(name = "seed 1, {0}")
    @ValueSource(strings = {"1x1", "4x7", "8x8", "9x9"})
    void write_everySymmetry_hasTheLegalActionsAtTheirImages(String size) {
        Grid grid = Grids.of(size);
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(grid), Rules.TROMP_TAYLOR)
                .encodings(List.of("alphazero:history=1"))
                .build();
        LeafWriter writer = new LeafWriter(spec);
        LeafRows rows = new LeafRows(LeafLayout.of(spec), ROW_COUNT);
        int byteCount = rows.layout().actionMaskByteCount();
        Game game = new Game(spec.setup(), spec.rules());
        SplitMix64 random = new SplitMix64(1);
        PointSet legal = new PointSet(grid);
        for (int move = 0; move < 2 * grid.pointCount() && !game.isOver(); move++) {
            game.legalPoints(legal);
            for (Symmetry symmetry : Symmetry.of(grid)) {
                writer.write(game, legal, symmetry, 7, rows, ROW);

                for (int action = 0; action <= grid.pass(); action++) {
                    int image = SymmetryMap.of(symmetry, grid).turned(action);
                    int bits = rows.actionMasks()[ROW * byteCount + image / 8];
                    assertThat((bits & 0x80 >>> image % 8) != 0)
                            .as("%s, action %d after move %d", symmetry, action, move)
                            .isEqualTo(game.legality(action).isLegal());
                }
            }
            game.playLegal(legal.isEmpty() ? grid.pass() : legal.nth(random.nextInt(legal.size())));
        }
        assertThat(rows.actionMasks()).startsWith(new byte[byteCount]).endsWith(new byte[byteCount]);
    }
}
