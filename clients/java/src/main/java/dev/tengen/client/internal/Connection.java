package dev.tengen.client.internal;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Call.Page;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A channel to a server and the methods that make calls over it. Thread-safe. */
public final class Connection {
    /** The deadline of a call, retries included, unless the caller sets another. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /**
     * The retry policy, as part of a gRPC service config, which holds numbers as doubles. A retry is safe for every
     * call because calls that change something carry a request id.
     */
    private static final Map<String, Object> RETRY_POLICY = Map.ofEntries(
            Map.entry("maxAttempts", 5.0),
            Map.entry("initialBackoff", "0.05s"),
            Map.entry("maxBackoff", "1s"),
            Map.entry("backoffMultiplier", 2.0),
            Map.entry("retryableStatusCodes", List.of("UNAVAILABLE")));

    private static final Map<String, Object> METHOD_CONFIG = Map.of(
            "name", List.of(Map.of("service", EnvironmentServiceGrpc.SERVICE_NAME)), "retryPolicy", RETRY_POLICY);

    private final ManagedChannel channel;
    private final Duration timeout;

    private Connection(ManagedChannel channel, Duration timeout) {
        this.channel = channel;
        this.timeout = timeout;
    }

    /**
     * Returns a connection over the channel that {@code builder} builds. It connects at the first call.
     *
     * @param timeout deadline of each call, retries included
     */
    public static Connection over(ManagedChannelBuilder<?> builder, Duration timeout) {
        ManagedChannel channel = builder.maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .defaultServiceConfig(Map.of("methodConfig", List.of(METHOD_CONFIG)))
                .enableRetry()
                .build();
        return new Connection(channel, timeout);
    }

    /**
     * Makes a call and waits for its result.
     *
     * @throws TengenException if the call fails
     */
    public <Q, R, T> T await(Call<Q, R, T> call) {
        CallOptions options = options(call);
        for (int attempt = 1; ; attempt++) {
            R response;
            try {
                response = ClientCalls.blockingUnaryCall(channel, call.method(), options, call.request());
            } catch (StatusRuntimeException e) {
                OptionalLong delayMillis = OverloadRetryPolicy.delayMillis(e, attempt, options.getDeadline());
                if (delayMillis.isPresent() && sleep(delayMillis.getAsLong())) {
                    continue;
                }
                return call.fallback().apply(ExceptionConverter.toException(e));
            }
            return call.converter().apply(response);
        }
    }

    /** Waits, and returns whether the thread was not interrupted. */
    private static boolean sleep(long millis) {
        try {
            Thread.sleep(millis);
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
     * Makes a call and returns a future of its result. To complete the future early, for example to cancel it, cancels
     * the call.
     */
    public <Q, R, T> CompletableFuture<T> start(Call<Q, R, T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        attempt(result, call, options(call), 1);
        return result;
    }

    private <Q, R, T> void attempt(CompletableFuture<T> result, Call<Q, R, T> call, CallOptions options, int attempt) {
        if (result.isDone()) {
            return; // The caller completed the result while the call waited for its next attempt.
        }
        ListenableFuture<R> response =
                ClientCalls.futureUnaryCall(channel.newCall(call.method(), options), call.request());
        response.addListener(
                () -> {
                    OptionalLong delayMillis = retryDelayMillis(response, attempt, options);
                    if (delayMillis.isPresent()) {
                        CompletableFuture.delayedExecutor(delayMillis.getAsLong(), TimeUnit.MILLISECONDS)
                                .execute(() -> attempt(result, call, options, attempt + 1));
                    } else {
                        complete(result, call, response);
                    }
                },
                Runnable::run);
        cancelWith(result, response);
    }

    private static OptionalLong retryDelayMillis(ListenableFuture<?> response, int attempt, CallOptions options) {
        if (response.isCancelled()) {
            return OptionalLong.empty();
        }
        try {
            Futures.getDone(response);
            return OptionalLong.empty();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return OverloadRetryPolicy.delayMillis(cause == null ? e : cause, attempt, options.getDeadline());
        }
    }

    private static <R, T> void complete(CompletableFuture<T> result, Call<?, R, T> call, ListenableFuture<R> response) {
        if (response.isCancelled()) {
            return; // The caller completed the result first.
        }
        try {
            result.complete(value(call, response));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private static <R, T> T value(Call<?, R, T> call, ListenableFuture<R> response) {
        try {
            return call.converter().apply(Futures.getDone(response));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return call.fallback().apply(ExceptionConverter.toException(cause == null ? e : cause));
        }
    }

    /** Cancels {@code call} when {@code result} completes. Has no effect if the call itself completed it. */
    public static void cancelWith(CompletableFuture<?> result, Future<?> call) {
        // gRPC cancels the call at the server only if it may interrupt.
        var unused = result.whenComplete((value, error) -> call.cancel(true));
    }

    private CallOptions options(Call<?, ?, ?> call) {
        long nanos = timeout.plus(call.extraTime()).toNanos();
        return CallOptions.DEFAULT.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS);
    }

    /** Returns the deadline of a call. */
    public Duration timeout() {
        return timeout;
    }

    /** Resets the connection backoff, so that the next call tries to connect at once. */
    public void connectNow() {
        channel.resetConnectBackoff();
    }

    /** Returns the channel, for streams. They have no deadline. */
    public Channel channel() {
        return channel;
    }

    /** Disconnects. Calls in progress fail. */
    public void close() {
        channel.shutdownNow();
    }
}
