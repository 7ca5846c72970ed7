package dev.tengen.client;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The channel to a server, and the one way in which calls are made over it. Thread-safe. */
final class Connection {
    /** How long a call may take where the caller does not say. */
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** Safe for every call, since changing ones carry a request id. gRPC wants numbers as doubles here. */
    private static final Map<String, Object> RETRIES = Map.of(
            "methodConfig",
            List.of(Map.of(
                    "name",
                    List.of(Map.of("service", EnvironmentServiceGrpc.SERVICE_NAME)),
                    "retryPolicy",
                    Map.of(
                            "maxAttempts",
                            5.0,
                            "initialBackoff",
                            "0.05s",
                            "maxBackoff",
                            "1s",
                            "backoffMultiplier",
                            2.0,
                            "retryableStatusCodes",
                            List.of("UNAVAILABLE")))));

    private final ManagedChannel channel;
    private final Duration timeout;

    private Connection(ManagedChannel channel, Duration timeout) {
        this.channel = channel;
        this.timeout = timeout;
    }

    /** Returns a connection to {@code address}, made at the first call; calls may take as long as {@code timeout}. */
    static Connection to(String address, Duration timeout) {
        ManagedChannel channel = Channels.to(address)
                .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .defaultServiceConfig(RETRIES)
                .enableRetry()
                .build();
        return new Connection(channel, timeout);
    }

    /** Makes a call and waits for its answer. */
    <Q, R, T> T await(Call<Q, R, T> call) {
        R answer;
        try {
            answer = ClientCalls.blockingUnaryCall(channel, call.method(), inTime(call), call.request());
        } catch (StatusRuntimeException e) {
            return call.fallback().apply(Failures.toException(e));
        }
        return call.meaning().apply(answer);
    }

    /** Makes a call and returns what becomes its answer. Whoever completes that first, by canceling it say, ends the call. */
    <Q, R, T> CompletableFuture<T> start(Call<Q, R, T> call) {
        ListenableFuture<R> answer =
                ClientCalls.futureUnaryCall(channel.newCall(call.method(), inTime(call)), call.request());
        CompletableFuture<T> result = new CompletableFuture<>();
        answer.addListener(() -> complete(result, call, answer), Runnable::run);
        endWith(result, answer);
        return result;
    }

    private static <R, T> void complete(CompletableFuture<T> result, Call<?, R, T> call, ListenableFuture<R> answer) {
        if (answer.isCancelled()) {
            return; // It was the result that was completed first.
        }
        try {
            result.complete(value(call, answer));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private static <R, T> T value(Call<?, R, T> call, ListenableFuture<R> answer) {
        try {
            return call.meaning().apply(Futures.getDone(answer));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return call.fallback().apply(Failures.toException(cause == null ? e : cause));
        }
    }

    /** Cancels {@code call} once {@code result} is complete, which does nothing where the call completed it. */
    static void endWith(CompletableFuture<?> result, Future<?> call) {
        // gRPC tells the server only where it may interrupt.
        var unused = result.whenComplete((value, error) -> call.cancel(true));
    }

    private CallOptions inTime(Call<?, ?, ?> call) {
        long nanos = timeout.plus(call.moreTime()).toNanos();
        return CallOptions.DEFAULT.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS);
    }

    /** Returns how long a caller waits for an answer. */
    Duration timeout() {
        return timeout;
    }

    /** Lets the next call try to connect, however long the server could not be reached. */
    void connectNow() {
        channel.resetConnectBackoff();
    }

    /** Returns the channel, for streams, which last as long as they like. */
    Channel channel() {
        return channel;
    }

    /** Disconnects. Calls under way fail. */
    void close() {
        channel.shutdownNow();
    }
}
