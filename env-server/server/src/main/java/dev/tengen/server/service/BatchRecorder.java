package dev.tengen.server.service;

import dev.tengen.proto.v1.JournalPosition;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.BatchJournal;
import dev.tengen.server.convert.JournalConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the requests of a batch to its journal, and now and then the states of its lanes, so that few requests have to
 * be replayed. What waits for the disk is bounded: beyond that, answers wait for the disk, so a slow disk slows down
 * this stream and no other.
 *
 * <p>One thread at a time uses it.
 */
final class BatchRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BatchRecorder.class);
    private static final long LEAST_WAITING_BYTES = 64 << 10;
    private static final long MOST_WAITING_BYTES = 4 << 20;

    private final Batch batch;
    private final BatchJournal journal;
    private final long maxWaitingBytes;
    private long checkpointBytes;

    /** The number of the request after which the last checkpoint was made; 0 before the first. */
    private long checkpointSequence;

    /**
     * Creates a recorder, which takes ownership of {@code journal}.
     *
     * @throws CallException if there is too little memory for what waits
     */
    BatchRecorder(Batch batch, BatchJournal journal) {
        this.batch = batch;
        this.journal = journal;
        long actionBytes = (long) Integer.BYTES * batch.lanes().laneCount();
        maxWaitingBytes = Math.min(
                MOST_WAITING_BYTES, Math.max(LEAST_WAITING_BYTES, BatchJournal.CHECKPOINT_INTERVAL * actionBytes));
        batch.reserveJournal(maxWaitingBytes);
    }

    /**
     * Appends {@code request}, which has been carried out.
     *
     * @return completes when the answer may be sent; fails with a {@link CallException} if the journal cannot be
     *     written
     * @throws CallException if there is too little memory for a checkpoint
     */
    CompletableFuture<Void> append(RunRequest request) {
        journal.append(request.toByteArray());
        if (journal.sequence() % BatchJournal.CHECKPOINT_INTERVAL == 0) {
            checkpoint();
        }
        return journal.room(maxWaitingBytes + checkpointBytes);
    }

    private void checkpoint() {
        byte[] state = JournalConverter.checkpoint(batch.lanes());
        // One checkpoint may wait, and another one be written.
        batch.reserveJournal(maxWaitingBytes + 2L * state.length);
        checkpointBytes = state.length;
        checkpointSequence = journal.sequence();
        journal.checkpoint(state);
    }

    /**
     * Prepares the journal for another stream, which will have nothing to replay: adds a checkpoint after the last
     * request. Completes when all is on disk; fails with a {@link CallException} if the journal cannot be written.
     */
    CompletableFuture<Void> handOver() {
        if (journal.sequence() > checkpointSequence) {
            try {
                checkpoint();
            } catch (CallException e) {
                LOG.debug("Too little memory for a checkpoint: the next stream replays the last requests", e);
            }
        }
        return journal.flush();
    }

    /** Returns where the batch stands, with the name of the journal and what a client needs to move the batch. */
    JournalPosition.Builder opening() {
        return position()
                .setName(journal.name())
                .setJournalId(journal.id())
                .setReservedBytes(batch.reservedHeapBytes());
    }

    /** Returns where the batch stands. */
    JournalPosition.Builder position() {
        return JournalPosition.newBuilder()
                .setSequence(journal.sequence())
                .setDurableSequence(journal.durableSequence());
    }

    /** Returns the error that the server drains; it completes when the journal is {@linkplain #handOver prepared}. */
    CompletableFuture<CallException> drained() {
        return handOver()
                .thenApply(done -> CallException.of(
                                Reason.SHUTTING_DOWN,
                                "the server is shutting down; resume the journal \"" + journal.name()
                                        + "\" after request " + journal.durableSequence())
                        .with("journal", journal.name())
                        .with("durable_sequence", journal.durableSequence()));
    }

    /** Removes the journal. */
    CompletableFuture<Void> remove() {
        return journal.remove();
    }

    @Override
    public void close() {
        journal.close();
    }
}
