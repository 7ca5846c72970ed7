package dev.tengen.journal;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits writes in groups: while one transaction is being written to the disk, further writes collect, and become the
 * next transaction. So the time of a commit is shared by all callers that wait for it. Thread-safe.
 *
 * <p>The writes of a group are carried out in this order: new sessions, new states, seats, idle times, removals,
 * releases. The writes of each kind, and all writes of one session, keep their order.
 */
final class GroupCommitter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommitter.class);
    private static final int MAX_GROUP_SIZE = 1024;
    private static final int MAX_WAITING_COUNT = 16_384;

    /** The moves in all states that wait; a move takes about 20 bytes of memory. */
    private static final int MAX_WAITING_MOVES = 4_000_000;

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration CLOSING_TIME = Duration.ofSeconds(30);

    private final Database database;
    private final Membership membership;
    private final LinkedBlockingQueue<Write> waiting = new LinkedBlockingQueue<>();
    private final AtomicLong waitingMoves = new AtomicLong();
    private final Timer commitTime;
    private final DistributionSummary groupSize;
    private final Counter failureCount;
    private final Counter fencedCount;
    private final Thread writer = new Thread(this::run, "tengen-store-writer");

    /** Completes the futures, so that what depends on them does not delay the next commit. */
    private final ExecutorService answers = Executors.newSingleThreadExecutor(new ThreadFactoryBuilder()
            .setNameFormat("tengen-store-answers")
            .setDaemon(true)
            .build());

    private volatile boolean isClosed;

    /**
     * Creates a committer and starts its thread.
     *
     * @param membership the right of this server to write; nothing is written without it
     */
    GroupCommitter(Database database, Membership membership, MeterRegistry meters) {
        this.database = database;
        this.membership = membership;
        commitTime = Timer.builder("tengen.store.commit")
                .description("Time of a commit of session changes, which callers wait for.")
                .publishPercentileHistogram()
                .register(meters);
        groupSize = DistributionSummary.builder("tengen.store.group")
                .description("Session changes that were committed together.")
                .register(meters);
        failureCount = Counter.builder("tengen.store.failures")
                .description("Session changes that could not be stored.")
                .register(meters);
        fencedCount = Counter.builder("tengen.store.fenced")
                .description("Session changes that were refused because another server has taken over.")
                .register(meters);
        Gauge.builder("tengen.store.waiting", waiting, LinkedBlockingQueue::size)
                .description("Session changes that wait for a commit.")
                .register(meters);
        writer.setDaemon(true);
        writer.start();
    }

    /**
     * Requires that there is room for another write.
     *
     * @throws CallException with {@link Reason#SERVER_OVERLOADED} if too many wait
     */
    void requireRoom() {
        if (waiting.size() >= MAX_WAITING_COUNT || waitingMoves.get() >= MAX_WAITING_MOVES) {
            throw CallException.retryAfter(
                    Reason.SERVER_OVERLOADED,
                    RETRY_DELAY,
                    waiting.size() + " changes of sessions wait to be stored, the maximum; retry later");
        }
    }

    /** Adds a write to the next group. */
    void add(Write write) {
        waitingMoves.addAndGet(write.moveCount());
        waiting.add(write);
        if (isClosed && waiting.remove(write)) {
            write.done().completeExceptionally(CallException.shuttingDown());
        }
    }

    private void run() {
        List<Write> group = new ArrayList<>();
        while (!isClosed || !waiting.isEmpty()) {
            try {
                Write first = waiting.poll(1, TimeUnit.SECONDS);
                if (first == null) {
                    continue;
                }
                group.add(first);
                waiting.drainTo(group, MAX_GROUP_SIZE - 1);
                commit(List.copyOf(group));
            } catch (InterruptedException e) {
                LOG.debug("Closing", e);
            } finally {
                group.clear();
            }
        }
    }

    private void commit(List<Write> group) {
        Runnable completion;
        try {
            Set<Write> found = commitTime.record(() -> database.write(handle -> write(handle, group)));
            groupSize.record(group.size());
            completion = () -> complete(group, found);
        } catch (RuntimeException | Error e) {
            LOG.error("{} changes of sessions could not be stored", group.size(), e);
            failureCount.increment(group.size());
            if (isFenced(e)) {
                fencedCount.increment(group.size());
            }
            CallException failure = failure(e);
            completion = () -> group.forEach(write -> write.done().completeExceptionally(failure));
        }
        group.forEach(write -> waitingMoves.addAndGet(-write.moveCount()));
        try {
            answers.execute(completion);
        } catch (RejectedExecutionException e) {
            LOG.debug("Answered after closing", e); // The database took longer than closing waits.
            completion.run();
        }
    }

    /**
     * Returns the error for clients. It does not have the message of the database, which may show what others stored.
     */
    static CallException failure(Throwable error) {
        if (error instanceof CallException known) {
            return known;
        }
        return CallException.of(
                Reason.STORE_FAILED,
                isFenced(error)
                        ? "another server has taken over the store of sessions, or those of this server; retry the call there"
                        : "the store of sessions failed, see the log of the server; retry the call");
    }

    private static boolean isFenced(Throwable error) {
        return error instanceof StoreException known && known.reason() == StoreException.Reason.LEASE_LOST;
    }

    /** Carries out the writes of a group, and returns those that found what they change. */
    private Set<Write> write(Handle handle, List<Write> group) {
        Term term = membership.term();
        if (!new ServerTables(handle).isCurrent(term)) {
            throw new StoreException(
                    StoreException.Reason.LEASE_LOST,
                    "another server has taken over the store, or the sessions of this one");
        }
        SessionTables tables = new SessionTables(handle);
        List<Write.Remove> removals = all(Write.Remove.class, group);
        Set<String> forgotten = removals.stream()
                .filter(Write.Remove::isForgotten)
                .map(Write.Remove::id)
                .collect(Collectors.toSet());
        tables.forgetOpenings(forgotten); // First, since a retry of such a request may be among the new sessions.
        Set<Write> found = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Write.Add> adds = all(Write.Add.class, group);
        if (!adds.isEmpty()) {
            found.addAll(tables.add(adds, term, forgotten));
        }
        List<Write.Append> appends = all(Write.Append.class, group);
        if (!appends.isEmpty()) {
            found.addAll(tables.append(appends, term));
        }
        List<Write.SetSeats> seats = all(Write.SetSeats.class, group);
        if (!seats.isEmpty()) {
            found.addAll(tables.setSeats(seats, term));
        }
        List<Write.SetIdle> idle = all(Write.SetIdle.class, group);
        if (!idle.isEmpty()) {
            found.addAll(tables.setIdle(idle, term));
        }
        if (!removals.isEmpty()) {
            found.addAll(tables.remove(removals, term));
        }
        List<Write.Release> releases = all(Write.Release.class, group);
        if (!releases.isEmpty()) {
            found.addAll(tables.release(releases, term));
        }
        return found;
    }

    private static <W extends Write> List<W> all(Class<W> kind, List<Write> group) {
        return group.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static void complete(List<Write> group, Set<Write> found) {
        for (Write write : group) {
            boolean isFound = found.contains(write);
            if (!isFound && write instanceof Write.Append append) {
                write.done()
                        .completeExceptionally(CallException.of(
                                Reason.STORE_FAILED,
                                "state " + append.state().sequence() + " of session \"" + write.id()
                                        + "\" does not follow the one that is stored; retry the call"));
            } else if (!isFound && write instanceof Write.Add) {
                write.done()
                        .completeExceptionally(CallException.of(
                                Reason.STORE_FAILED,
                                "another server has carried out this request at the same time; retry the call"));
            } else {
                write.done().complete(isFound);
            }
        }
    }

    /** Commits the writes that wait, and stops. */
    @Override
    public void close() {
        isClosed = true;
        try {
            writer.join(CLOSING_TIME.toMillis());
            answers.shutdown();
            if (!answers.awaitTermination(CLOSING_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Answers to stored changes still wait for their clients");
            }
        } catch (InterruptedException e) {
            LOG.warn("Interrupted while {} changes of sessions wait to be stored", waiting.size());
            Thread.currentThread().interrupt();
        }
    }
}
