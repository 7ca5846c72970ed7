package dev.tengen.server.service;

import dev.tengen.server.batch.Batch;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.quota.PrincipalUsage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A stream of {@link BatchService}: who opened it, its batch once that is open, the recorder of the journal and the
 * memory shared with the client, if it has them. One thread at a time uses it.
 */
final class BatchStream implements AutoCloseable {
    private final CallToken call;
    private final String principal;
    private final PrincipalUsage usage;
    private @Nullable Batch batch;
    private Optional<BatchRecorder> recorder = Optional.empty();
    private Optional<SharedMemory> sharedMemory = Optional.empty();
    private boolean isEnded;

    /** Creates a stream of {@code call}, by {@code principal}, whose {@code usage} counts the lanes. */
    BatchStream(CallToken call, String principal, PrincipalUsage usage) {
        this.call = call;
        this.principal = principal;
        this.usage = usage;
    }

    CallToken call() {
        return call;
    }

    /** Returns the name of the principal. */
    String principal() {
        return principal;
    }

    /** Returns what the principal uses. */
    PrincipalUsage usage() {
        return usage;
    }

    /** Sets the batch, which the stream takes over. */
    void open(Batch opened) {
        batch = opened;
    }

    /** Sets the recorder, which the stream takes over. */
    void record(BatchRecorder opened) {
        recorder = Optional.of(opened);
    }

    /** Sets the memory that is shared with the client, which the stream takes over. */
    void share(SharedMemory memory) {
        sharedMemory = Optional.of(memory);
    }

    /** Returns the memory that is shared with the client, if there is any. */
    Optional<SharedMemory> sharedMemory() {
        return sharedMemory;
    }

    /** Ends the batch: no request follows. */
    void end() {
        isEnded = true;
    }

    /**
     * Returns the batch, which must be open.
     *
     * @throws CallException if the client has ended it
     */
    Batch batch() {
        Batch open = batch;
        if (open == null || isEnded) {
            throw CallException.invalid("request", "a request after END", "no request: the client has ended the batch");
        }
        return open;
    }

    /** Returns the batch if requests need no messages: it is open, and has no journal, which records messages. */
    Optional<Batch> batchWithoutMessages() {
        return recorder.isPresent() || isEnded ? Optional.empty() : Optional.ofNullable(batch);
    }

    /** Returns the recorder, if the batch has a journal. */
    Optional<BatchRecorder> recorder() {
        return recorder;
    }

    /** Returns the error that the server drains; it completes when all requests are on disk. */
    CompletableFuture<CallException> drained() {
        return recorder.isPresent() && !isEnded
                ? recorder.get().drained()
                : CompletableFuture.completedFuture(CallException.shuttingDown());
    }

    /** Completes when the journal, if there is one, is ready for another stream. */
    CompletableFuture<Void> left() {
        return recorder.isPresent() && !isEnded ? recorder.get().handOver() : CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        recorder.ifPresent(BatchRecorder::close);
        sharedMemory.ifPresent(SharedMemory::close);
        Batch open = batch;
        if (open != null) {
            open.close();
        }
    }
}
