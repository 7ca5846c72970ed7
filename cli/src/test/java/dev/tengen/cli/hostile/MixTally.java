package dev.tengen.cli.hostile;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The outcomes of the requests of a mix, by RPC and status. Thread-safe. */
final class MixTally {
    /** The reason of UNIMPLEMENTED for what the operator has not enabled, such as journals of batches. */
    private static final String SERVICE_DISABLED = "SERVICE_DISABLED";

    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);
    /**
     * The outcomes of requests that the server did not look at: the client cancelled, did not wait or left; or the server had too
     * much to do, which depends on the machine.
     */
    private static final Set<String> NOT_LOOKED_AT =
            Set.of("CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE", "RESOURCE_EXHAUSTED/SERVER_OVERLOADED");

    private static final int MAX_FAULT_COUNT = 20;

    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final Map<String, Map<String, LongAdder>> outcomes = new ConcurrentHashMap<>();
    private final List<String> faults = new ArrayList<>();

    /** Counts a request that was sent. */
    void sent() {
        sent.increment();
    }

    /** Returns the count of requests that were sent. */
    long sentCount() {
        return sent.sum();
    }

    /** Returns the count of answers. */
    long answerCount() {
        return answered.sum();
    }

    /** Counts an answer. */
    void answered(String method) {
        answered.increment();
        count(method, "OK");
    }

    /** Counts an answer that rejects a request and leaves its stream open. */
    void rejected(String method, int code, String reason) {
        count(method, Status.fromCodeValue(code).getCode() + "/" + reason);
    }

    /** Counts the end of a call or a stream. {@code OK} does not count: its answers did. */
    void ended(String method, Status status, Metadata trailers) {
        if (status.isOk()) {
            return;
        }
        String reason = trailers.get(REASON);
        count(method, status.getCode() + (reason == null ? "" : "/" + reason));
        if (isFault(status) && !SERVICE_DISABLED.equals(reason)) {
            synchronized (faults) {
                if (faults.size() < MAX_FAULT_COUNT) {
                    faults.add(method + ": " + status.getCode() + ": " + status.getDescription()
                            + (status.getCause() == null ? "" : ": " + status.getCause()));
                }
            }
        }
    }

    private static boolean isFault(Status status) {
        return switch (status.getCode()) {
            case INTERNAL, UNKNOWN, DATA_LOSS, UNIMPLEMENTED -> true;
            default -> false;
        };
    }

    private void count(String method, String outcome) {
        outcomes.computeIfAbsent(method, missing -> new ConcurrentHashMap<>())
                .computeIfAbsent(outcome, missing -> new LongAdder())
                .increment();
    }

    /** Returns the first statuses that no client may cause, with their RPCs. */
    List<String> faults() {
        synchronized (faults) {
            return List.copyOf(faults);
        }
    }

    /** Returns the counts of all outcomes, by status and reason. */
    Map<String, Long> byOutcome() {
        Map<String, Long> counts = new TreeMap<>();
        outcomes.values().forEach(method -> method.forEach((key, count) -> counts.merge(key, count.sum(), Long::sum)));
        return counts;
    }

    /** Returns the counts of the outcomes of each RPC. */
    Map<String, Map<String, Long>> byMethod() {
        Map<String, Map<String, Long>> counts = new TreeMap<>();
        outcomes.forEach((method, found) -> {
            Map<String, Long> sums = new TreeMap<>();
            found.forEach((key, count) -> sums.put(key, count.sum()));
            counts.put(method, sums);
        });
        return counts;
    }

    /** Returns the share of the requests that a handler acted on, among those that the server looked at, from 0 to 1. */
    double handledShare() {
        long lookedAt = byOutcome().entrySet().stream()
                .filter(entry -> !NOT_LOOKED_AT.contains(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return (double) handledCount() / Math.max(1, lookedAt);
    }

    /**
     * Returns the count of requests that a handler acted on: it answered them, or found the state wrong. Requests that are not
     * valid, name nothing, came too late or exceed a limit do not count.
     */
    long handledCount() {
        return byOutcome().entrySet().stream()
                .filter(entry -> entry.getKey().equals("OK")
                        || entry.getKey().startsWith("FAILED_PRECONDITION")
                        || entry.getKey().startsWith("ABORTED"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
