package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fills every door of the HTTP port with legal requests, and sees the budget or a limit refuse before the heap does.
 * The sessions of an SDK once took four times what was reserved for them, so that one client could end a server.
 */
@Tag("full")
class HttpDoorsTest {
    /**
     * What the heap may grow by beyond what is reserved: buffers of the port, and the classes of what was used first.
     */
    private static final long SLACK_BYTES = 2L << 20;

    /** The same after some minutes at 256 megabytes. */
    private static final long LONG_SLACK_BYTES = 6L << 20;

    /** After so many attempts, the client looks whether the server has refused one: it does not read its answers. */
    private static final int CHECK_PERIOD = 8;

    /** Nothing remains of bodies, so that none is refused. */
    private static final int BODY_COUNT = 10;

    /** What a session reserves for 32 calls: of each the digests, 32 bytes, and the answer, about 70. */
    private static final long BYTES_FOR_CALLS = 3_300;

    /** More sessions than fit into the memory. By default, a server allows about as many as fit. */
    private static final String MANY_SESSIONS = "1000000";

    @TempDir
    private Path folder;

    /**
     * What a door has made the server keep.
     *
     * @param refusedAt after how many attempts the server had refused one; 0 if it refused none
     * @param isRefusedByBudget whether it was the memory budget that refused
     * @param reserved the bytes that were reserved until the refusal; those of clients that do not read are closed
     *     after a while
     * @param allReserved the bytes that were reserved since {@code before}
     * @param grown the bytes by which the live heap grew since {@code before}
     * @param after the state with the door filled
     */
    private record Fill(
            int refusedAt, boolean isRefusedByBudget, long reserved, long allReserved, long grown, State after) {}

    /**
     * The memory of the server.
     *
     * @param reserved the bytes that are reserved in the heap
     * @param heap the bytes of the objects in the heap
     */
    private record State(long reserved, long heap) {
        static State of(JarServer server) throws IOException, InterruptedException {
            long heap = server.classHistogram().bytes();
            return new State(HttpDoorsTest.reserved(server.metrics()), heap);
        }
    }

    private static long sum(Map<String, Double> metrics, Predicate<String> isCounted) {
        return (long) metrics.entrySet().stream()
                .filter(entry -> isCounted.test(entry.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static long reserved(Map<String, Double> metrics) {
        return sum(
                metrics,
                name -> name.startsWith("tengen_memory_reserved_bytes{")
                        && !name.contains("_buffer")
                        && !name.contains("analysis")); // What opponents search with ends with the search.
    }

    /** Returns what is reserved for connections: it is released when the server has noticed that they are closed. */
    private static long reservedForConnections(Map<String, Double> metrics) {
        return sum(metrics, name -> name.startsWith("tengen_memory_reserved_bytes{") && name.contains("kind=\"http\""));
    }

    private static long budgetRefusals(Map<String, Double> metrics) {
        return sum(metrics, name -> name.startsWith("tengen_memory_refusals_total{"));
    }

    private static long refusals(Map<String, Double> metrics) {
        return budgetRefusals(metrics) + sum(metrics, name -> name.startsWith("tengen_quota_refusals_total{"));
    }

    /** The connections of a client. */
    private record Held(List<RawHttp1> connections) implements AutoCloseable {
        Held() {
            this(new ArrayList<>());
        }

        void closeLast() throws IOException {
            if (!connections.isEmpty()) {
                connections.remove(connections.size() - 1).close();
            }
        }

        @Override
        public void close() throws IOException {
            for (RawHttp1 connection : connections) {
                connection.close();
            }
        }
    }

    /** Opens {@code door} once. A connection that the server closes is a refusal. */
    private static HttpDoor.Answer open(HttpDoor door, int port, Held held) throws IOException {
        try {
            return door.open(port, held.connections());
        } catch (IOException e) {
            held.closeLast();
            return HttpDoor.Answer.REFUSED;
        }
    }

    /**
     * Opens {@code door} until the server refuses, at most {@code maxCount} times, and then tries again until
     * {@code duration} is over. The connections stay open in {@code held}.
     *
     * @param before an earlier state, of which nothing has ended but what released its memory
     */
    private static Fill fill(JarServer server, HttpDoor door, int maxCount, Duration duration, State before, Held held)
            throws Exception {
        Map<String, Double> first = server.metrics();
        long end = System.nanoTime() + duration.toNanos();
        int refusedAt = 0;
        long reserved = 0;
        for (int attempt = 1; refusedAt == 0 && attempt <= maxCount || System.nanoTime() - end < 0; attempt++) {
            boolean isRefused = open(door, server.httpPort(), held) == HttpDoor.Answer.REFUSED;
            if (refusedAt != 0) {
                held.closeLast();
            } else if (isRefused || attempt % CHECK_PERIOD == 0 && refusals(server.metrics()) > refusals(first)) {
                refusedAt = attempt;
                reserved = reserved(server.metrics()) - reserved(first);
            }
        }
        State after = State.of(server);
        Fill fill = new Fill(
                refusedAt,
                budgetRefusals(server.metrics()) > budgetRefusals(first),
                reserved,
                after.reserved() - before.reserved(),
                after.heap() - before.heap(),
                after);
        System.out.println(door + " " + fill + ", alive: " + server.isAlive());
        return fill;
    }

    /**
     * Fills one door after the other, each for {@code duration} at least. The connections of the first ones are closed
     * before the next door is filled. The page notices only at the next events that streams are closed, so they stay.
     */
    private static Map<HttpDoor, Fill> fillAll(JarServer server, int maxCount, Duration duration) throws Exception {
        try (Held warm = new Held()) {
            for (HttpDoor door : List.of(HttpDoor.BODIES, HttpDoor.MCP, HttpDoor.SOCKETS, HttpDoor.RESPONSES)) {
                open(door, server.httpPort(), warm); // Loads classes.
            }
        }
        awaitConnectionsReleased(server);
        State start = State.of(server);
        Map<HttpDoor, Fill> fills = new EnumMap<>(HttpDoor.class);
        for (HttpDoor door : List.of(HttpDoor.BODIES, HttpDoor.SOCKETS, HttpDoor.RESPONSES)) {
            try (Held held = new Held()) {
                int count = door == HttpDoor.BODIES ? BODY_COUNT : maxCount;
                fills.put(door, fill(server, door, count, duration, start, held));
            }
            awaitConnectionsReleased(server);
        }
        try (Held streams = new Held();
                Held sessions = new Held()) {
            Fill filled = fill(server, HttpDoor.STREAMS, maxCount, duration, start, streams);
            fills.put(HttpDoor.STREAMS, filled);
            fills.put(HttpDoor.MCP, fill(server, HttpDoor.MCP, 20_000, duration, filled.after(), sessions));
        }
        return fills;
    }

    private static void awaitConnectionsReleased(JarServer server) {
        await().forever().until(() -> reservedForConnections(server.metrics()) == 0);
    }

    private static void requireAlive(JarServer server) throws IOException {
        assertThat(server.isAlive()).isTrue();
        assertThat(server.logLines("OutOfMemoryError")).isEmpty();
    }

    private static void requireRefusals(Map<HttpDoor, Fill> fills, long leastReserved, long slackBytes) {
        fills.forEach((door, fill) -> {
            assertThat(fill.grown()).as(door.name()).isLessThan((long) (1.2 * fill.allReserved()) + slackBytes);
            if (door != HttpDoor.BODIES) {
                assertThat(fill.refusedAt()).as(door.name()).isPositive();
            }
        });
        for (HttpDoor door : List.of(HttpDoor.SOCKETS, HttpDoor.RESPONSES, HttpDoor.MCP)) {
            assertThat(fills.get(door).isRefusedByBudget()).as(door.name()).isTrue();
            assertThat(fills.get(door).reserved()).as(door.name()).isGreaterThan(leastReserved);
        }
        // Sessions reserve memory for the calls that they will remember, of which there are none yet.
        Fill sessions = fills.get(HttpDoor.MCP);
        long unused = (sessions.refusedAt() - 1) * BYTES_FOR_CALLS;
        assertThat((double) (sessions.grown() + unused) / sessions.allReserved())
                .isBetween(0.8, 1.2);
    }

    @Test
    void doors_filledForSomeSeconds_areRefusedByTheBudgetBeforeTheHeapIsFull() throws Exception {
        try (JarServer server = JarServer.startClasses(
                "96m",
                folder.resolve("log"),
                List.of(
                        "--openenv",
                        "--openenv-sockets",
                        "400",
                        "--max-sessions",
                        MANY_SESSIONS,
                        "--max-memory-megabytes",
                        "6"))) {
            Map<HttpDoor, Fill> fills = fillAll(server, 300, Duration.ZERO);

            requireAlive(server);
            requireRefusals(fills, 1 << 20, SLACK_BYTES);
        }
    }

    @Test
    @Tag("long")
    void doors_filledForAMinuteEachAt256Megabytes_areRefusedBeforeTheHeapIsFull() throws Exception {
        try (JarServer server = JarServer.startClasses(
                "256m", folder.resolve("log"), List.of("--openenv", "--max-sessions", MANY_SESSIONS))) {
            Map<HttpDoor, Fill> fills = fillAll(server, 900, Duration.ofMinutes(1));
            // All doors at once.
            try (Held all = new Held()) {
                for (HttpDoor door : HttpDoor.values()) {
                    Held held = new Held();
                    for (int count = 0; count < 300; count++) {
                        open(door, server.httpPort(), held);
                    }
                    all.connections().addAll(held.connections());
                }
                assertThat(server.classHistogram().bytes()).isLessThan(220L << 20);
            }

            requireAlive(server);
            requireRefusals(fills, 16 << 20, LONG_SLACK_BYTES);
        }
    }
}
