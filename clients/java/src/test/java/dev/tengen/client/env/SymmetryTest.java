package dev.tengen.client.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.client.RunningServer;
import dev.tengen.client.TengenSession;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.planes.SymmetryMap;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares symmetries of the client with those of the core, and uses them at a server. */
class SymmetryTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private static SymmetryMap map(Symmetry symmetry, Grid grid) {
        return SymmetryMap.of(dev.tengen.planes.Symmetry.valueOf(symmetry.name()), grid);
    }

    @ParameterizedTest
    @EnumSource
    void turned_everyAction_isWhereTheServerTurnsIt(Symmetry symmetry) {
        Grid grid = symmetry.swapsSides() ? Grid.square(5) : Grid.of(5, 3);

        for (int action = -2; action <= grid.moveCount(); action++) {
            int turned = symmetry.turned(action, grid.width(), grid.height());
            assertThat(turned).isEqualTo(map(symmetry, grid).turned(action));
            assertThat(symmetry.inverse().turned(turned, grid.width(), grid.height()))
                    .isEqualTo(action);
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_numberOfTheContract_isTheOneOfThatName(Symmetry symmetry) {
        int number =
                dev.tengen.proto.v1.Symmetry.valueOf("SYMMETRY_" + symmetry).getNumber();

        assertThat(Symmetry.of(number)).isEqualTo(symmetry);
    }

    @Test
    void of_unspecifiedAndUnknown_areNoneAndRefused() {
        assertThat(Symmetry.of(0)).isEqualTo(Symmetry.IDENTITY);
        assertThatThrownBy(() -> Symmetry.of(9)).hasMessage("symmetry 9 is outside [0, 8]");
    }

    @Test
    void turnedArrays_quarterTurn_moveEachNumber() {
        float[] planes = {1, 2, 3, 4, 5, 6, 7, 8};
        float[] policy = {1, 2, 3, 4, 9};

        assertThat(Symmetry.ROTATE_90.turnedPlanes(planes, 2, 2)).containsExactly(2, 4, 1, 3, 6, 8, 5, 7);
        assertThat(Symmetry.ROTATE_90.turnedPolicy(policy, 2, 2)).containsExactly(2, 4, 1, 3, 9);
        assertThat(Symmetry.ROTATE_90.turnedPoints(List.of("a", "b", "c", "d"), 2, 2))
                .containsExactly("b", "d", "a", "c");
        assertThat(Symmetry.ROTATE_90
                        .turned(new ActionMask(new byte[] {(byte) 0b1000_1000}, 5), 2, 2)
                        .actions())
                .containsExactly(2, 4);
    }

    @Test
    void turned_otherLengthOrBoard_isRefused() {
        assertThatThrownBy(() -> Symmetry.ROTATE_90.turned(0, 5, 3))
                .hasMessage("ROTATE_90 is not a symmetry of a board of 5x3");
        assertThatThrownBy(() -> Symmetry.ROTATE_180.turnedPolicy(new float[15], 5, 3))
                .hasMessage("a length of 15 is not 16");
        assertThatThrownBy(() -> Symmetry.ROTATE_180.turnedPlanes(new float[16], 5, 3))
                .hasMessage("a length of 16 is not 15");
    }

    @Test
    void session_seenTurned_mapsBackToTheBoard() {
        SessionSpec spec = SessionSpec.builder(5, 5)
                .encodings("openspiel-4")
                .symmetry(Symmetry.ROTATE_90)
                .build();
        try (TengenSession session = SERVER.client().createSession(spec)) {
            Timestep timestep = session.step(1);
            Position position = session.observe();
            Symmetry back = timestep.symmetry().inverse();

            int onBoard = back.turned(1, 5, 5);
            float[] black = Arrays.copyOf(
                    back.turnedPlanes(timestep.observations().get(0).toFloats(), 5, 5), 25);

            assertThat(timestep.symmetry()).isEqualTo(Symmetry.ROTATE_90);
            assertThat(position.symmetry()).isEqualTo(Symmetry.ROTATE_90);
            assertThat(session.legalActions().symmetry()).isEqualTo(Symmetry.ROTATE_90);
            assertThat(position.board().get(onBoard)).isEqualTo(Color.BLACK);
            assertThat(black[onBoard]).isEqualTo(1);
            assertThat(onBoard).isEqualTo(9);
        }
    }

    @Test
    void observe_everyForm_readsTheSameNumbers() {
        try (TengenSession session = SERVER.client().createSession(SessionSpec.of(3, 4))) {
            session.step(5);
            float[] expected =
                    session.observe("alphazero-17").observations().get(0).toFloats();
            for (ObservationFormat format : ObservationFormat.values()) {
                for (ObservationLayout layout : ObservationLayout.values()) {
                    Observation observation = session.observe(format, layout, "alphazero-17")
                            .observations()
                            .get(0);
                    assertThat(observation.format()).isEqualTo(format);
                    assertThat(observation.layout()).isEqualTo(layout);
                    assertThat(observation.toFloats()).isEqualTo(expected);
                    assertThat(observation.globals()).isEmpty();
                }
            }
            assertThat(expected).contains(1);
        }
    }

    @Test
    void batch_lanesSeenTurned_reportTheirSymmetries() {
        BatchSpec spec = BatchSpec.builder(List.of(
                        SessionSpec.of(3, 3),
                        SessionSpec.builder(3, 3).symmetry(Symmetry.FLIP_ROWS).build()))
                .seeds(1)
                .build();
        try (TengenBatch batch = SERVER.client().openBatch(spec)) {
            LaneRows rows = batch.step(0, 6);

            assertThat(rows.symmetry(0)).isEqualTo(Symmetry.IDENTITY);
            assertThat(rows.symmetry(1)).isEqualTo(Symmetry.FLIP_ROWS);
            assertThat(rows.stateHash(1)).isEqualTo(rows.stateHash(0));
            assertThat(rows.isLegal(1, 6)).isFalse();
            assertThat(rows.globals().capacity()).isZero();
            assertThat(batch.layout().globalByteCount()).isZero();
        }
    }
}
