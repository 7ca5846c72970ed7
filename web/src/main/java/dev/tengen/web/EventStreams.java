package dev.tengen.web;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.FatalErrors;
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
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open streams of server-sent events. Their number is limited, and a stream uses a thread only while it writes. Thread-safe.
 */
final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    /** The period of heartbeats; the HTTP port closes a connection that is silent for 30 seconds. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    private static final long THREAD_IDLE_SECONDS = 30;

    private final Semaphore permits;
    private final ExecutorService writers;
    private final ScheduledExecutorService timer;
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private final SharedSources sources = new SharedSources();
    private final Audiences audiences = new Audiences();
    private volatile boolean isDrained;

    EventStreams(int maxCount) {
        permits = new Semaphore(maxCount);
        writers = new ThreadPoolExecutor(
                0,
                maxCount,
                THREAD_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                threads("page-events"),
                // A stream has at most one task, so a thread is about to become idle.
                (task, pool) -> runLater(task, Duration.ofMillis(1)));
        timer = Executors.newSingleThreadScheduledExecutor(threads("page-timer"));
        repeat(() -> open.forEach(EventStream::sendHeartbeat), HEARTBEAT);
    }

    /** Returns a factory of daemon threads. */
    static ThreadFactory threads(String name) {
        return new ThreadFactoryBuilder().setNameFormat(name).setDaemon(true).build();
    }

    private void runLater(Runnable task, Duration delay) {
        // The tasks handle their own exceptions.
        ScheduledFuture<?> unused =
                timer.schedule(FatalErrors.checked(() -> writers.execute(task)), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * What a browser watches.
     *
     * @param source the source
     * @param isPermitted whether the browser may still watch
     */
    record Watch(StateSource source, BooleanSupplier isPermitted) {}

    /**
     * Sends the states of a source to {@code client} until the client disconnects, the source ends, or the server drains.
     *
     * @param factory returns the source; if it throws, the client receives the event {@code gone}
     */
    void open(SseClient client, Supplier<Watch> factory) {
        Watch watch;
        try {
            watch = factory.get();
        } catch (RuntimeException e) {
            LOG.debug("A browser asked for the states of something that does not exist", e);
            client.sendEvent("gone", "{}");
            client.close();
            return;
        }
        if (isDrained || !permits.tryAcquire()) {
            client.sendEvent("full", "{}");
            client.close();
            return;
        }
        EventStream stream = new EventStream(
                client, sources.join(watch.source()), watch.source().game(), watch.isPermitted(), this);
        open.add(stream);
        client.onClose(stream::close);
        client.keepAlive();
        run(stream::begin, Duration.ZERO);
        if (isDrained) {
            stream.close();
        }
    }

    /**
     * Runs {@code task} after {@code delay} in a thread that may block.
     *
     * @throws RejectedExecutionException if this is closed
     */
    void run(Runnable task, Duration delay) {
        if (delay.isZero()) {
            writers.execute(task);
        } else {
            runLater(task, delay);
        }
    }

    /** Runs {@code task}, which must not block, periodically. Returns an action that ends this. */
    Runnable repeat(Runnable task, Duration period) {
        ScheduledFuture<?> future = timer.scheduleAtFixedRate(
                FatalErrors.checked(task), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Returns the open streams of each game. */
    Audiences audiences() {
        return audiences;
    }

    /** Releases the permit and the source of a stream that has ended. */
    void remove(EventStream stream, SharedSource source) {
        if (open.remove(stream)) {
            permits.release();
            sources.leave(source);
        }
    }

    /** Closes all streams and rejects new ones. */
    void drain() {
        isDrained = true;
        open.forEach(EventStream::close);
    }

    @Override
    public void close() {
        drain();
        timer.shutdownNow();
        writers.shutdownNow();
    }
}
