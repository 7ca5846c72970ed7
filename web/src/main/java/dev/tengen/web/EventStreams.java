package dev.tengen.web;

import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The browsers that are kept up to date by server-sent events: so many at most, each with a thread only while it is written
 * to. Thread-safe.
 */
final class EventStreams implements AutoCloseable {
    /** Less than the half minute after which the HTTP port gives up on a connection without a word. */
    private static final Duration BEAT = Duration.ofSeconds(10);

    private static final long THREAD_IDLE_SECONDS = 30;

    private final Semaphore places;
    private final ExecutorService writers;
    private final ScheduledExecutorService clock;
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isDrained;

    EventStreams(int maxCount) {
        places = new Semaphore(maxCount);
        writers = new ThreadPoolExecutor(
                0,
                maxCount,
                THREAD_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, "page-live"),
                // A stream has one task at a time, so a thread is about to be free.
                (task, pool) -> runLater(task, Duration.ofMillis(1)));
        clock = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "page-clock"));
        repeat(() -> open.forEach(EventStream::beat), BEAT);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void runLater(Runnable task, Duration delay) {
        // What the task throws, it tells itself.
        ScheduledFuture<?> unused = clock.schedule(() -> writers.execute(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Keeps {@code client} up to date about what {@code maker} returns until it goes, there is nothing more to see, or the
     * server drains.
     */
    void open(SseClient client, Supplier<StateSource> maker) {
        StateSource source;
        try {
            source = maker.get();
        } catch (RuntimeException e) {
            client.sendEvent("gone", "{}");
            client.close();
            return;
        }
        if (isDrained || !places.tryAcquire()) {
            client.sendEvent("full", "{}");
            client.close();
            return;
        }
        EventStream stream = new EventStream(client, source, this);
        open.add(stream);
        client.onClose(stream::close);
        client.keepAlive();
        run(stream::begin, Duration.ZERO);
        if (isDrained) {
            stream.close();
        }
    }

    /** Runs {@code task} in a thread that may wait. Throws {@link RejectedExecutionException} once this is closed. */
    void run(Runnable task, Duration delay) {
        if (delay.isZero()) {
            writers.execute(task);
        } else {
            runLater(task, delay);
        }
    }

    /** Runs {@code task}, which is quick, again and again; returns what ends that. */
    Runnable repeat(Runnable task, Duration period) {
        ScheduledFuture<?> future =
                clock.scheduleAtFixedRate(task, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Takes note that a stream has ended. */
    void remove(EventStream stream) {
        if (open.remove(stream)) {
            places.release();
        }
    }

    /** Returns the count of browsers. */
    int count() {
        return open.size();
    }

    /** Ends all streams, and lets no other begin. */
    void drain() {
        isDrained = true;
        open.forEach(EventStream::close);
    }

    @Override
    public void close() {
        drain();
        clock.shutdownNow();
        writers.shutdownNow();
    }
}
