package dev.tengen.planes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.planes.catalog.Encodings;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerLayoutTest {
    private static final Grid GRID = Grid.of(4, 3);

    private static PeerLayout peer(String encoding) {
        return Encodings.spec("encoding", encoding).peer();
    }

    @ParameterizedTest
    @CsvSource({"A1, 0", "D1, 3", "A2, 4", "A3, 8", "D3, 11", "pass, 12"})
    void peerAction_rowsFromTheBottom_isCountedAsPlayersDo(String move, int expected) {
        int action = move.equals("pass") ? GRID.pass() : GRID.point(move);

        assertThat(peer("openspiel-4").peerAction(action, GRID)).isEqualTo(expected);
        assertThat(peer("leelazero-18").action(expected, GRID)).isEqualTo(action);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alphazero-17", "minigo-17", "pgx-17", "pettingzoo-v5", "gymgo-6"})
    void peerAction_rowsFromTheTop_isTheSame(String encoding) {
        for (int action = 0; action < GRID.moveCount(); action++) {
            assertThat(peer(encoding).peerAction(action, GRID)).isEqualTo(action);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 13, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void peerAction_outOfRange_isRefused(int action) {
        assertThatThrownBy(() -> peer("openspiel-4").peerAction(action, GRID))
                .hasMessage("action " + action + " is outside [0, 12]");
        assertThatThrownBy(() -> peer("gymgo-6").action(action, GRID))
                .hasMessage("action " + action + " is outside [0, 12]");
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#specs")
    void index_everyPlaneAndPoint_fillsTheTensor(EncodingSpec spec) {
        BitSet seen = new BitSet();
        for (int plane = 0; plane < spec.planeCount(); plane++) {
            for (int point = 0; point < GRID.pointCount(); point++) {
                seen.set(spec.peer().index(plane, spec.planeCount(), point, GRID));
            }
        }

        assertThat(seen.cardinality()).isEqualTo(spec.planeCount() * GRID.pointCount());
        assertThat(seen.length()).isEqualTo(spec.planeCount() * GRID.pointCount());
    }

    @ParameterizedTest
    @CsvSource({"A3, 0", "B3, 3", "D3, 9", "A2, 1", "B2, 4", "D1, 11", "pass, 12"})
    void peerAction_columnsBeforeRows_isCountedAlongColumns(String move, int expected) {
        int action = move.equals("pass") ? GRID.pass() : GRID.point(move);

        assertThat(peer("alphago-48").peerAction(action, GRID)).isEqualTo(expected);
        assertThat(peer("alphago-48").action(expected, GRID)).isEqualTo(action);
    }

    @ParameterizedTest
    @EnumSource(PeerLayout.Axes.class)
    void action_ofEveryPeerAction_isOurs(PeerLayout.Axes axes) {
        for (PeerLayout.FirstRow firstRow : PeerLayout.FirstRow.values()) {
            PeerLayout peer = new PeerLayout("peer", axes, firstRow);
            for (int action = 0; action < GRID.moveCount(); action++) {
                assertThat(peer.action(peer.peerAction(action, GRID), GRID)).isEqualTo(action);
            }
        }
    }

    @Test
    void index_columnsBeforeRows_isByPlaneThenColumn() {
        assertThat(peer("alphago-48").index(2, 48, GRID.point("C2"), GRID)).isEqualTo(2 * 12 + 2 * 3 + 1);
    }

    @Test
    void index_planesLast_isByPointThenPlane() {
        assertThat(peer("pgx-17").index(2, 17, 5, GRID)).isEqualTo(5 * 17 + 2);
    }
}
