package dev.tengen.server.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * Decides how much a thread of the transport reads from a connection before it serves the next one: little, so that a
 * client with many calls does not delay others, but more while a long request arrives.
 *
 * <p>A buffer is at most twice as long as what the read before has returned, or short. So a client that sends the rest
 * of a request byte by byte does not keep long buffers in use.
 */
public final class RequestReads implements RecvByteBufAllocator {
    private static final int MIN_BYTES = 64;
    private static final int FIRST_BYTES = 2_048;

    /**
     * A thread takes at most this much from a connection before it serves the next one. By default it takes up to
     * sixteen times 64 KB: the headers of thousands of calls, while other clients wait for tens of milliseconds.
     */
    private static final int MAX_BYTES = 1 << 12;

    /** The same while a long request arrives. */
    private static final int MAX_LONG_BYTES = 1 << 16;

    /** So much of a request has arrived when it counts as long. */
    private static final int LONG_REQUEST_BYTES = 4 * MAX_BYTES;

    /** The connection whose bytes the thread handles now. */
    private static final FastThreadLocal<@Nullable Reads> CURRENT = new FastThreadLocal<>();

    private final RecvByteBufAllocator shortReads =
            new AdaptiveRecvByteBufAllocator(MIN_BYTES, FIRST_BYTES, MAX_BYTES).maxMessagesPerRead(1);

    /** Creates the reads of connections. */
    public RequestReads() {}

    /**
     * Notes how much of a request has arrived, on the thread that has read it.
     *
     * @param bytes the bytes of the request, which is not complete; 0 after it was
     */
    static void requestArrives(long bytes) {
        Reads reads = CURRENT.get();
        if (reads != null) {
            reads.isRequestLong = bytes >= LONG_REQUEST_BYTES;
        }
    }

    @Override
    public DelegatingHandle newHandle() {
        return new Reads((ExtendedHandle) shortReads.newHandle());
    }

    /** The reads of one connection. Only the thread of the connection uses it. */
    private static final class Reads extends DelegatingHandle {
        /** Whether the request that arrives is long. */
        private boolean isRequestLong;

        Reads(ExtendedHandle shortReads) {
            super(shortReads);
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            CURRENT.set(this);
            return allocator.ioBuffer(guess());
        }

        @Override
        public int guess() {
            int bytes = super.guess();
            return isRequestLong ? Math.max(bytes, Math.min(2 * lastBytesRead(), MAX_LONG_BYTES)) : bytes;
        }
    }
}
