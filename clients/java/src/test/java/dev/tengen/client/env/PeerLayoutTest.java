package dev.tengen.client.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerLayoutTest {
    @Test
    void peerAction_columnsBeforeRows_isNumberedAlongColumns() {
        EncodingSpec.PeerLayout peer = new EncodingSpec.PeerLayout("peer", "CWH", "TOP");

        assertThat(List.of(peer.peerAction(1, 4, 3), peer.peerAction(4, 4, 3), peer.peerAction(12, 4, 3)))
                .containsExactly(3, 1, 12);
    }

    @ParameterizedTest
    @CsvSource({"CHW, TOP", "CHW, BOTTOM", "HWC, BOTTOM", "CWH, TOP", "CWH, BOTTOM"})
    void action_everyPeerAction_isOurs(String axes, String firstRow) {
        EncodingSpec.PeerLayout peer = new EncodingSpec.PeerLayout("peer", axes, firstRow);

        assertThat(IntStream.rangeClosed(0, 12).map(action -> peer.action(peer.peerAction(action, 4, 3), 4, 3)))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThatThrownBy(() -> peer.action(13, 4, 3)).hasMessage("action 13 is outside [0, 12]");
    }
}
