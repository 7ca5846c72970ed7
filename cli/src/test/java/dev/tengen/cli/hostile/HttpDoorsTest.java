package dev.tengen.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fills every door of the HTTP port with legal requests, and sees the budget or a limit refuse before the heap does. The sessions of
 * an SDK once took four times what was reserved for them, so that one client could end a server.
 */
@Tag("full")
@Timeout(1200)
class HttpDoorsTest {
    /** What the heap may grow by beyond what is reserved: buffers of the port, and the classes of what was used first. */
    private static final long SLACK_BYTES = 6L << 20;

    @TempDir
    private Path folder;

    /** What a door has made the server keep. */
    private record Fill(int attempts, boolean isRefused, long reserved, long grown) {}

    private static long reserved(Map<String, Double> metrics) {
        return (long) metrics.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("tengen_memory_reserved_bytes{")
                        && !entry.getKey().contains("_buffer")
                        && !entry.getKey().contains("analysis")) // What opponents search with ends with the search.
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static long refusals(Map<String, Double> metrics) {
        return (long) metrics.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("tengen_memory_refusals_total{")
                        || entry.getKey().startsWith("tengen_quota_refusals_total{"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Opens {@code door} until the server refuses, at most {@code maxCount} times. Returns the number of attempts. */
    private static int fill(HttpDoor door, int port, int maxCount, List<Socket> held) {
        int attempts = 0;
        try {
            while (attempts < maxCount) {
                attempts++;
                if (door.open(port, held) == HttpDoor.Answer.REFUSED) {
                    return attempts;
                }
            }
        } catch (IOException e) {
            return attempts; // The server has closed the connection, which is a refusal.
        }
        return attempts;
    }

    private static Fill fill(JarServer server, HttpDoor door, int maxCount) throws Exception {
        try (Held warm = new Held()) {
            fill(door, server.httpPort(), 2, warm.sockets()); // Loads classes.
        }
        Map<String, Double> before = server.metrics();
        long heapBefore = server.classHistogram().bytes();
        try (Held held = new Held()) {
            int attempts = fill(door, server.httpPort(), maxCount, held.sockets());
            long grown = server.classHistogram().bytes() - heapBefore;
            Map<String, Double> after = server.metrics();
            boolean isRefused = attempts < maxCount || refusals(after) > refusals(before);
            return new Fill(attempts, isRefused, reserved(after) - reserved(before), grown);
        }
    }

    /** The connections of a client. */
    private record Held(List<Socket> sockets) implements AutoCloseable {
        Held() {
            this(new ArrayList<>());
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private void requireDoors(JarServer server, int socketCount, int connectionCount) throws Exception {
        Map<HttpDoor, Fill> fills = new EnumMap<>(HttpDoor.class);
        fills.put(HttpDoor.BODIES, fill(server, HttpDoor.BODIES, 100));
        fills.put(HttpDoor.RESPONSES, fill(server, HttpDoor.RESPONSES, connectionCount));
        fills.put(HttpDoor.STREAMS, fill(server, HttpDoor.STREAMS, 60));
        fills.put(HttpDoor.SOCKETS, fill(server, HttpDoor.SOCKETS, socketCount));
        fills.put(HttpDoor.MCP, fill(server, HttpDoor.MCP, 20_000));
        fills.forEach((door, fill) -> System.out.println(door + " " + fill));

        assertThat(server.isAlive()).isTrue();
        assertThat(server.logLines("OutOfMemoryError")).isEmpty();
        fills.forEach((door, fill) ->
                assertThat(fill.grown()).as(door.name()).isLessThan((long) (1.2 * fill.reserved()) + SLACK_BYTES));
        assertThat(fills.get(HttpDoor.STREAMS).isRefused()).isTrue();
        assertThat(fills.get(HttpDoor.MCP).isRefused()).isTrue();
        // A quarter of what a session reserves is for the calls that it will remember, of which there are none yet.
        assertThat((double) fills.get(HttpDoor.MCP).grown()
                        / fills.get(HttpDoor.MCP).reserved())
                .isBetween(0.6, 1.2);
    }

    @Test
    void doors_filledForSomeSeconds_areRefusedBeforeTheHeapIsFull() throws Exception {
        try (JarServer server = JarServer.startClasses(
                "96m",
                folder.resolve("log"),
                List.of("--openenv", "--openenv-sockets", "40", "--max-memory-megabytes", "8"))) {
            requireDoors(server, 40, 40);
        }
    }

    @Test
    @Tag("long")
    void doors_filledForAMinuteAt256Megabytes_areRefusedBeforeTheHeapIsFull() throws Exception {
        try (JarServer server = JarServer.startClasses("256m", folder.resolve("log"), List.of("--openenv"))) {
            long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            do {
                requireDoors(server, 800, 900);
            } while (System.nanoTime() - end < 0);
            // All doors at once.
            try (Held all = new Held()) {
                for (HttpDoor door : HttpDoor.values()) {
                    Held held = new Held();
                    fill(door, server.httpPort(), 300, held.sockets());
                    all.sockets().addAll(held.sockets());
                }
                assertThat(server.classHistogram().bytes()).isLessThan(220L << 20);
            }
            assertThat(server.isAlive()).isTrue();
            assertThat(server.logLines("OutOfMemoryError")).isEmpty();
        }
    }
}
