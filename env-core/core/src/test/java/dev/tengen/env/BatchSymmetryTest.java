package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.bits.PlaneTurner;
import dev.tengen.player.Players;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lanes with turned views next to one without a symmetry; rows in other forms; globals. */
class BatchSymmetryTest {
    private static final Grid GRID = Grid.square(5);
    private static final int STEPS = 300;

    /** The first lane has no symmetry, the others have one each. All draw the same actions on the board. */
    private static EnvironmentBatch batch(Autoreset autoreset) {
        List<EnvironmentSpec> specs = new ArrayList<>();
        for (Symmetry symmetry : Symmetry.values()) {
            specs.add(TestSpec.square(5)
                    .opponent(Players.RANDOM, dev.tengen.board.Color.BLACK)
                    .encodings("alphazero-17", "gymgo-6")
                    .maxMoves(40)
                    .symmetry(symmetry)
                    .build());
        }
        long[] seeds = new long[specs.size()];
        Arrays.fill(seeds, 7);
        return new EnvironmentBatch(specs, seeds, autoreset);
    }

    @ParameterizedTest
    @EnumSource(names = {"NEXT_STEP", "SAME_STEP"})
    void step_drawnActions_laneIsTheFirstOneTurned(Autoreset autoreset) {
        EnvironmentBatch batch = batch(autoreset);
        int[] actions = new int[batch.laneCount()];
        Arrays.fill(actions, EnvironmentBatch.DRAWN_ACTION);
        int ends = 0;

        requireTurned(batch.open());
        for (int step = 0; step < STEPS; step++) {
            LaneRows rows = batch.step(actions);
            requireTurned(rows);
            if (rows.ended().rowCount() > 0) {
                requireTurned(rows.ended());
            }
            ends += rows.byteAt(RowField.END_REASONS, 0) == 0 ? 0 : 1;
        }

        assertThat(ends).isGreaterThan(8);
    }

    private static void requireTurned(LaneRows rows) {
        assertThat(rows.rowCount()).isEqualTo(Symmetry.values().length);
        for (int row = 0; row < rows.rowCount(); row++) {
            Symmetry symmetry = Symmetry.values()[row];
            assertThat(rows.byteAt(RowField.SYMMETRIES, row)).isEqualTo(symmetry.number());
            assertThat(rows.stateHash(row)).isEqualTo(rows.stateHash(0));
            assertThat(rows.action(row))
                    .isEqualTo(SymmetryMap.of(symmetry, GRID).turned(rows.action(0)));
            assertThat(rows.isLegal(row, GRID.pass())).isEqualTo(rows.isLegal(0, GRID.pass()));
            byte[] first = row(rows, RowField.OBSERVATIONS, 0);
            byte[] turned = new byte[first.length];
            PlaneTurner turner = new PlaneTurner(GRID);
            int middle = (17 * GRID.pointCount() + 7) / 8;
            turner.turn(symmetry, first, 17, turned, 0);
            turner.turn(symmetry, Arrays.copyOfRange(first, middle, first.length), 6, turned, middle);
            assertThat(row(rows, RowField.OBSERVATIONS, row)).isEqualTo(turned);
            byte[] mask = new byte[4];
            turner.turnMask(symmetry, row(rows, RowField.ACTION_MASKS, 0), mask, 0);
            assertThat(row(rows, RowField.ACTION_MASKS, row)).isEqualTo(mask);
        }
    }

    private static byte[] row(LaneRows rows, RowField field, int row) {
        int byteCount = field.byteCount(rows.layout());
        return Arrays.copyOfRange(rows.bytes(field), row * byteCount, (row + 1) * byteCount);
    }

    @Test
    void step_actionAsSeen_isPlayedOnTheBoard() {
        EnvironmentBatch batch = TestBatches.batch(
                2, Autoreset.DISABLED, TestSpec.square(3), TestSpec.square(3).symmetry(Symmetry.ROTATE_90));

        LaneRows rows = batch.step(2, 0); // The top right corner, which a rotation by 90 degrees moves to the top left.

        assertThat(rows.stateHash(1)).isEqualTo(rows.stateHash(0));
        assertThat(rows.action(1)).isZero();
        assertThat(rows.isLegal(1, 0)).isFalse();
        assertThat(rows.isLegal(1, 2)).isTrue();
    }

    @Test
    void step_drawnSymmetry_changesWithTheEpisode() {
        EnvironmentBatch batch =
                TestBatches.batch(Autoreset.NEXT_STEP, TestSpec.square(2).symmetry(SymmetryChoice.DRAWN));
        EnvironmentBatch plain = TestBatches.batch(Autoreset.NEXT_STEP, TestSpec.square(2));
        Set<Symmetry> drawn = EnumSet.noneOf(Symmetry.class);

        for (int step = 0; step < STEPS; step++) {
            LaneRows rows = batch.step(EnvironmentBatch.DRAWN_ACTION);
            drawn.add(Symmetry.values()[rows.byteAt(RowField.SYMMETRIES, 0) - 1]);
            // The symmetry affects neither the seeds of later episodes nor the drawn actions.
            assertThat(rows.stateHash(0))
                    .isEqualTo(plain.step(EnvironmentBatch.DRAWN_ACTION).stateHash(0));
        }

        assertThat(drawn).hasSize(8);
    }

    @Test
    void layout_forms_areCounted() {
        EnvironmentBatch batch = TestBatches.batch(
                3,
                Autoreset.DISABLED,
                TestSpec.square(3).encodings("alphazero-17"),
                TestSpec.square(2).encodings("gymgo-6").form(ObservationFormat.UINT8, ObservationLayout.HWC),
                TestSpec.square(1).encodings("openspiel-4").form(ObservationFormat.FLOAT32, ObservationLayout.CHW));

        assertThat(batch.layout().observationByteCount()).isEqualTo(4 * 9 * Float.BYTES);
        assertThat(batch.layout().globalByteCount()).isZero();
    }

    @Test
    void open_bytesOfSmallerBoard_arePaddedAtTheBottomAndRight() {
        EnvironmentBatch batch = TestBatches.batch(
                2,
                Autoreset.DISABLED,
                TestSpec.square(3),
                TestSpec.square(2).encodings("openspiel-4").form(ObservationFormat.UINT8, ObservationLayout.HWC));

        LaneRows rows = batch.step(EnvironmentBatch.NO_ACTION, 1);

        assertThat(row(rows, RowField.OBSERVATIONS, 1))
                .containsExactly(
                        0, 0, 1, 1, /* */ 1, 0, 0, 1, /* */ 0, 0, 0, 0, //
                        0, 0, 1, 1, /* */ 0, 0, 1, 1, /* */ 0, 0, 0, 0, //
                        0, 0, 0, 0, /* */ 0, 0, 0, 0, /* */ 0, 0, 0, 0);
    }

    @Test
    void open_twoEncodingsWithGlobals_writesThemOneAfterAnother() {
        EnvironmentBatch batch = TestBatches.batch(
                1,
                Autoreset.DISABLED,
                TestSpec.square(2).komi(6.5).encodings("katago-v7", "katago-v7:pass_alive_under_suicide=1"));

        LaneRows rows = batch.open();

        float[] globals = new float[38];
        ByteBuffer.wrap(rows.bytes(RowField.GLOBALS))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(globals);
        assertThat(Arrays.copyOf(globals, 19)).contains(-6.5f / 20);
        assertThat(Arrays.copyOfRange(globals, 19, 38)).isEqualTo(Arrays.copyOf(globals, 19));
    }
}
