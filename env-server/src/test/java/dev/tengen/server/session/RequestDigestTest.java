package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import org.junit.jupiter.api.Test;

class RequestDigestTest {
    private static final StepRequest STEP =
            StepRequest.newBuilder().setSessionId("a").setRequestId("b").build();

    @Test
    void equals_sameContent_isTrue() {
        assertThat(RequestDigest.of(STEP.toBuilder().build()))
                .isEqualTo(RequestDigest.of(STEP))
                .hasSameHashCodeAs(RequestDigest.of(STEP));
    }

    @Test
    void equals_otherContent_isFalse() {
        assertThat(RequestDigest.of(STEP.toBuilder().setAction(1).build())).isNotEqualTo(RequestDigest.of(STEP));
    }

    /** Zero and no number at all are different requests: the one expects move 0, the other expects nothing. */
    @Test
    void equals_optionalFieldOfZero_isFalse() {
        assertThat(RequestDigest.of(STEP.toBuilder().setExpectedMoveNumber(0).build()))
                .isNotEqualTo(RequestDigest.of(STEP));
    }

    /**
     * A Reset without a seed and a Step of action 0 are the same bytes. The digest was once made of the bytes alone, so
     * that a Step with the id of an earlier Reset did not act, and was answered with the start of the episode.
     */
    @Test
    void equals_requestsOfTwoKindsWithTheSameBytes_isFalse() {
        ResetRequest reset =
                ResetRequest.newBuilder().setSessionId("a").setRequestId("b").build();

        assertThat(reset.toByteString()).isEqualTo(STEP.toByteString());
        assertThat(RequestDigest.of(reset)).isNotEqualTo(RequestDigest.of(STEP));
    }
}
