package dev.tengen.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AccessLog;
import dev.tengen.server.log.AccessLogTarget;
import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of requests and WebSockets at a real port. */
class HttpAccessLogTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpAuthentication authentication = new HttpAuthentication(Authenticator.NONE);

    @TempDir
    private Path folder;

    private void addRoutes(RoutesConfig routes) {
        routes.get("/games/{game}", call -> {
            authentication.principal(call);
            call.result(call.pathParam("game"));
        });
        routes.get(
                "/later",
                call -> call.future(() -> CompletableFuture.runAsync(
                        () -> call.result("later"), CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS))));
        routes.sse("/events/{game}", events -> {
            events.sendEvent("one");
            events.close();
        });
        routes.wsBeforeUpgrade("/refused/*", call -> call.status(403).skipRemainingHandlers());
        routes.ws("/refused/{game}", socket -> socket.onMessage(message -> message.send("no")));
        routes.wsBeforeUpgrade("/sockets/{game}", authentication::principal);
        routes.ws("/sockets/{game}", socket -> {
            socket.onConnect(connection -> connection.closeSession(1000, "enough"));
            socket.onClose(connection -> closed.countDown());
        });
    }

    private static void get(HttpPort port, String path) throws IOException, InterruptedException {
        CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static WebSocket open(HttpPort port, String path) {
        return CLIENT.newWebSocketBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .buildAsync(URI.create("ws://127.0.0.1:" + port.port() + path), new WebSocket.Listener() {})
                .join();
    }

    @Test
    void requests_ofAllKinds_areALineEachWithoutWhatTheirPathSays() throws Exception {
        Path file = folder.resolve("calls");
        try (AccessLog log = AccessLog.open(new AccessLogTarget.File(file))) {
            try (HttpPort port = HttpPort.open(
                    "127.0.0.1",
                    0,
                    Optional.empty(),
                    Set.of(),
                    MemoryBudget.unlimited(),
                    authentication,
                    new Monitoring(() -> "up 1\n", () -> true, () -> true),
                    Optional.of(log),
                    this::addRoutes)) {
                get(port, "/games/secret?token=secret");
                get(port, "/later");
                get(port, "/events/secret");
                get(port, "/nothing/secret");
                open(port, "/sockets/secret");
                assertThat(closed.await(5, TimeUnit.MINUTES)).isTrue();
                try {
                    open(port, "/refused/secret");
                } catch (CompletionException e) {
                    assertThat(e).hasCauseInstanceOf(WebSocketHandshakeException.class);
                }
            }
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines)
                .hasSize(6)
                .allSatisfy(line ->
                        assertThat(line).contains("\"peer\":\"127.0.0.1\"").doesNotContain("secret"));
        assertThat(lines.get(0))
                .contains("\"method\":\"GET /games/{game}\",\"status\":\"200\"")
                .contains("\"principal\":\"" + Principal.LOCAL.name() + "\"");
        assertThat(lines.get(1)).contains("\"method\":\"GET /later\"").doesNotContain("principal");
        assertThat(Double.parseDouble(lines.get(1).replaceFirst(".*\"milliseconds\":([0-9.]+).*", "$1")))
                .isGreaterThan(40);
        assertThat(lines.get(2)).contains("\"method\":\"GET /events/{game}\",\"status\":\"200\"");
        assertThat(lines.get(3)).contains("\"method\":\"GET (no route)\",\"status\":\"404\"");
        // A socket that closes, and the next request, may be written in any order.
        assertThat(lines.subList(4, 6))
                .anySatisfy(line -> assertThat(line).contains("\"method\":\"WS /sockets/{game}\",\"status\":\"101\""))
                .anySatisfy(line -> assertThat(line).contains("/refused/{game}\",\"status\":\"403\""));
    }
}
