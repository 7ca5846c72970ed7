package dev.tengen.client.internal;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.MemoryInfo;
import dev.tengen.proto.v1.MemoryUse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Chooses which of several servers gets a new session, batch or forest: of two that are drawn, the one whose memory is
 * reserved to a smaller share. That balances almost as well as asking all servers, and clients that choose at the same
 * time do not all choose the same one. It is known as the power of two choices. Thread-safe.
 */
final class Placement {
    /** How long the reserved share of a server is remembered. */
    private static final long LOAD_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** What calls make at the server that they reach, by RPC, as {@link MemoryUse#getKind} names it. */
    private static final Map<String, String> KINDS = Map.of(
            "CreateSession", "session",
            "Restore", "session",
            "ImportRecord", "session",
            "Run", "lane",
            "Expand", "tree");

    private final Map<String, Load> loads = new HashMap<>();

    /** The memory of a server, and when it was reported. */
    private record Load(MemoryInfo memory, long nanos) {}

    /** Returns what a call of {@code method} makes at its server; empty if it makes nothing. */
    static Optional<String> kind(MethodDescriptor<?, ?> method) {
        return Optional.ofNullable(KINDS.get(String.valueOf(method.getBareMethodName())));
    }

    /**
     * Returns the share of a server's memory that is reserved, from 0 to 1: that of the heap, or that of {@code kind},
     * whichever is closer to its limit. Infinite if the server has not reported it.
     *
     * @param memory what the server reports
     */
    static double reservedShare(MemoryInfo memory, String kind) {
        if (memory.getMaxHeapBytes() == 0) {
            return Double.POSITIVE_INFINITY;
        }
        long reserved = 0;
        double share = 0;
        for (MemoryUse use : memory.getUsesList()) {
            reserved += use.getIsDirect() ? 0 : use.getReservedBytes();
            if (use.getKind().equals(kind)) {
                share = (double) use.getReservedBytes() / Math.max(1, use.getMaxBytes());
            }
        }
        return Math.max(share, (double) reserved / memory.getMaxHeapBytes());
    }

    /**
     * Returns a future of the one of two drawn servers whose memory is reserved to a smaller share.
     *
     * @param channels a channel to each server by its name, one or more
     * @param kind what the call makes
     * @param timeout how long a server may take to report what is reserved; a slower one is the last choice
     */
    CompletableFuture<String> choose(Map<String, ? extends Channel> channels, String kind, Duration timeout) {
        List<String> drawn = draw(List.copyOf(channels.keySet()));
        CompletableFuture<String> chosen = CompletableFuture.completedFuture(drawn.get(0));
        if (drawn.size() == 1) {
            return chosen;
        }
        String other = drawn.get(1);
        return reservedShare(drawn.get(0), channels, kind, timeout)
                .thenCombine(
                        reservedShare(other, channels, kind, timeout),
                        (first, second) -> second < first ? other : drawn.get(0));
    }

    private static List<String> draw(List<String> names) {
        int count = names.size();
        if (count == 1) {
            return names;
        }
        int first = ThreadLocalRandom.current().nextInt(count);
        int step = 1 + ThreadLocalRandom.current().nextInt(count - 1);
        return List.of(names.get(first), names.get((first + step) % count));
    }

    private CompletableFuture<Double> reservedShare(
            String name, Map<String, ? extends Channel> channels, String kind, Duration timeout) {
        synchronized (loads) {
            Load load = loads.get(name);
            if (load != null && System.nanoTime() - load.nanos() < LOAD_NANOS) {
                return CompletableFuture.completedFuture(reservedShare(load.memory(), kind));
            }
        }
        CompletableFuture<MemoryInfo> answer = new CompletableFuture<>();
        Channel channel = channels.get(name);
        if (channel == null) {
            throw new IllegalArgumentException(name + " is none of " + channels.keySet());
        }
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
        ListenableFuture<GetServerInfoResponse> response = ClientCalls.futureUnaryCall(
                channel.newCall(EnvironmentServiceGrpc.getGetServerInfoMethod(), options),
                GetServerInfoRequest.getDefaultInstance());
        response.addListener(
                () -> {
                    Optional<MemoryInfo> memory = Optional.empty();
                    try {
                        memory = Optional.ofNullable(Futures.getDone(response)).map(GetServerInfoResponse::getMemory);
                    } catch (ExecutionException e) {
                        // The server is the last choice.
                    }
                    answer.complete(memory.orElse(MemoryInfo.getDefaultInstance()));
                },
                Runnable::run);
        return answer.thenApply(memory -> {
            synchronized (loads) {
                loads.put(name, new Load(memory, System.nanoTime()));
            }
            return reservedShare(memory, kind);
        });
    }
}
