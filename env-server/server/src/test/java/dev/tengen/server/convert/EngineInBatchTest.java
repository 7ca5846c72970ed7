package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.error.CallException;
import org.junit.jupiter.api.Test;

class EngineInBatchTest {
    @Test
    void toCore_engineAsOpponent_isRejectedWithTheReason() {
        EnvironmentSpec.Builder spec = EnvironmentSpec.newBuilder().setWidth(9).setHeight(9);
        spec.getOpponentBuilder().setPlayer("gtp:gnugo");
        OpenBatch open = OpenBatch.newBuilder().setLaneCount(2).addSpecs(spec).build();

        assertThatThrownBy(() -> BatchConverter.toCore(open, () -> 1))
                .isInstanceOf(CallException.class)
                .hasMessage("opponent.player \"gtp:gnugo\" is not a built-in player; engines play in sessions only");
    }

    @Test
    void toCore_oracleAsOpponent_isRejectedWithTheReason() {
        EnvironmentSpec.Builder spec = EnvironmentSpec.newBuilder().setWidth(3).setHeight(3);
        spec.getOpponentBuilder().setPlayer("oracle");
        OpenBatch open = OpenBatch.newBuilder().setLaneCount(2).addSpecs(spec).build();

        assertThatThrownBy(() -> BatchConverter.toCore(open, () -> 1))
                .isInstanceOf(CallException.class)
                .hasMessage(
                        "opponent.player \"oracle\" is not a built-in player that moves at once; without a task the oracle plays in sessions only");
    }
}
