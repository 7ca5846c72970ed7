package dev.tengen.web;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.http.HttpPort;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.PermitPool;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.quota.Quotas;
import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open streams of server-sent events. Their number is limited, and a stream uses a thread only while it writes.
 * Thread-safe.
 */
final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    /** The period of heartbeats; the HTTP port closes a connection that is silent for 30 seconds. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    private static final long THREAD_IDLE_SECONDS = 30;

    private final HttpCalls calls;
    private final PermitPool permits;
    private final Function<Principal, MemoryBudget> budgets;
    private final ExecutorService writers;
    private final ScheduledExecutorService timer;
    private final Runnable heartbeats;
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private final SharedSources sources = new SharedSources();
    private final Audiences audiences = new Audiences();
    private volatile boolean isDrained;

    /**
     * Creates an empty set of streams.
     *
     * @param timer hands tasks to the threads that write
     * @param maxCount the maximum number of open streams
     * @param calls executes the reads of states
     * @param quotas the quotas of principals
     * @param budgets returns the memory that a principal may use
     */
    EventStreams(
            ScheduledExecutorService timer,
            int maxCount,
            HttpCalls calls,
            Quotas quotas,
            Function<Principal, MemoryBudget> budgets) {
        this.timer = timer;
        this.calls = calls;
        permits = new PermitPool(quotas, QuotaKind.LIVE_STREAMS, maxCount);
        this.budgets = budgets;
        writers = new ThreadPoolExecutor(
                0,
                maxCount,
                THREAD_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new ThreadFactoryBuilder()
                        .setNameFormat("page-events")
                        .setDaemon(true)
                        .build(),
                // A stream has at most one task, so a thread is about to become idle.
                (task, pool) -> runLater(task, Duration.ofMillis(1)));
        heartbeats = repeat(() -> open.forEach(EventStream::sendHeartbeat), HEARTBEAT);
    }

    private void runLater(Runnable task, Duration delay) {
        if (writers.isShutdown()) {
            throw new RejectedExecutionException("the page has stopped");
        }
        // The tasks handle their own exceptions.
        ScheduledFuture<?> unused =
                timer.schedule(FatalErrors.checked(() -> writers.execute(task)), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * What a browser watches.
     *
     * @param reader the principal of the browser
     * @param source the source
     * @param isPermitted whether the browser may still watch
     */
    record Watch(Principal reader, StateSource source, BooleanSupplier isPermitted) {}

    /**
     * Sends the states of a source to {@code client} until the client disconnects, the source ends, or the server
     * drains.
     *
     * @param reader the client, in whose turns the states are read
     * @param factory returns the source; if it throws, the client receives the event {@code gone}
     */
    void open(SseClient client, HttpCalls.Client reader, Supplier<Watch> factory) {
        Watch watch;
        try {
            watch = factory.get();
        } catch (RuntimeException e) {
            LOG.debug("A browser asked for the states of something that does not exist", e);
            client.sendEvent("gone", "{}");
            client.close();
            return;
        }
        Optional<Admission> admission = isDrained ? Optional.empty() : admitted(client, watch.reader());
        if (admission.isEmpty()) {
            client.sendEvent("full", "{}");
            client.close();
            return;
        }
        EventStream stream = new EventStream(
                client,
                admission.get(),
                new CallToken(reader),
                sources.join(watch.source()),
                watch.source().game(),
                watch.isPermitted(),
                this);
        open.add(stream);
        client.onClose(stream::close);
        client.keepAlive();
        run(stream::begin, Duration.ZERO);
        if (isDrained) {
            stream.close();
        }
    }

    /**
     * What a stream holds until it ends.
     *
     * @param permit one of the permits
     * @param memory the memory of the stream, which grows with the state that it sends
     */
    record Admission(PermitPool.Permit permit, MemoryReservation memory) {
        void close() {
            permit.close();
            memory.close();
        }
    }

    /** Returns what a stream to {@code client} holds; empty if there are too many, or too little memory is free. */
    private Optional<Admission> admitted(SseClient client, Principal reader) {
        Optional<PermitPool.Permit> permit = Optional.empty();
        try {
            permit = permits.tryAcquire(reader, client.ctx().ip());
            if (permit.isEmpty()) {
                return Optional.empty();
            }
            MemoryReservation memory = budgets.apply(reader)
                    .reserve(MemoryKind.HTTP, EventStream.OWN_BYTES + HttpPort.headerBytes(client.ctx()));
            HttpPort.releaseMemory(client.ctx());
            return Optional.of(new Admission(permit.get(), memory));
        } catch (CallException e) {
            LOG.debug("Refusing a stream beyond a limit", e);
            permit.ifPresent(PermitPool.Permit::close);
            return Optional.empty();
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

    /**
     * Returns what {@code work} returns, which runs in turn with the requests of other clients. The calling thread
     * waits.
     *
     * @throws dev.tengen.server.error.CallException if the client has too many requests
     * @throws java.util.concurrent.CancellationException if {@code call} was cancelled
     */
    <T> T inTurn(CallToken call, Supplier<T> work) {
        try {
            return calls.execute(call, running -> CompletableFuture.completedFuture(work.get()))
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
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

    /** Releases the source of a stream that has ended. */
    void remove(EventStream stream, SharedSource source) {
        if (!open.remove(stream)) {
            return;
        }
        try {
            run(() -> sources.leave(source), Duration.ZERO); // It may wait for a read of the source.
        } catch (RejectedExecutionException e) {
            LOG.debug("The page has stopped", e);
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
        heartbeats.run();
        writers.shutdownNow();
    }
}
