package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.server.testing.Calls;
import org.junit.jupiter.api.Test;

class RequestKeyTest {
    private static final StepRequest STEP =
            StepRequest.newBuilder().setSessionId("a").setRequestId("b").build();

    private static RequestKey key(MessageLite request) {
        return RequestKey.of("b", request.getClass().getName(), request.toByteArray());
    }

    @Test
    void equals_sameContent_isTrue() {
        assertThat(key(STEP.toBuilder().build())).isEqualTo(key(STEP)).hasSameHashCodeAs(key(STEP));
    }

    @Test
    void equals_otherContent_isFalse() {
        assertThat(key(STEP.toBuilder().setAction(1).build())).isNotEqualTo(key(STEP));
    }

    /** Zero and no number are different requests: one expects move 0, the other expects nothing. */
    @Test
    void equals_optionalFieldOfZero_isFalse() {
        assertThat(key(STEP.toBuilder().setExpectedMoveNumber(0).build())).isNotEqualTo(key(STEP));
    }

    /**
     * A Reset without a seed and a Step of action 0 have the same bytes. The digest once covered the bytes alone, so a
     * Step with the id of an earlier Reset did not act, and got the start of the episode as its answer.
     */
    @Test
    void equals_requestsOfTwoKindsWithTheSameBytes_isFalse() {
        ResetRequest reset = Calls.reset("a").setRequestId("b").build();

        assertThat(reset.toByteString()).isEqualTo(STEP.toByteString());
        assertThat(key(reset)).isNotEqualTo(key(STEP));
    }
}
