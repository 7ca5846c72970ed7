package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import org.junit.jupiter.api.Test;

class EngineInBatchTest {
    @Test
    void toCore_engineAsOpponent_isRefusedWithTheReason() {
        EnvironmentSpec.Builder spec = EnvironmentSpec.newBuilder().setWidth(9).setHeight(9);
        spec.getOpponentBuilder().setPlayer("gtp:gnugo");
        OpenBatch open = OpenBatch.newBuilder().setLaneCount(2).addSpecs(spec).build();

        assertThatThrownBy(() -> BatchConverter.toCore(open, () -> 1))
                .isInstanceOf(CallException.class)
                .hasMessage("opponent.player \"gtp:gnugo\" is not a built-in player; engines play in sessions only");
    }
}
