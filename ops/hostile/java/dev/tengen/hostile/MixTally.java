package dev.tengen.hostile;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The outcomes of the requests of a mix, by RPC or route and status. Thread-safe. */
final class MixTally {
    private static final String OK = "OK";

    private static final String HTTP_OK = "HTTP 2xx";

    /** The reason of UNIMPLEMENTED for what the operator has not enabled, such as journals of batches. */
    private static final String SERVICE_DISABLED = "SERVICE_DISABLED";

    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);
    /** What a request without a snapshot gets. Clients know none before the server has answered with one. */
    private static final Set<String> NEEDS_KNOWN_VALUE = Set.of("INVALID_ARGUMENT/SNAPSHOT_FOREIGN");

    private static final int MAX_FAULT_COUNT = 20;
    private static final int MAX_REQUEST_LENGTH = 400;

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
        count(method, OK);
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
            fault(method + ": " + status.getCode() + ": " + status.getDescription()
                    + (status.getCause() == null ? "" : ": " + status.getCause()));
        }
    }

    /** Counts the status of an HTTP answer; 0 if the server has closed the connection. */
    void http(String route, int status) {
        http(route, status, "");
    }

    /** Counts the status of an HTTP answer to {@code request}, which a fault shows. */
    void http(String route, int status, String request) {
        if (status / 100 == 2) {
            answered.increment();
        }
        count(route, status / 100 == 2 ? HTTP_OK : "HTTP " + status);
        if (status / 100 == 5 && status != 503) {
            fault(route + ": HTTP " + status + ": "
                    + request.substring(0, Math.min(MAX_REQUEST_LENGTH, request.length())));
        }
    }

    private void fault(String fault) {
        synchronized (faults) {
            if (faults.size() < MAX_FAULT_COUNT) {
                faults.add(fault);
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

    /**
     * Returns the share of the requests that a handler acted on, among those and the ones that were not valid, from 0
     * to 1. Other outcomes do not count, because they depend on the speed of the machine: the client cancelled or left,
     * the server had too much to do, or the request names nothing because its session has expired or the call that
     * should have opened one was shed.
     */
    double handledShare() {
        long invalid = byOutcome().entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith("INVALID_ARGUMENT") && !NEEDS_KNOWN_VALUE.contains(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return (double) handledCount() / Math.max(1, handledCount() + invalid);
    }

    /**
     * Returns the count of requests that a handler acted on: it answered them, or found the state wrong. Requests that
     * are not valid, name nothing, came too late or exceed a limit do not count.
     */
    long handledCount() {
        return byOutcome().entrySet().stream()
                .filter(entry -> entry.getKey().equals(OK)
                        || entry.getKey().startsWith("FAILED_PRECONDITION")
                        || entry.getKey().startsWith("ABORTED"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns those of {@code methods}, RPCs and routes, that have answered no request. */
    Set<String> withoutAnswer(Set<String> methods) {
        return methods.stream()
                .filter(method -> {
                    Map<String, LongAdder> found = outcomes.getOrDefault(method, Map.of());
                    return !found.containsKey(OK) && !found.containsKey(HTTP_OK);
                })
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
