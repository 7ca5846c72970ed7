package dev.tengen.server.batch;

import java.util.concurrent.CompletableFuture;

/**
 * The journal of a batch, as the stream that has the batch writes it. Requests are numbered from 1. They are written to
 * the disk asynchronously, in order and in groups. Once a write has failed, or another stream has taken the journal
 * over, nothing more is written, and {@link #room} and {@link #flush} fail.
 *
 * <p>One thread at a time appends. Everything else is thread-safe. Futures complete on a thread that must not be
 * blocked.
 */
public interface BatchJournal extends AutoCloseable {
    /**
     * The requests between two checkpoints. A journal can be resumed after any of its last {@value} requests, at least.
     */
    int CHECKPOINT_INTERVAL = 256;

    /** Returns the id, which no other journal has, in this store or another one. */
    String id();

    /** Returns its name, unique among the journals of its owner. */
    String name();

    /** Returns the number of the last request; 0 if there is none. */
    long sequence();

    /** Returns the greatest number such that this request and all before it are on disk. */
    long durableSequence();

    /** Appends a request. The journal keeps the array. */
    void append(byte[] request);

    /**
     * Adds the state after the last request, from which the batch can be resumed. The journal keeps the array. A state
     * after another number of requests than a multiple of {@link #CHECKPOINT_INTERVAL} is kept until the next one.
     */
    void checkpoint(byte[] state);

    /**
     * Returns a future that completes when at most {@code maxBytes} wait to be written; it fails with a
     * {@link dev.tengen.server.error.CallException} if the journal cannot be written.
     */
    CompletableFuture<Void> room(long maxBytes);

    /**
     * Returns a future that completes when all that has been appended is on disk; it fails as that of {@link #room}.
     */
    CompletableFuture<Void> flush();

    /** Removes the journal from the store. Nothing can be appended any longer. */
    CompletableFuture<Void> remove();

    /** Gives the journal up. What waits is still written. */
    @Override
    void close();
}
