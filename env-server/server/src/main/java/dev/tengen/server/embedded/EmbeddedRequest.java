package dev.tengen.server.embedded;

import dev.tengen.server.execution.StreamAnswer;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request of an {@link EmbeddedStream}, and its answer: fields in a direct buffer, which another language writes and
 * reads in place. The buffer has the fields one after another, each from a multiple of 64 bytes on. It is used again
 * for the next request. The memory may belong to the other language.
 *
 * @param <R> the type of what the request acts on
 */
public abstract class EmbeddedRequest<R> {
    private static final int ALIGNMENT = 64;

    private final int[] ranges;
    private final ByteBuffer buffer;

    /** The state of the request: a result of {@link EmbeddedStream#awaitEnd}. Guarded by this object. */
    private int state = EmbeddedStream.UNDONE;

    private byte @Nullable [] message;

    /** Creates a request in {@code buffer}, which has room for the last of {@code ranges}. */
    EmbeddedRequest(int[] ranges, ByteBuffer buffer) {
        this.ranges = ranges;
        this.buffer = buffer;
        int length = ranges[ranges.length - 1];
        if (buffer.capacity() < length) {
            throw new IllegalArgumentException(
                    "the buffer has " + buffer.capacity() + " bytes, but the fields take " + length);
        }
    }

    /** Returns where fields of some lengths start and end, two numbers each. */
    static int[] ranges(int... byteCounts) {
        int[] ranges = new int[2 * byteCounts.length];
        long end = 0;
        for (int index = 0; index < byteCounts.length; index++) {
            long start = (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
            end = start + byteCounts[index];
            ranges[2 * index] = (int) start;
            ranges[2 * index + 1] = Math.toIntExact(end);
        }
        return ranges;
    }

    /** Returns the buffer. Use it by {@link ForeignMemory#use} alone. */
    final ByteBuffer buffer() {
        return buffer;
    }

    /** Returns where the field with a number starts. */
    final int start(int field) {
        return ranges[2 * field];
    }

    /** Returns the size of the request in bytes. */
    abstract long byteCount();

    /**
     * Carries the request out. The answer is in the buffer before it is passed on.
     *
     * @param answer receives a message with what the fields do not have, if there is any
     */
    abstract void handle(R resource, StreamAnswer<Rest> answer);

    /**
     * What the fields of an answer do not have.
     *
     * @param message the bytes of a message; null if there is nothing
     */
    @SuppressWarnings("ArrayRecordComponent") // Becomes an array of another language.
    record Rest(byte @Nullable [] message) {}

    /**
     * Returns a message with what the fields of the answer do not have; null if there is nothing. See the method that
     * makes the request for its type.
     */
    public final synchronized byte @Nullable [] message() {
        return message;
    }

    /** The request begins. */
    final synchronized void begin() {
        state = EmbeddedStream.WAITING;
    }

    /** The request has ended. */
    final synchronized void end(int newState, byte @Nullable [] newMessage) {
        message = newMessage;
        state = newState;
        notifyAll();
    }

    /** Waits until the request is not {@link EmbeddedStream#WAITING}, or the time is over. Returns its state. */
    final synchronized int awaitState(long waitMillis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (state == EmbeddedStream.WAITING) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return state;
    }
}
