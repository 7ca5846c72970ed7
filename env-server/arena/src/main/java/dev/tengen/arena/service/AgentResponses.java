package dev.tengen.arena.service;

import dev.tengen.proto.v1.PlayBatch;
import dev.tengen.proto.v1.PlayResponse;
import java.util.function.Consumer;

/**
 * Sends responses to an agent, one by one or in batches. A batch is bounded: its last response is the first that
 * exceeds {@link #BATCH_BYTES}. Not thread-safe.
 */
final class AgentResponses {
    /**
     * The size at which a batch is sent, in bytes. Larger ones would save nothing, and delay the first turn in them.
     */
    static final int BATCH_BYTES = 32 << 10;

    private final Consumer<PlayResponse> sender;
    private final boolean isBatched;
    private PlayBatch.Builder waiting = PlayBatch.newBuilder();
    private int waitingBytes;

    private AgentResponses(Consumer<PlayResponse> sender, boolean isBatched) {
        this.sender = sender;
        this.isBatched = isBatched;
    }

    /** Returns an object that sends each response at once. */
    static AgentResponses single(Consumer<PlayResponse> sender) {
        return new AgentResponses(sender, false);
    }

    /** Returns an object that sends responses as batches. */
    static AgentResponses inBatches(Consumer<PlayResponse> sender) {
        return new AgentResponses(sender, true);
    }

    boolean isBatched() {
        return isBatched;
    }

    /** Sends {@code response}, with batches at the latest at the next {@link #flush}. */
    void add(PlayResponse response) {
        if (!isBatched) {
            sender.accept(response);
            return;
        }
        waiting.addResponses(response);
        waitingBytes += response.getSerializedSize();
        if (waitingBytes > BATCH_BYTES) {
            flush();
        }
    }

    /** Sends the responses that wait. */
    void flush() {
        if (waiting.getResponsesCount() == 0) {
            return;
        }
        PlayResponse message = waiting.getResponsesCount() == 1
                ? waiting.getResponses(0)
                : PlayResponse.newBuilder().setBatch(waiting).build();
        waiting = PlayBatch.newBuilder();
        waitingBytes = 0;
        sender.accept(message);
    }
}
