package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import org.junit.jupiter.api.Test;

class RequestReadsTest {
    private static final int SHORT = 4096;

    private final RecvByteBufAllocator.DelegatingHandle reads = new RequestReads().newHandle();

    /** Reads as much as {@code available}, of a request of which {@code arrived} bytes have arrived then. */
    private int read(int available, long arrived) {
        ByteBuf buffer = reads.allocate(UnpooledByteBufAllocator.DEFAULT);
        int length = buffer.capacity();
        buffer.release();
        reads.attemptedBytesRead(length);
        reads.lastBytesRead(Math.min(available, length));
        reads.readComplete();
        RequestReads.requestArrives(arrived);
        return length;
    }

    @Test
    void allocate_shortRequests_readsLittle() {
        for (int read = 0; read < 100; read++) {
            assertThat(read(1 << 20, SHORT)).isLessThanOrEqualTo(SHORT);
        }
    }

    @Test
    void allocate_longRequest_readsMoreUntilItHasArrived() {
        int longest = 0;
        for (int read = 0; read < 20; read++) {
            longest = Math.max(longest, read(1 << 20, 1 << 20));
        }
        read(1 << 20, 0);

        assertThat(longest).isEqualTo(1 << 16);
        assertThat(read(1 << 20, 0)).isLessThanOrEqualTo(SHORT);
    }

    /** A part keeps its buffer in use, but counts as little more than its bytes. */
    @Test
    void allocate_longRequestByteByByte_readsLittle() {
        for (int read = 0; read < 20; read++) {
            read(1 << 20, 1 << 20);
        }
        read(1, 1 << 20);

        for (int read = 0; read < 20; read++) {
            assertThat(read(1, 1 << 20)).isLessThanOrEqualTo(SHORT);
        }
    }

    @Test
    void allocate_otherConnection_readsLittle() {
        for (int read = 0; read < 20; read++) {
            read(1 << 20, 1 << 20);
        }

        assertThat(new RequestReads().newHandle().guess()).isLessThanOrEqualTo(SHORT);
    }
}
