package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.env.Environment;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.ServerModule;
import dev.tengen.server.TengenServer;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionWatcher;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.testing.PathDrawing;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The path of a move at the page through the server is the one that the page on the architecture draws. */
class PagePathTest {
    private static final String HEADING = "A move at the page";
    private static final String GAME = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"greedy\"}";

    /** The classes on the stack while a move notifies a watcher of its session, the outermost first. */
    private static List<String> stations;

    /** Takes a stack trace when a move has changed the session. */
    private record Watcher(CompletableFuture<List<StackTraceElement>> ofMove) implements SessionWatcher {
        @Override
        public void changed(Environment environment) {
            if (environment.game().moveNumber() > 0) {
                ofMove.complete(PathDrawing.stack());
            }
        }

        @Override
        public void ended() {
            // The test has what it needs.
        }
    }

    @BeforeAll
    static void play() throws Exception {
        CompletableFuture<Sessions> sessions = new CompletableFuture<>();
        CompletableFuture<List<StackTraceElement>> ofMove = new CompletableFuture<>();
        List<ServerModule.Factory> modules =
                List.of(PageModule.factory(PageSettings.DEFAULT, Optional::empty), context -> {
                    sessions.complete(context.sessions());
                    return new ServerModule() {};
                });
        try (TengenServer server = TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0), List.of(), modules)) {
            String address = "http://" + server.httpEndpoint().orElseThrow() + "/api/sessions";
            String session =
                    ServedPage.json(post(address, GAME)).path("session").asText();
            try (SessionLease lease = sessions.join().lease(session)) {
                lease.session().addWatcher(new Watcher(ofMove));
            }
            post(address + "/" + session + "/moves", "{\"action\":12,\"move_number\":0}");
        }
        stations = PathDrawing.stations(ofMove.get(5, TimeUnit.MINUTES), "dev.tengen.");
    }

    private static HttpResponse<String> post(String address, String body) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }

    @Test
    void drawing_ofAMove_hasFewBoxes() throws Exception {
        assertThat(PathDrawing.boxes(HEADING))
                .hasSizeBetween(1, PathDrawing.MAX_BOXES)
                .doesNotHaveDuplicates();
    }

    @Test
    void drawing_ofAMove_hasTheStationsOfItsStackInOrder() throws Exception {
        List<String> drawn = PathDrawing.boxes(HEADING);

        assertThat(drawn.stream().filter(stations::contains).toList())
                .containsExactlyElementsOf(
                        stations.stream().filter(drawn::contains).toList());
        assertThat(drawn)
                .filteredOn(name -> !stations.contains(name))
                .as("stations that have returned when watchers are notified; not on %s", stations)
                .containsExactly("Environment", "Game");
    }
}
