package dev.tengen.server;

import dev.tengen.server.error.FatalErrors;
import io.netty.util.concurrent.EventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches whether the server works: by a small task on each thread of the transport, every second, and by whether the
 * work that waits for the threads of rows and of long calls is taken.
 *
 * <p>A server is <em>alive</em> while each thread of the transport has carried out a task within the last ten seconds,
 * and no work has waited for ten seconds while none was taken; one that is not must be started again. It is
 * <em>ready</em> while it is alive, takes calls, and has memory left after a garbage collection; one that is not should
 * get no new clients for now. Thread-safe.
 */
final class HealthMonitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HealthMonitor.class);
    private static final long PERIOD_MILLIS = 1_000;
    private static final long MAX_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The share of the heap above which there is no headroom. */
    private static final double MAX_USED_SHARE = 0.97;

    private final List<Watched> threads;
    private final List<LongSupplier> stalls;
    private final Consumer<Boolean> onReady;
    private final Future<?> checks;
    private boolean wasReady = true;
    private volatile boolean isDraining;

    /**
     * Starts to watch {@code threads}.
     *
     * @param timer runs the checks. If it does not, the server counts as not alive
     * @param stalls return for how many nanoseconds the work of an executor has waited while no thread has taken any
     * @param onReady called with whether the server is ready, when that changes before {@link #drain}
     */
    HealthMonitor(
            ScheduledExecutorService timer,
            List<EventExecutor> threads,
            List<LongSupplier> stalls,
            Consumer<Boolean> onReady) {
        this.stalls = stalls;
        this.threads = threads.stream().map(Watched::new).toList();
        this.onReady = onReady;
        checks =
                timer.scheduleWithFixedDelay(FatalErrors.checked(this::check), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void check() {
        threads.forEach(Watched::ask);
        boolean isReady = isReady();
        if (isReady != wasReady && !isDraining) {
            wasReady = isReady;
            LOG.warn(
                    "The server is {}; alive: {}, headroom: {}",
                    isReady ? "ready" : "not ready",
                    isAlive(),
                    hasHeadroom());
            onReady.accept(isReady);
        }
    }

    /** Returns whether every thread works. */
    boolean isAlive() {
        return threads.stream().allMatch(Watched::isAlive)
                && stalls.stream().allMatch(stall -> stall.getAsLong() < MAX_SILENCE_NANOS);
    }

    /** Returns whether the server should get clients. */
    boolean isReady() {
        return !isDraining && isAlive() && hasHeadroom();
    }

    /** The server takes no more calls. */
    void drain() {
        isDraining = true;
    }

    private static boolean hasHeadroom() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .noneMatch(HealthMonitor::isFull);
    }

    /** Returns whether the last collection of {@code pool} left it full, and it has been full since. */
    private static boolean isFull(MemoryPoolMXBean pool) {
        MemoryUsage collected = pool.getCollectionUsage();
        boolean isOld = pool.isUsageThresholdSupported();
        return isOld && collected != null && isFull(collected) && isFull(pool.getUsage());
    }

    private static boolean isFull(MemoryUsage usage) {
        return usage.getMax() > 0 && usage.getUsed() > MAX_USED_SHARE * usage.getMax();
    }

    /** Stops the checks. */
    @Override
    public void close() {
        checks.cancel(false);
    }

    /** One thread, with the time at which it last worked. */
    private static final class Watched {
        private final EventExecutor thread;
        private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

        Watched(EventExecutor thread) {
            this.thread = thread;
        }

        void ask() {
            try {
                thread.execute(() -> lastNanos.set(System.nanoTime()));
            } catch (RejectedExecutionException e) {
                LOG.debug("A thread has ended", e); // So it stays silent.
            }
        }

        boolean isAlive() {
            return System.nanoTime() - lastNanos.get() < MAX_SILENCE_NANOS;
        }
    }
}
