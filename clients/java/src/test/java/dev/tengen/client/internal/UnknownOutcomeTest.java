package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.tengen.proto.v1.EnvironmentProto;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownOutcomeTest {
    /**
     * A call that can be repeated under its id changes something, so the caller must learn how to find out what
     * happened.
     */
    @Test
    void changingRpcs_haveEachCallWithARequestId() {
        List<String> withId = EnvironmentProto.getDescriptor().getServices().stream()
                .flatMap(service -> service.getMethods().stream())
                .filter(method -> method.getInputType().findFieldByName("request_id") != null)
                .map(MethodDescriptor::getName)
                .toList();

        assertThat(withId).contains("Step", "Fork").hasSize(8);
        assertThat(UnknownOutcome.changingRpcs()).containsAll(withId);
    }
}
