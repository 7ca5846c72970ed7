package dev.tengen.journal;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the journals of all streams in groups, a commit every few milliseconds. Between two commits it leaves the
 * database to others: nobody waits for the journal of a batch unless much of it waits, but callers wait for changes of
 * sessions. Thread-safe.
 */
final class JournalWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);

    /** The time between two commits if nobody waits for the next one. */
    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(25);

    /** The journals that did not fit into a commit are in the next one. */
    private static final long MAX_COMMIT_BYTES = 8 << 20;

    /** The delays before a failed commit is tried again. */
    private static final List<Duration> RETRY_DELAYS =
            List.of(Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(5));

    private static final Duration SWEEP_INTERVAL = Duration.ofMinutes(1);
    private static final Duration CLOSING_TIME = Duration.ofSeconds(30);

    private final Database database;
    private final Duration retention;
    private final Set<OpenJournal> open = ConcurrentHashMap.newKeySet();
    private final Timer commitTime;
    private final Counter requestCount;
    private final Counter failureCount;
    private final Thread thread = new Thread(this::run, "tengen-journal-writer");

    /** Completes futures, and makes calls to the database that are not appends. */
    private final ExecutorService calls = Executors.newCachedThreadPool(new ThreadFactoryBuilder()
            .setNameFormat("tengen-journals-%d")
            .setDaemon(true)
            .build());

    /** The journals with something to write, each once; guarded by this. */
    private final Queue<OpenJournal> waiting = new ArrayDeque<>();

    /** Whether somebody waits for the next commit; guarded by this. */
    private boolean isUrgent;

    /** Guarded by this. */
    private boolean isClosed;

    /**
     * Creates a writer and starts its thread.
     *
     * @param retention how long a journal is kept that no stream uses
     */
    JournalWriter(Database database, Duration retention, MeterRegistry meters) {
        this.database = database;
        this.retention = retention;
        commitTime = Timer.builder("tengen.journal.commit")
                .description("Time of a commit of requests of batches, for which no caller waits.")
                .register(meters);
        requestCount = Counter.builder("tengen.journal.requests")
                .description("Requests of batches that were written to journals.")
                .register(meters);
        failureCount = Counter.builder("tengen.journal.failures")
                .description("Commits of requests of batches that failed.")
                .register(meters);
        Gauge.builder("tengen.journal.open", open, Set::size)
                .description("Journals that streams of this server write.")
                .register(meters);
        Gauge.builder("tengen.journal.lag", this, JournalWriter::lag)
                .description("Requests between the last one and the last one on disk, of the batch with the most.")
                .register(meters);
        thread.setDaemon(true);
        thread.start();
    }

    private int lag() {
        return open.stream().mapToInt(OpenJournal::waitingCount).max().orElse(0);
    }

    /** Opens the journal of {@code row}. If a stream of this server writes the journal, it loses it. */
    OpenJournal open(JournalTables.Row row) {
        for (OpenJournal other : open) {
            if (other.row().id().equals(row.id())) {
                other.fail(takenOver(row.name()));
            }
        }
        OpenJournal journal = new OpenJournal(row, this);
        open.add(journal);
        return journal;
    }

    private static CallException takenOver(String name) {
        return CallException.of(
                        Reason.JOURNAL_TAKEN_OVER, "another stream has resumed the batch with journal \"" + name + "\"")
                .with("journal", name);
    }

    /** Writes {@code journal} with the next commit. */
    synchronized void enqueue(OpenJournal journal) {
        waiting.add(journal);
        notifyAll();
    }

    /** Makes the next commit without delay. */
    synchronized void hurry() {
        isUrgent = true;
        notifyAll();
    }

    /** Removes {@code journal} from the store. */
    CompletableFuture<Void> remove(OpenJournal journal) {
        return call(() -> database.write(handle -> new JournalTables(handle)
                        .remove(journal.row().id(), journal.row().epoch())))
                .thenAccept(isFound -> {});
    }

    /** Forgets {@code journal} when its requests are on disk. */
    void close(OpenJournal journal) {
        var unused = journal.flush().whenComplete((done, failure) -> open.remove(journal));
    }

    /** Makes a call to the database on another thread. */
    <T> CompletableFuture<T> call(Supplier<T> call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return call.get();
                    } catch (StoreException e) {
                        LOG.error("The store of journals failed", e);
                        throw storeFailed();
                    }
                },
                calls);
    }

    private static CallException storeFailed() {
        return CallException.of(
                Reason.STORE_FAILED, "the store of journals failed, see the log of the server; resume the batch later");
    }

    private void run() {
        long lastSweep = System.nanoTime();
        try {
            while (awaitWork()) {
                Map<OpenJournal, JournalGroup> groups = take();
                if (!groups.isEmpty()) {
                    commit(groups);
                }
                if (System.nanoTime() - lastSweep > SWEEP_INTERVAL.toNanos()) {
                    lastSweep = System.nanoTime();
                    sweep();
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("Interrupted; journals are written no more", e);
        }
    }

    /** Waits until the next commit is due, or for a second; returns false if the writer is closed and nothing waits. */
    private synchronized boolean awaitWork() throws InterruptedException {
        if (waiting.isEmpty() && !isClosed) {
            TimeUnit.SECONDS.timedWait(this, 1);
        }
        long due = System.nanoTime() + COMMIT_INTERVAL.toNanos();
        while (!waiting.isEmpty() && !isUrgent && !isClosed && System.nanoTime() < due) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, due - System.nanoTime()));
        }
        return !isClosed || !waiting.isEmpty();
    }

    private Map<OpenJournal, JournalGroup> take() {
        Map<OpenJournal, JournalGroup> groups = new LinkedHashMap<>();
        long bytes = 0;
        while (bytes < MAX_COMMIT_BYTES) {
            OpenJournal journal;
            synchronized (this) {
                journal = waiting.poll();
                if (journal == null) {
                    isUrgent = false;
                    break;
                }
            }
            Optional<JournalGroup> group = journal.take();
            if (group.isPresent()) {
                groups.put(journal, group.get());
                bytes += group.get().byteCount();
            }
        }
        return groups;
    }

    private void commit(Map<OpenJournal, JournalGroup> groups) throws InterruptedException {
        Optional<Set<JournalGroup>> written = Optional.empty();
        for (int attempt = 0; written.isEmpty(); attempt++) {
            try {
                written = Optional.of(commitTime.record(() -> write(groups.values())));
            } catch (RuntimeException | Error e) {
                failureCount.increment();
                boolean isTransient = e instanceof StoreException known && known.isTransient();
                if (!isTransient || attempt == RETRY_DELAYS.size()) {
                    LOG.error("The requests of {} batches could not be stored", groups.size(), e);
                    answer(() -> groups.keySet().forEach(journal -> journal.fail(storeFailed())));
                    return;
                }
                LOG.warn("The requests of {} batches could not be stored; trying again", groups.size(), e);
                Thread.sleep(RETRY_DELAYS.get(attempt).toMillis());
            }
        }
        List<OpenJournal> done = new ArrayList<>();
        for (Map.Entry<OpenJournal, JournalGroup> entry : groups.entrySet()) {
            OpenJournal journal = entry.getKey();
            if (written.get().contains(entry.getValue())) {
                requestCount.increment(entry.getValue().requests().size());
                if (journal.written(entry.getValue())) {
                    enqueue(journal);
                }
                done.add(journal);
            } else {
                answer(() -> journal.fail(takenOver(journal.name())));
            }
        }
        answer(() -> done.forEach(OpenJournal::answer));
    }

    private void answer(Runnable completion) {
        calls.execute(completion);
    }

    /** Writes {@code groups} in one transaction, and returns those whose journals are still those of this server. */
    private Set<JournalGroup> write(Iterable<JournalGroup> groups) {
        return database.write(handle -> {
            JournalTables tables = new JournalTables(handle);
            Set<JournalGroup> written = ConcurrentHashMap.newKeySet();
            for (JournalGroup group : groups) {
                if (tables.append(group)) {
                    written.add(group);
                }
            }
            return written;
        });
    }

    /** Keeps the journals of open streams, and removes those that have been idle for too long. */
    private void sweep() {
        try {
            int count = database.write(handle -> {
                JournalTables tables = new JournalTables(handle);
                open.forEach(journal ->
                        tables.touch(journal.row().id(), journal.row().epoch()));
                return tables.removeIdle(retention.toMillis());
            });
            if (count > 0) {
                LOG.info("Removed {} journals of batches that were idle for {}", count, retention);
            }
        } catch (StoreException e) {
            LOG.warn("Idle journals of batches could not be removed", e);
        }
    }

    /** Writes what waits, and stops. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        try {
            thread.join(CLOSING_TIME.toMillis());
            calls.shutdown();
            if (!calls.awaitTermination(CLOSING_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Calls to the journals of batches have not ended");
            }
        } catch (InterruptedException e) {
            LOG.warn("Interrupted while journals of batches are closed");
            Thread.currentThread().interrupt();
        }
    }
}
