package dev.tengen.arena.tournament;

import dev.tengen.arena.store.WorkerLease;
import dev.tengen.arena.store.WorkerRepository;
import dev.tengen.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the lease of a worker in a thread of its own, three times within its duration, until it is closed. So a lease
 * lives as long as the process and its connection do, and no longer. Thread-safe.
 */
final class LeaseHeartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseHeartbeat.class);
    private static final int RENEWALS_PER_LEASE = 3;

    private final WorkerRepository workers;
    private final long intervalNanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile WorkerLease lease = new WorkerLease("", "", "", 0);

    LeaseHeartbeat(WorkerRepository workers, Duration leaseDuration) {
        this.workers = workers;
        intervalNanos = leaseDuration.toNanos() / RENEWALS_PER_LEASE;
    }

    /** Starts to renew {@code first}. {@code onLost} is called each time a lease turns out to be lost. */
    void start(WorkerLease first, Runnable onLost) {
        lease = first;
        Thread thread = new Thread(() -> run(onLost), "lease of " + first.worker());
        thread.setDaemon(true);
        thread.start();
    }

    /** Continues with {@code next}, since the lease before is lost. */
    void renew(WorkerLease next) {
        lease = next;
    }

    private void run(Runnable onLost) {
        try {
            while (!closed.await(intervalNanos, TimeUnit.NANOSECONDS)) {
                beat(onLost);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void beat(Runnable onLost) {
        try {
            if (!workers.renew(lease)) {
                onLost.run();
            }
        } catch (StoreException e) {
            LOG.warn("Worker {} cannot renew its lease: {}", lease.worker(), e.getMessage(), e);
        }
    }

    /** Stops the renewals. The lease stays valid until it expires. */
    @Override
    public void close() {
        closed.countDown();
    }
}
