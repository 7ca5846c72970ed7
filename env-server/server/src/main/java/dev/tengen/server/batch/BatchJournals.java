package dev.tengen.server.batch;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the journals of batches beyond the life of their streams and of this process.
 *
 * <p>Calls return at once. Their futures complete on threads that may block for a short time, and fail with a
 * {@link dev.tengen.server.error.CallException}. Thread-safe.
 */
public interface BatchJournals extends AutoCloseable {
    /** Opens the journals of a server that is starting. */
    @FunctionalInterface
    interface Factory {
        /**
         * Returns the journals.
         *
         * @param meters where they register their meters; empty on a server without an HTTP port
         * @throws RuntimeException if the store cannot be opened. The message says why and what to do
         */
        BatchJournals open(Optional<MeterRegistry> meters);
    }

    /** Returns the kind of the store for {@code GetServerInfo}: "sqlite" or "postgresql". */
    String kind();

    /**
     * Creates a journal. Fails with {@link dev.tengen.server.error.Reason#JOURNAL_EXISTS} if {@code owner} has one
     * called {@code name}, and with {@link dev.tengen.server.error.Reason#QUOTA_EXCEEDED} if it has too many.
     *
     * @param owner the name of the principal
     * @param name the name of the journal; empty to draw one
     * @param opening how the batch was opened; the journal keeps the bytes
     */
    CompletableFuture<BatchJournal> create(String owner, String name, byte[] opening);

    /**
     * Takes over a journal: the stream that had it cannot write it any longer. Fails with
     * {@link dev.tengen.server.error.Reason#JOURNAL_NOT_FOUND}, {@link dev.tengen.server.error.Reason#JOURNAL_TRIMMED}
     * or {@link dev.tengen.server.error.Reason#JOURNAL_DAMAGED}; nothing has changed then.
     *
     * @param id the {@linkplain BatchJournal#id id} that it must have, or it is not found; empty for any
     * @param last the number of the last request to keep; later ones are removed. Empty to keep all
     */
    CompletableFuture<StoredBatch> resume(String owner, String name, Optional<String> id, OptionalLong last);

    /** Writes what waits, and closes the journals. */
    @Override
    void close();
}
