package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestBuffersTest {
    private static final long LIMIT = 1 << 20;

    private final MemoryBudget budget = new MemoryBudget(LIMIT, Map.of());
    private final ServerStreamTracer tracer =
            new RequestBuffers(budget).newServerStreamTracer("tengen.v1.EnvironmentService/Step", new Metadata());

    private long reserved() {
        return budget.reservedBytes(MemoryKind.REQUEST_BUFFER);
    }

    @Test
    void inboundWireSize_shortRequest_isFree() {
        tracer.inboundWireSize(4096);

        assertThat(reserved()).isZero();
    }

    @Test
    void inboundWireSize_longRequestInParts_reservesAFifthMoreAtMost() {
        for (int part = 0; part < 16; part++) {
            tracer.inboundWireSize(16 << 10);
        }

        assertThat(reserved()).isBetween(256L << 10, (256L << 10) * 6 / 5);
    }

    @Test
    void inboundMessageRead_longRequest_releases() {
        tracer.inboundWireSize(100_000);
        assertThat(reserved()).isEqualTo(100_000);

        tracer.inboundMessageRead(0, 100_000, 100_000);

        assertThat(reserved()).isZero();
    }

    /** Each byte keeps a buffer in use. Before, a thousand bytes cost nothing here. */
    @Test
    void inboundWireSize_byteByByte_isRefusedWhenTheBuffersFillTheMemory() {
        int parts = 0;
        while (reserved() < LIMIT - 4096) {
            tracer.inboundWireSize(1);
            parts++;
        }

        assertThat(parts).isBetween(400, 600);
        assertThatThrownBy(() -> {
                    for (int part = 0; part < 3; part++) {
                        tracer.inboundWireSize(1);
                    }
                })
                .hasMessageContaining("kind request_buffer");
        tracer.streamClosed(Status.CANCELLED);
        assertThat(reserved()).isZero();
    }
}
