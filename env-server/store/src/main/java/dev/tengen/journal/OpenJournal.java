package dev.tengen.journal;

import dev.tengen.server.batch.BatchJournal;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A journal that a stream of this server writes: what waits for the disk, and who waits for that. Thread-safe. */
final class OpenJournal implements BatchJournal {
    private final JournalTables.Row row;
    private final JournalWriter writer;
    private final List<byte[]> requests = new ArrayList<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private Optional<byte[]> checkpoint = Optional.empty();
    private long checkpointSequence;
    private long waitingBytes;
    private long sequence;
    private volatile long durableSequence;
    private boolean isQueued;
    private @Nullable CallException failure;

    /** Creates the journal of {@code row}, which {@code writer} writes. */
    OpenJournal(JournalTables.Row row, JournalWriter writer) {
        this.row = row;
        this.writer = writer;
        sequence = row.sequence();
        durableSequence = row.sequence();
    }

    /** A future that completes when at most {@code maxBytes} wait. */
    private record Waiter(long maxBytes, CompletableFuture<Void> done) {}

    JournalTables.Row row() {
        return row;
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public String name() {
        return row.name();
    }

    @Override
    public synchronized long sequence() {
        return sequence;
    }

    @Override
    public long durableSequence() {
        return durableSequence;
    }

    /** Returns how many requests wait for the disk. */
    synchronized int waitingCount() {
        return requests.size();
    }

    @Override
    public void append(byte[] request) {
        synchronized (this) {
            sequence++;
            if (failure != null) {
                return;
            }
            requests.add(request);
            waitingBytes += request.length;
        }
        enqueue();
    }

    @Override
    public void checkpoint(byte[] state) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            // An earlier one that still waits is superseded: fewer checkpoints are kept than requests allow.
            waitingBytes +=
                    state.length - checkpoint.map(earlier -> earlier.length).orElse(0);
            checkpoint = Optional.of(state);
            checkpointSequence = sequence;
        }
        enqueue();
    }

    private void enqueue() {
        synchronized (this) {
            if (isQueued) {
                return;
            }
            isQueued = true;
        }
        writer.enqueue(this);
    }

    private boolean hasWork() {
        return !requests.isEmpty() || checkpoint.isPresent();
    }

    @Override
    public CompletableFuture<Void> room(long maxBytes) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            if (failure != null) {
                return CompletableFuture.failedFuture(failure);
            }
            if (waitingBytes <= maxBytes) {
                return CompletableFuture.completedFuture(null);
            }
            waiters.add(new Waiter(maxBytes, done));
        }
        writer.hurry();
        return done;
    }

    @Override
    public CompletableFuture<Void> flush() {
        return room(0);
    }

    @Override
    public CompletableFuture<Void> remove() {
        fail(CallException.of(Reason.JOURNAL_NOT_FOUND, "the journal was removed"));
        return writer.remove(this);
    }

    @Override
    public void close() {
        writer.close(this);
    }

    /** Returns what waits, for one commit; empty if nothing does. Until {@link #written}, this is called no more. */
    synchronized Optional<JournalGroup> take() {
        if (!hasWork()) {
            isQueued = false;
            return Optional.empty();
        }
        JournalGroup group =
                new JournalGroup(row.id(), row.epoch(), durableSequence + 1, requests, checkpoint, checkpointSequence);
        requests.clear();
        checkpoint = Optional.empty();
        return Optional.of(group);
    }

    /**
     * Called when {@code group} is on disk. Returns what completes the futures that waited for it, and whether more
     * waits.
     */
    synchronized boolean written(JournalGroup group) {
        durableSequence = group.last();
        waitingBytes -= group.byteCount();
        isQueued = hasWork() && failure == null;
        return isQueued;
    }

    /** Completes the futures of those who wait for what is on disk now. */
    void answer() {
        List<Waiter> due = new ArrayList<>();
        synchronized (this) {
            for (Waiter waiter : List.copyOf(waiters)) {
                if (waitingBytes <= waiter.maxBytes()) {
                    waiters.remove(waiter);
                    due.add(waiter);
                }
            }
        }
        due.forEach(waiter -> waiter.done().complete(null));
    }

    /** Ends the writing: drops what waits, and fails all that wait for it. Has no effect after an earlier failure. */
    void fail(CallException error) {
        List<Waiter> due;
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = error.with("durable_sequence", durableSequence);
            due = List.copyOf(waiters);
            waiters.clear();
            requests.clear();
            checkpoint = Optional.empty();
            waitingBytes = 0;
        }
        due.forEach(waiter -> waiter.done().completeExceptionally(error));
    }
}
