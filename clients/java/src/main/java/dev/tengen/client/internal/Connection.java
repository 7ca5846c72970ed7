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
import java.util.List;
import java.util.Optional;
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
        return new Connection(builder.maxInboundMessageSize(MAX_MESSAGE_BYTES).build(), timeout);
    }

    /**
     * Makes a call and waits for its result. Retries it until its deadline while the server cannot be reached or is
     * overloaded.
     *
     * @throws TengenException if the call fails
     */
    public <Q, R, T> T await(Call<Q, R, T> call) {
        RetrySchedule attempts = new RetrySchedule(timeout.plus(call.extraTime()));
        while (true) {
            R response;
            try {
                response = ClientCalls.blockingUnaryCall(channel, call.method(), attempts.options(), call.request());
            } catch (StatusRuntimeException e) {
                TengenException error = ExceptionConverter.toException(e);
                Optional<Duration> delay = attempts.delayAfter(error);
                if (delay.isPresent() && sleep(delay.get())) {
                    connectNow();
                    continue;
                }
                return call.fallback().apply(explain(call, attempts, error).join());
            }
            return call.converter().apply(response);
        }
    }

    /**
     * Waits until the server answers and reports that it is ready.
     *
     * @throws TengenException if the server is not ready in time, rejects the calls, or the thread is interrupted
     */
    public void awaitReady(Duration wait) {
        CompletableFuture<Void> ready = startAwaitReady(wait);
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
     * Returns a future that completes when the server answers and reports that it is ready. It fails with a {@link
     * TengenException} if the server is not ready in time or rejects the calls.
     */
    public CompletableFuture<Void> startAwaitReady(Duration wait) {
        return Readiness.await(this, wait);
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
     * Completes with the exception to throw instead of {@code error}: if the server does not know {@code method}, one that
     * names both versions and the side to update.
     */
    public CompletableFuture<TengenException> explain(TengenException error, MethodDescriptor<?, ?> method) {
        return VersionCheck.explain(error, method, channel);
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
     * Makes a call and returns a future of its result. Retries it until its deadline while the server cannot be reached or
     * is overloaded.
     * To complete the future early, for example to cancel it, cancels the call.
     */
    public <Q, R, T> CompletableFuture<T> start(Call<Q, R, T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        attempt(call, new RetrySchedule(timeout.plus(call.extraTime())), result);
        return result;
    }

    private <Q, R, T> void attempt(Call<Q, R, T> call, RetrySchedule attempts, CompletableFuture<T> result) {
        ListenableFuture<R> response =
                ClientCalls.futureUnaryCall(channel.newCall(call.method(), attempts.options()), call.request());
        response.addListener(() -> complete(call, attempts, result, response), Runnable::run);
        cancelWith(result, response);
    }

    private <Q, R, T> void complete(
            Call<Q, R, T> call, RetrySchedule attempts, CompletableFuture<T> result, ListenableFuture<R> response) {
        if (response.isCancelled()) {
            return; // The caller completed the result first.
        }
        try {
            result.complete(call.converter().apply(Futures.getDone(response)));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            TengenException error = ExceptionConverter.toException(cause == null ? e : cause);
            attempts.delayAfter(error).ifPresentOrElse(delay -> retry(delay, call, attempts, result), () -> {
                var unused = explain(call, attempts, error).thenAccept(failure -> fail(call, failure, result));
            });
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private <Q, R, T> void retry(
            Duration delay, Call<Q, R, T> call, RetrySchedule attempts, CompletableFuture<T> result) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                .execute(() -> {
                    if (!result.isDone()) {
                        connectNow();
                        attempt(call, attempts, result);
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

    /** Returns the deadline of a call. */
    public Duration timeout() {
        return timeout;
    }

    /** Resets the connection backoff, so that the next call tries to connect at once. */
    public void connectNow() {
        channel.resetConnectBackoff();
    }

    /** Returns the address of the server, for messages to people. */
    public String authority() {
        return channel.authority();
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
