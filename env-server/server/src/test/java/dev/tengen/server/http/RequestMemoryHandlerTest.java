package dev.tengen.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.testing.RawHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests in progress and responses that nobody reads, counted in bytes. They once reserved nothing. */
class RequestMemoryHandlerTest {
    private static final int RESERVED_COUNT = 3;
    private static final long LIMIT_BYTES = RESERVED_COUNT * RequestMemoryHandler.REQUEST_BYTES;

    private final MemoryBudget budget = new MemoryBudget(2 * LIMIT_BYTES, Map.of(MemoryKind.HTTP, LIMIT_BYTES));
    private final CompletableFuture<Void> isReleased = new CompletableFuture<>();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final List<RawHttp> connections = new ArrayList<>();
    private HttpPort port;

    @BeforeEach
    void start() throws IOException {
        port = HttpPort.open(
                "127.0.0.1",
                0,
                Optional.empty(),
                Set.of(),
                budget,
                new HttpAuthentication(Authenticator.NONE),
                new Monitoring(() -> "up 1\n", () -> true, () -> true),
                Optional.empty(),
                routes -> {
                    routes.get("/wait", call -> {
                        waitingCount.incrementAndGet();
                        call.future(() -> isReleased);
                    });
                    routes.get("/long", call -> call.result("x".repeat(100_000)));
                    routes.sse("/events", client -> {
                        client.keepAlive();
                        HttpPort.releaseMemory(client.ctx());
                        client.sendEvent("state", "{}");
                    });
                    routes.ws("/socket", socket -> {});
                });
    }

    @AfterEach
    void stop() throws IOException {
        isReleased.complete(null);
        for (RawHttp connection : connections) {
            connection.close();
        }
        port.close();
    }

    private RawHttp send(String path, String headers) throws IOException {
        RawHttp connection = new RawHttp(port.port());
        connections.add(connection);
        return connection.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
    }

    private String get(String path) throws IOException {
        return send(path, "Connection: close\r\n").readAll();
    }

    /** Starts so many requests, which wait. */
    private void startWaiting(int count) throws IOException {
        int before = waitingCount.get();
        for (int i = 0; i < count; i++) {
            send("/wait", "");
        }
        await().forever().until(() -> waitingCount.get() == before + count);
    }

    private void awaitReserved(long bytes) {
        await().forever().until(() -> budget.reservedBytes(MemoryKind.HTTP) == bytes);
    }

    @Test
    void get_fewAtATime_reserveNothing() throws IOException {
        startWaiting(RequestMemoryHandler.OWN_COUNT);

        assertThat(budget.reservedBytes(MemoryKind.HTTP)).isZero();
    }

    @Test
    void get_moreAtATimeThanTheBudgetAllows_isRefusedUntilOthersEnd() throws IOException {
        startWaiting(RequestMemoryHandler.OWN_COUNT + RESERVED_COUNT);
        assertThat(budget.reservedBytes(MemoryKind.HTTP)).isEqualTo(LIMIT_BYTES);

        String refused = get("/long");

        assertThat(refused)
                .startsWith("HTTP/1.1 503")
                .contains("Retry-After: 1", "Content-Type: application/json")
                .contains("{\"reason\":\"OUT_OF_MEMORY_BUDGET\",\"message\":\"the server has 0 bytes of memory left");
        assertThat(budget.refusalCount(MemoryKind.HTTP)).isEqualTo(1);
        assertThat(get("/health")).startsWith("HTTP/1.1 200");
        assertThat(get("/metrics")).startsWith("HTTP/1.1 200");

        isReleased.complete(null);
        awaitReserved(0);
        assertThat(get("/long")).startsWith("HTTP/1.1 200");
    }

    /** Sessions may take all of the budget, and the page still works. */
    @Test
    void get_nothingIsFree_fewAtATimeAreAnswered() throws IOException {
        try (MemoryReservation all = budget.reserve(MemoryKind.SESSION, 2 * LIMIT_BYTES)) {
            assertThat(all.bytes()).isPositive();

            assertThat(get("/long")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void get_responseThatNobodyReads_isReservedUntilItIsRead() throws IOException {
        int requestCount = 150;
        startWaiting(RequestMemoryHandler.OWN_COUNT);
        RawHttp reader = new RawHttp(port.port());
        connections.add(reader);
        String request = "GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n";
        reader.send(request.repeat(requestCount - 1) + request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));

        await().forever()
                .during(Duration.ofSeconds(1))
                .until(() -> budget.reservedBytes(MemoryKind.HTTP) == RequestMemoryHandler.REQUEST_BYTES);

        assertThat(reader.readAll().split("HTTP/1.1 200", -1)).hasSize(requestCount + 1);
        awaitReserved(0);
    }

    @Test
    void get_clientsLeaveWithoutReading_releaseTheirMemory() throws IOException {
        startWaiting(RequestMemoryHandler.OWN_COUNT);
        RawHttp reader = new RawHttp(port.port());
        reader.send("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(150));
        await().forever()
                .during(Duration.ofSeconds(1))
                .until(() -> budget.reservedBytes(MemoryKind.HTTP) == RequestMemoryHandler.REQUEST_BYTES);

        reader.close();

        awaitReserved(0);
    }

    @Test
    void open_streamsAndSockets_keepNothingOfTheirRequests() throws IOException {
        startWaiting(RequestMemoryHandler.OWN_COUNT);
        RawHttp stream = send("/events", "Accept: text/event-stream\r\n");
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port.port() + "/socket"), new WebSocket.Listener() {})
                .join();

        awaitReserved(0);

        assertThat(stream).isNotNull();
        assertThat(socket.isOutputClosed()).isFalse();
        socket.abort();
    }
}
