package dev.tengen.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.testing.RawHttp;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests over plain sockets. */
class HttpPortTest {
    private static final Duration DEADLINE = Duration.ofMillis(400);

    /** How many long responses were begun. */
    private final AtomicInteger longCount = new AtomicInteger();

    private HttpPort port;

    @BeforeEach
    void start() throws IOException {
        Monitoring monitoring = new Monitoring(() -> "up 1\n", () -> true, () -> true);
        port = HttpPort.open(
                "127.0.0.1",
                0,
                Optional.empty(),
                Set.of("tengen.example"),
                MemoryBudget.unlimited(),
                DEADLINE,
                new HttpAuthentication(Authenticator.NONE),
                monitoring,
                Optional.empty(),
                routes -> {
                    routes.get("/long", call -> {
                        longCount.incrementAndGet();
                        call.result("x".repeat(100_000));
                    });
                    routes.post("/length", call -> call.result("bytes: " + call.bodyAsBytes().length));
                });
    }

    @AfterEach
    void stop() {
        port.close();
    }

    private String answer(String request) throws IOException {
        try (RawHttp connection = new RawHttp(port.port())) {
            return connection.send(request).readAll();
        }
    }

    private String get(String path, String host) throws IOException {
        return answer("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    /**
     * A foreign web site may point its own name at this machine. A browser then lets the site read responses, which
     * once had the metrics and the ids of all sessions.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/health", "/no-such-page"})
    void get_foreignHost_isRefused(String path) throws IOException {
        assertThat(get(path, "evil.example"))
                .startsWith("HTTP/1.1 421")
                .contains("\"reason\":\"HOST_NOT_ALLOWED\"", "--http-allowed-hosts")
                .doesNotContain("up 1", "SERVING");
        assertThat(answer("GET " + path + " HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 4");
    }

    /** The name in the request line counts more than the header. */
    @Test
    void get_foreignHostInTheRequestLine_isRefused() throws IOException {
        String answer =
                answer("GET http://evil.example/metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("up 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost:1234", "[::1]:9020", "192.0.2.1", "tengen.example:9020"})
    void get_hostOfThisServer_isAnswered(String host) throws IOException {
        assertThat(get("/metrics", host)).startsWith("HTTP/1.1 200").endsWith("up 1\n");
    }

    @Test
    void get_withoutHost_isAnsweredToHttp10Only() throws IOException {
        assertThat(answer("GET /health HTTP/1.0\r\n\r\n")).contains(" 200 ").contains("SERVING");
        assertThat(answer("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void get_manyPaths_areNotKept() throws Exception {
        long before = filterChainCount();
        for (int i = 0; i < 300; i++) {
            get("/path-" + i, "localhost");
        }

        assertThat(filterChainCount()).isLessThan(before + 50);
    }

    /** Returns the number of live objects of the class by which Jetty remembers what handles a path. */
    private static long filterChainCount() throws Exception {
        String chain = Class.forName("org.eclipse.jetty.ee10.servlet.ServletHandler$ChainEnd")
                .getName();
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .filter(line -> line.contains(chain))
                .mapToLong(line -> Long.parseLong(line.strip().split(" +")[1]))
                .sum();
    }

    private static String post(String rest) {
        return "POST /length HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + rest;
    }

    @Test
    void post_bodyInOnePieceOrMany_isReceived() throws IOException {
        assertThat(answer(post("Content-Length: 3\r\n\r\nabc"))).endsWith("bytes: 3");
        assertThat(answer(post("Content-Length: 0\r\n\r\n"))).endsWith("bytes: 0");
        assertThat(answer(post("Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")))
                .endsWith("bytes: 5");
        try (RawHttp connection = new RawHttp(port.port())) {
            connection.send(post("Content-Length: 5\r\n\r\n"));
            for (int i = 0; i < 5; i++) {
                connection.send("x");
            }

            assertThat(connection.readAll()).endsWith("bytes: 5");
        }
    }

    @Test
    void post_bodyOfTheLimit_isReceived() throws IOException {
        int limit = HttpPort.MAX_BODY_BYTES;

        assertThat(answer(post("Content-Length: " + limit + "\r\n\r\n" + "x".repeat(limit))))
                .endsWith("bytes: " + limit);
    }

    /**
     * Each response to a client that does not read once occupied one of eight threads, so that nobody else got an
     * answer.
     */
    @Test
    void get_manyWhoNeverRead_holdUpNobody() throws IOException {
        int clientCount = 20;
        int requestCount = 150;
        List<RawHttp> slow = new ArrayList<>();
        try {
            for (int i = 0; i < clientCount; i++) {
                slow.add(new RawHttp(port.port())
                        .send("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(requestCount)));
            }
            await().forever().until(() -> longCount.get() >= clientCount);
            for (int i = 0; i < 20; i++) {
                assertThat(get("/metrics", "localhost")).startsWith("HTTP/1.1 200");
            }
            // Those who do not read wait still: more is left than the system's buffers take.
            assertThat(longCount.get()).isLessThan(clientCount * requestCount);
        } finally {
            for (RawHttp connection : slow) {
                connection.close();
            }
        }
    }

    /** Each body once occupied one of eight threads until it was complete, and the page hung. */
    @Test
    void post_manySlowBodies_holdUpNobodyAndEnd() throws IOException {
        List<RawHttp> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                slow.add(new RawHttp(port.port()).send(post("Content-Length: 1000\r\n\r\nx")));
            }
            assertThat(answer(post("Content-Length: 3\r\n\r\nabc"))).endsWith("bytes: 3");
            assertThat(get("/metrics", "localhost")).startsWith("HTTP/1.1 200");

            Thread.sleep(2 * DEADLINE.toMillis());
            for (RawHttp connection : slow) {
                connection.send("x");
                assertThat(connection.readAll()).startsWith("HTTP/1.1 408");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            for (RawHttp connection : slow) {
                connection.close();
            }
        }
    }
}
