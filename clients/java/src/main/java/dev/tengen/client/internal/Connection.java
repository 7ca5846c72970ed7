package dev.tengen.client.internal;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Call.Page;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Channels to a server, or to several that share a store of sessions, and the methods that make calls over them.
 * Thread-safe.
 */
public final class Connection {
    /** The deadline of a call, retries included, unless the caller sets another. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /** How long one of several servers may take to answer, unless the caller sets another time. */
    public static final Duration DEFAULT_ATTEMPT_TIMEOUT = Duration.ofMillis(400);

    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** The choice of a server takes at most the deadline of a call divided by this. */
    private static final int PLACEMENT_SHARE = 4;

    /**
     * The service config of a channel to the name of several servers: gRPC resolves the name, tries the addresses in
     * random order, and stays at the first that answers. When the connection ends, gRPC resolves the name again.
     */
    private static final Map<String, ?> SHUFFLED =
            Map.of("loadBalancingConfig", List.of(Map.of("pick_first", Map.of("shuffleAddressList", true))));

    private final Replicas replicas;
    private final Duration timeout;
    private final Duration attemptTimeout;

    private Connection(Replicas replicas, Duration timeout, Duration attemptTimeout) {
        this.replicas = replicas;
        this.timeout = timeout;
        this.attemptTimeout = attemptTimeout;
    }

    /**
     * Returns a connection over the channels that {@code builders} build, one for each address. It connects at the
     * first call.
     *
     * @param builders the builder of the channel to each address, in the order in which servers are tried
     * @param timeout deadline of each call, retries included
     * @param attemptTimeout how long one server may take to answer before another one is called; without effect if
     *     there is only one
     */
    public static Connection over(
            Map<String, ? extends ManagedChannelBuilder<?>> builders, Duration timeout, Duration attemptTimeout) {
        Map<String, ManagedChannel> channels = new LinkedHashMap<>();
        builders.forEach((address, builder) -> channels.put(
                address, builder.maxInboundMessageSize(MAX_MESSAGE_BYTES).build()));
        return new Connection(new Replicas(channels), timeout, attemptTimeout);
    }

    /**
     * Returns a connection to one of the servers that a DNS name stands for: the emptier of two that gRPC has chosen.
     * It connects at the first call.
     *
     * @param name the name, as in "dns:///tengen:9019"
     * @param builder returns the builder of a channel to the name
     * @param timeout deadline of each call, retries included
     */
    public static Connection named(
            String name, Supplier<? extends ManagedChannelBuilder<?>> builder, Duration timeout) {
        Supplier<ManagedChannel> channel = () -> builder.get()
                .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .defaultServiceConfig(SHUFFLED)
                .build();
        return new Connection(Replicas.named(name, channel.get(), channel.get()), timeout, DEFAULT_ATTEMPT_TIMEOUT);
    }

    /** Waits until the server of a call of {@code method} is chosen; see {@link Replicas#place}. */
    void place(MethodDescriptor<?, ?> method) {
        startPlace(method).join();
    }

    private CompletableFuture<Void> startPlace(MethodDescriptor<?, ?> method) {
        return replicas.place(method, timeout.dividedBy(PLACEMENT_SHARE));
    }

    private Route route(Call<?, ?, ?> call) {
        return new Route(replicas, call.method(), call.request(), attemptTimeout);
    }

    /**
     * Makes a call and waits for its result. Retries it until its deadline while the server cannot be reached or is
     * overloaded.
     *
     * @throws TengenException if the call fails
     */
    public <Q, R, T> T await(Call<Q, R, T> call) {
        RetrySchedule attempts = new RetrySchedule(timeout.plus(call.extraTime()));
        place(call.method());
        Route route = route(call);
        while (true) {
            R response;
            try {
                response = ClientCalls.blockingUnaryCall(
                        route.channel(), call.method(), route.options(attempts), call.request());
            } catch (StatusRuntimeException e) {
                TengenException error = ExceptionConverter.toException(e);
                Optional<Duration> delay = attempts.delayAfter(error, route.after(error));
                if (delay.isPresent() && sleep(delay.get())) {
                    connectNow();
                    continue;
                }
                return call.fallback().apply(explain(call, attempts, error).join());
            }
            route.answered(response);
            return call.converter().apply(response);
        }
    }

    /**
     * Waits until the server answers and reports that it is ready.
     *
     * @throws TengenException if the server is not ready in time, rejects the calls, or the thread is interrupted
     */
    public void awaitReady(Duration wait) {
        join(startAwaitReady(wait));
    }

    /**
     * Waits until the server answers and reports that it is ready, if there is one.
     *
     * @throws TengenException if nothing listens at an address of this machine, or as {@link #awaitReady} does
     */
    public void requireReady(Duration wait) {
        join(Readiness.await(this, wait, false));
    }

    private static void join(CompletableFuture<Void> ready) {
        try {
            ready.get();
        } catch (InterruptedException e) {
            ready.cancel(true);
            Thread.currentThread().interrupt();
            throw ExceptionConverter.toException(
                    Status.CANCELLED.withDescription("interrupted").withCause(e).asRuntimeException());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TengenException error) {
                throw error;
            }
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns a future that completes when the server answers and reports that it is ready. It fails with a
     * {@link TengenException} if the server is not ready in time or rejects the calls.
     */
    public CompletableFuture<Void> startAwaitReady(Duration wait) {
        return Readiness.await(this, wait, true);
    }

    /** Completes with the exception of a call whose last attempt failed with {@code last}. */
    private CompletableFuture<TengenException> explain(
            Call<?, ?, ?> call, RetrySchedule attempts, TengenException last) {
        TengenException error = attempts.failure(last);
        if (attempts.mayBeExecuted()) {
            String rpc = String.valueOf(call.method().getBareMethodName());
            error = UnknownOutcome.named(error, rpc, call.request());
        }
        return explain(error, call.method());
    }

    /**
     * Completes with the exception to throw instead of {@code error}: if the server does not know {@code method}, one
     * that names both versions and the side to update.
     */
    public CompletableFuture<TengenException> explain(TengenException error, MethodDescriptor<?, ?> method) {
        return VersionCheck.explain(error, method, channel());
    }

    /** Waits. Returns false at once if the thread is interrupted. */
    static boolean sleep(Duration delay) {
        try {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Gets all pages of a list and returns their items.
     *
     * @param pageCall returns the call that gets the page with a token; the first page has an empty one
     * @throws TengenException if a call fails
     */
    public <T> List<T> awaitPages(Function<String, Call<?, ?, Page<T>>> pageCall) {
        List<T> items = new ArrayList<>();
        String token = "";
        do {
            Page<T> page = await(pageCall.apply(token));
            items.addAll(page.items());
            token = page.nextToken();
        } while (!token.isEmpty());
        return items;
    }

    /**
     * Makes a call and returns a future of its result. Retries it until its deadline while the server cannot be reached
     * or is overloaded. To complete the future early, for example to cancel it, cancels the call.
     */
    public <Q, R, T> CompletableFuture<T> start(Call<Q, R, T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        RetrySchedule attempts = new RetrySchedule(timeout.plus(call.extraTime()));
        var unused = startPlace(call.method()).thenRun(() -> {
            if (!result.isDone()) {
                attempt(call, attempts, route(call), result);
            }
        });
        return result;
    }

    private <Q, R, T> void attempt(
            Call<Q, R, T> call, RetrySchedule attempts, Route route, CompletableFuture<T> result) {
        ListenableFuture<R> response = ClientCalls.futureUnaryCall(
                route.channel().newCall(call.method(), route.options(attempts)), call.request());
        response.addListener(() -> complete(call, attempts, route, result, response), Runnable::run);
        cancelWith(result, response);
    }

    private <Q, R, T> void complete(
            Call<Q, R, T> call,
            RetrySchedule attempts,
            Route route,
            CompletableFuture<T> result,
            ListenableFuture<R> response) {
        if (response.isCancelled()) {
            return; // The caller completed the result first.
        }
        try {
            R received = Futures.getDone(response);
            route.answered(received);
            result.complete(call.converter().apply(received));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            TengenException error = ExceptionConverter.toException(cause == null ? e : cause);
            attempts.delayAfter(error, route.after(error))
                    .ifPresentOrElse(delay -> retry(delay, call, attempts, route, result), () -> {
                        var unused = explain(call, attempts, error).thenAccept(failure -> fail(call, failure, result));
                    });
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private <Q, R, T> void retry(
            Duration delay, Call<Q, R, T> call, RetrySchedule attempts, Route route, CompletableFuture<T> result) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                .execute(() -> {
                    if (!result.isDone()) {
                        connectNow();
                        attempt(call, attempts, route, result);
                    }
                });
    }

    private static <T> void fail(Call<?, ?, T> call, TengenException error, CompletableFuture<T> result) {
        try {
            result.complete(call.fallback().apply(error));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    /** Cancels {@code call} when {@code result} completes. Has no effect if the call itself completed it. */
    public static void cancelWith(CompletableFuture<?> result, Future<?> call) {
        // gRPC cancels the call at the server only if it may interrupt.
        var unused = result.whenComplete((value, error) -> call.cancel(true));
    }

    /** Notes that a server has answered, so that calls wait for its return. */
    public void noteAnswer() {
        replicas.noteAnswer();
    }

    /**
     * Notes that an attempt has failed with {@code error}, and returns whether it is in vain to try again, because no
     * server was ever at the address.
     */
    public boolean isAbsent(TengenException error) {
        return replicas.isAbsent(error);
    }

    /** Returns the deadline of a call. */
    public Duration timeout() {
        return timeout;
    }

    /** Resets the connection backoff, so that the next call tries to connect at once. */
    public void connectNow() {
        replicas.connectNow();
    }

    /** Lets the next call that is not on a session go to the next of several servers, and connect at once. */
    void tryNext() {
        replicas.preferNext();
        connectNow();
    }

    /** Returns the address of the server, or all of them, for messages to people. */
    public String authority() {
        return replicas.authority();
    }

    /** Returns whether the connection is to several servers, or to one of several that a name stands for. */
    public boolean isToSeveral() {
        return replicas.areSeveral() || replicas.areNamed();
    }

    /** Returns the channel to one of the servers, for streams that begin without a session. They have no deadline. */
    public Channel channel() {
        return replicas.preferred();
    }

    /** Returns the channel to the server that has the session of {@code call} as far as is known. */
    public Channel channel(Call<?, ?, ?> call) {
        return route(call).channel();
    }

    /** Lets streams avoid the server of {@code channel} for a moment, if there are several. */
    void avoid(Channel channel) {
        replicas.avoid(channel);
    }

    /** Returns whether {@link #close} was called. */
    public boolean isClosed() {
        return replicas.areClosed();
    }

    /** Disconnects. Calls in progress fail. */
    public void close() {
        replicas.close();
    }
}
