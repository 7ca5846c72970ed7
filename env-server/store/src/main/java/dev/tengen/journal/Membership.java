package dev.tengen.journal;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.SessionStore.OwnershipListener;
import dev.tengen.server.session.StoredSession;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of this server among those of a store: its {@link Term}, and the lease during which it may answer from
 * memory.
 *
 * <p>Thread-safe.
 */
final class Membership implements AutoCloseable {
    /*
     * Each server that shares a store has a row, a lease and an advisory lock.
     *
     * The row decides who may write. Each transaction of a server keeps its own row from being deleted until it ends,
     * and fails if the row is gone. Another server that deletes the row (fencing) therefore waits for a transaction
     * under way, and afterwards nothing of the fenced server is committed, however long it was paused.
     *
     * The lease decides who may read. A server answers from memory only while its lease is valid by its own monotonic
     * clock, counted from before the heartbeat that extended it. Others delete its row only when the lease has lapsed
     * by the clock of the database, which is later.
     *
     * The lock finds the dead at once. The database frees it when the connection closes, as it does when the process
     * ends. Then the row is deleted before the lease lapses. If only the connection broke, the server notices at its
     * next heartbeat; until then it may answer reads from memory.
     *
     * A server that finds its row gone forgets all sessions, and joins again in a new term.
     */

    /** A connection that hangs for longer than this is given up. */
    private static final int NETWORK_TIMEOUT_MILLIS = 5_000;

    private static final int WANTED_TOGETHER = 1000;
    private static final int CLOCK_COMPARISON_COUNT = 4;

    /** Sessions that got their seats this much before the last look may have been committed after it. */
    private static final int SEATING_OVERLAP_MILLIS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    private final Database database;
    private final String address;
    private final SharingSettings settings;
    private final Stays stays;
    private final Counter lapseCount;
    private final Timing timing;
    private volatile @Nullable Term term;
    private volatile long leaseEndNanos;
    private volatile OwnershipListener listener = OwnershipListener.NONE;
    private volatile boolean isDraining;

    /** The database session that has the lock; used by one thread at a time. */
    private @Nullable Handle session;

    private final DatabaseClock clock = new DatabaseClock();

    private Membership(
            Database database, String address, SharingSettings settings, Timing timing, MeterRegistry meters) {
        this.database = database;
        this.address = address;
        this.settings = settings;
        this.timing = timing;
        stays = new Stays(settings.stay(), timing.nanoTime());
        lapseCount = Counter.builder("tengen.store.lease.lapses")
                .description(
                        "Times that this server lost its sessions because its lease lapsed or its connection broke.")
                .register(meters);
    }

    /**
     * The time of a membership.
     *
     * @param nanoTime a monotonic clock, in nanoseconds
     * @param heartbeats runs the heartbeats, one at a time, and is shut down by {@link #close}
     */
    record Timing(LongSupplier nanoTime, ScheduledExecutorService heartbeats) {
        /** Returns the time of the system, with a thread for the heartbeats. */
        static Timing system() {
            return new Timing(
                    System::nanoTime,
                    Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                            .setNameFormat("tengen-store-heartbeat")
                            .setDaemon(true)
                            .build()));
        }
    }

    /** Joins a store that is not shared, which the caller has locked. */
    static Membership alone(Database database, Timing timing, MeterRegistry meters) {
        Membership membership = new Membership(database, "", SharingSettings.DEFAULT, timing, meters);
        membership.term = database.write(handle -> {
            ServerTables tables = new ServerTables(handle);
            return tables.joinAlone(tables.startEpoch());
        });
        return membership;
    }

    /**
     * Joins the servers that share a store.
     *
     * @param address where clients and other servers reach this one
     */
    static Membership shared(
            Database database, String address, SharingSettings settings, Timing timing, MeterRegistry meters) {
        Membership membership = new Membership(database, address, settings, timing, meters);
        try {
            membership.join();
        } catch (RuntimeException | Error e) {
            membership.closeSession();
            throw e;
        }
        var unused = timing.heartbeats()
                .scheduleWithFixedDelay(
                        membership::beat,
                        settings.heartbeat().toMillis(),
                        settings.heartbeat().toMillis(),
                        TimeUnit.MILLISECONDS);
        return membership;
    }

    private void join() {
        long epoch = database.write(handle -> new ServerTables(handle).startEpoch());
        Handle opened = openSession();
        session = opened;
        if (!new ServerTables(opened).isLocked(epoch)) {
            throw new StoreException(StoreException.Reason.LOCKED, "the lock of epoch " + epoch + " is not free");
        }
        long before = timing.nanoTime().getAsLong();
        Term joined = database.write(handle -> new ServerTables(handle).join(epoch, address, settings.lease()));
        leaseEndNanos = before + settings.lease().toNanos();
        for (int comparison = 0; comparison < CLOCK_COMPARISON_COUNT; comparison++) {
            clock.compare(new ServerTables(opened)::now);
        }
        term = joined;
        LOG.info("Sharing the store of sessions as server {} at {}", joined.server(), address);
    }

    private Handle openSession() {
        Handle opened = database.openSession();
        try {
            opened.getConnection().setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
        } catch (SQLException e) {
            opened.close();
            throw new StoreException(StoreException.Reason.UNAVAILABLE, "the connection has no timeout", e);
        }
        return opened;
    }

    private void closeSession() {
        Handle known = session;
        session = null;
        if (known != null) {
            try {
                known.close();
            } catch (JdbiException e) {
                LOG.debug("The connection was broken", e);
            }
        }
    }

    /** Sets what is called on the thread of the heartbeats, or when the sessions are lost. */
    void setListener(OwnershipListener other) {
        listener = other;
    }

    /** Returns whether other servers may share the store. */
    boolean isShared() {
        return !address.isEmpty();
    }

    /** Returns the time of the database in milliseconds since 1970, if the store is shared. */
    long databaseMillis() {
        return clock.millis();
    }

    /**
     * Returns the present term.
     *
     * @throws CallException if this server is joining again
     */
    Term term() {
        Term known = term;
        if (known == null) {
            throw lapsed();
        }
        return known;
    }

    /**
     * Requires that this server still has the sessions that it had in the term that began in {@code epoch}, so that
     * what is in memory is the last state.
     *
     * @throws CallException otherwise
     */
    void requireHeld(long epoch) {
        Term known = term;
        if (known == null
                || known.epoch() != epoch
                || (known.isShared() && timing.nanoTime().getAsLong() - leaseEndNanos >= 0)) {
            throw lapsed();
        }
    }

    private static CallException lapsed() {
        return CallException.of(
                Reason.STORE_FAILED,
                "the lease of this server on its sessions has lapsed; retry the call, here or at another server of the store");
    }

    private void beat() {
        try {
            Term known = term;
            if (known == null) {
                closeSession();
                join();
                return;
            }
            Handle open = session;
            if (open == null) {
                open = openSession();
                session = open;
                if (!new ServerTables(open).isLocked(known.server())) {
                    closeSession(); // Another server just looks whether it is free.
                    return;
                }
            }
            beat(new ServerTables(open), known);
        } catch (JdbiException | StoreException e) {
            LOG.warn("The store of sessions does not respond to this server: {}", e.getMessage());
            closeSession();
        } catch (RuntimeException e) {
            LOG.error("A heartbeat failed; trying again", e);
        }
    }

    private void beat(ServerTables tables, Term known) {
        long before = timing.nanoTime().getAsLong();
        if (!tables.extend(known, settings.lease())) {
            lose(known);
            return;
        }
        leaseEndNanos = before + settings.lease().toNanos();
        clock.compare(tables::now);
        List<StoredSession> wanted = tables.wanted(known, WANTED_TOGETHER);
        if (!wanted.isEmpty()) {
            // Those that stay are wanted at the next heartbeat, too.
            listener.wanted(wanted.stream()
                    .filter(session -> isDraining || !stays.contains(session.id()))
                    .toList());
        }
        List<StoredSession> seated = tables.seatedSince(clock.millis() - SEATING_OVERLAP_MILLIS);
        if (!seated.isEmpty()) {
            listener.seated(seated);
        }
    }

    private void lose(Term lost) {
        LOG.warn("Another server has taken the sessions of this one, server {}; joining again", lost.server());
        lapseCount.increment();
        term = null;
        closeSession();
        listener.lost();
        if (!isDraining) {
            join();
        }
    }

    /** Notes that this server has just taken the session called {@code id}, which stays for a while. */
    void hasTaken(String id) {
        stays.add(id);
    }

    /** Lets other servers ask for every session, because this server is stopping. */
    void drain() {
        isDraining = true;
        Term known = term;
        if (known != null && known.isShared()) {
            database.write(handle -> {
                new ServerTables(handle).startDraining(known);
                return known;
            });
        }
    }

    /** Leaves the servers of the store, so that others can take the sessions. */
    @Override
    public void close() {
        isDraining = true;
        timing.heartbeats().shutdown();
        try {
            if (!timing.heartbeats().awaitTermination(NETWORK_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.warn("A heartbeat still waits for the store of sessions");
            }
            Term known = term;
            term = null;
            if (known != null) {
                database.write(handle -> {
                    new ServerTables(handle).leave(known);
                    return known;
                });
            }
        } catch (StoreException e) {
            LOG.warn("The sessions of this server could not be released: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closeSession();
        }
    }
}
