package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class ExceptionConverterTest {
    /** A call whose headers are written just after its connection broke ends with UNKNOWN, and was not retried. */
    @Test
    void toException_connectionBrokeBeforeHeaders_isUnavailable() {
        Status broken = Status.UNKNOWN.withDescription("channel closed").withCause(new ClosedChannelException());

        assertThat(ExceptionConverter.toException(broken.asRuntimeException()).status())
                .isEqualTo("UNAVAILABLE");
    }

    /**
     * A server that is being stopped ends its calls so, and an agent that lost a step to it was not served by another
     * server.
     */
    @Test
    void toException_serverEndedTheCallWithoutStatus_isUnavailable() {
        Status ended = Status.CANCELLED.withDescription("RST_STREAM closed stream. HTTP/2 error code: CANCEL");
        Status own = Status.CANCELLED.withDescription("interrupted");

        assertThat(ExceptionConverter.toException(ended.asRuntimeException()).status())
                .isEqualTo("UNAVAILABLE");
        assertThat(ExceptionConverter.toException(own.asRuntimeException()).status())
                .isEqualTo("CANCELLED");
    }

    @Test
    void toException_otherUnknownError_staysUnknown() {
        Status error = Status.UNKNOWN.withCause(new IllegalStateException());

        assertThat(ExceptionConverter.toException(error.asRuntimeException()).status())
                .isEqualTo("UNKNOWN");
    }

    @Test
    void toException_serverGaveReason_keepsItsMessage() {
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER), "STORE_FAILED");
        Status error = Status.UNAVAILABLE.withDescription("the lease has lapsed");

        assertThat(ExceptionConverter.toException(error.asRuntimeException(trailers)))
                .hasMessage("the lease has lapsed");
        assertThat(ExceptionConverter.toException(error.asRuntimeException()))
                .hasMessageContaining("cannot be reached");
    }
}
