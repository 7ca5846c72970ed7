package dev.tengen.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tengen.gateway.GatewayModule;
import dev.tengen.gateway.GatewaySettings;
import dev.tengen.journal.DatabaseSessionStore;
import dev.tengen.journal.SharingSettings;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.store.PostgresCluster;
import dev.tengen.web.PageModule;
import dev.tengen.web.PageSettings;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What users of the page and of the gateway of language models see of two servers on one PostgreSQL database. */
@Tag("full")
class SharedStorePortsTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String FIRST = "game-0.example.com:9019";
    private static final String SECOND = "game-1.example.com:9019";

    /** The sessions move back at once, and leases do not lapse on a busy machine. */
    private static final SharingSettings SETTINGS = new SharingSettings(Duration.ofSeconds(5), Duration.ZERO);

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url = PostgresCluster.get().newDatabase();
    private Replica first;
    private Replica second;

    /** A server with all of its ports, which others know by {@code address}. */
    private record Replica(String address, TengenServer server, ManagedChannel channel) implements AutoCloseable {
        static Replica start(String url, String address) throws IOException {
            TengenServer server = TengenServer.start(
                    ServerConfig.DEFAULT
                            .listeningAt("127.0.0.1", 0)
                            .withHttp("127.0.0.1", 0)
                            .withSessionStore(DatabaseSessionStore.factory(url, address, SETTINGS)),
                    List.of(),
                    List.of(
                            PageModule.factory(PageSettings.DEFAULT, Optional::empty),
                            GatewayModule.factory(GatewaySettings.DEFAULT)));
            return new Replica(
                    address,
                    server,
                    NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                            .usePlaintext()
                            .build());
        }

        EnvironmentServiceBlockingStub stub() {
            return EnvironmentServiceGrpc.newBlockingStub(channel);
        }

        /** Takes a session from {@code other}, as for a client that cannot reach that one. */
        void take(String session, Replica other) {
            Metadata headers = new Metadata();
            headers.put(Metadata.Key.of("tengen-unreachable", Metadata.ASCII_STRING_MARSHALLER), other.address());
            GetSessionRequest request =
                    GetSessionRequest.newBuilder().setSessionId(session).build();
            // The other server learns it with a heartbeat.
            await().forever()
                    .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                    .until(() -> stub().withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                            .getSession(request)
                            .isInitialized());
        }

        URI uri(String path) {
            return URI.create("http://" + server.httpEndpoint().orElseThrow() + path);
        }

        @Override
        public void close() {
            channel.shutdownNow();
            server.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        first = Replica.start(url, FIRST);
        second = Replica.start(url, SECOND);
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    private String session(Replica server) {
        return server.stub()
                .createSession(CreateSessionRequest.newBuilder()
                        .setSpec(EnvironmentSpec.newBuilder().setWidth(5).setHeight(5))
                        .build())
                .getSessionId();
    }

    private static void step(Replica server, String session, int action) {
        var unused = server.stub()
                .step(StepRequest.newBuilder()
                        .setSessionId(session)
                        .setAction(action)
                        .build());
    }

    private HttpResponse<String> get(Replica server, String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(Replica server, String path, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(server.uri(path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(String text) throws IOException {
        return MAPPER.readTree(text);
    }

    /** Requires that {@code answer} names the server that has {@code session}. */
    private static void assertElsewhere(HttpResponse<String> answer, String session, String owner) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(json(answer.body()).path("reason").asText()).isEqualTo("SESSION_ELSEWHERE");
        assertThat(json(answer.body()).path("message").asText()).contains(session, owner);
    }

    @Test
    void page_ofAnotherServer_namesTheOwner_untilThatOneStops() throws Exception {
        String id = session(first);
        step(first, id, 12);

        HttpResponse<String> read = get(second, "/api/sessions/" + id);
        HttpResponse<String> move = post(second, "/api/sessions/" + id + "/moves", "{\"action\":7,\"move_number\":1}");

        assertElsewhere(read, id, FIRST);
        assertThat(json(read.body()).path("owner").asText()).isEqualTo(FIRST);
        assertElsewhere(move, id, FIRST);
        assertElsewhere(get(second, "/api/sessions/" + id + "/record"), id, FIRST);
        first.close();
        HttpResponse<String> taken = get(second, "/api/sessions/" + id);
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
        assertThat(json(taken.body()).path("moves")).hasSize(1);
    }

    /** The stream ends, and the page asks where the game is. */
    @Test
    void page_streamOfASessionThatMoves_endsAndTheOwnerIsNamed() throws Exception {
        String id = session(first);
        try (LiveStream events = live(first, id)) {
            events.await("event: state");

            second.take(id, first);

            events.await("event: gone");
        }
        assertElsewhere(get(first, "/api/sessions/" + id), id, SECOND);
    }

    /**
     * A session whose change could not be stored is read from the store again. The stream shows what happens to it
     * then.
     */
    @Test
    void page_streamOfASessionThatLeftTheMemory_continues() throws Exception {
        String id = session(first);
        try (LiveStream events = live(first, id)) {
            events.await("event: state");
            PostgresCluster.execute(
                    url,
                    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                            + " $$ BEGIN RAISE EXCEPTION 'no change now'; END $$");
            PostgresCluster.execute(url, "CREATE TRIGGER refuse BEFORE INSERT ON states EXECUTE FUNCTION refuse()");
            StatusRuntimeException failure =
                    catchThrowableOfType(StatusRuntimeException.class, () -> step(first, id, 12));
            PostgresCluster.execute(url, "DROP TRIGGER refuse ON states");

            step(first, id, 7);

            assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            events.await("data: ", "\"point\":7");
            step(first, id, 8); // Of this one, the stream learns only if it watches the session again.
            events.await("data: ", "\"point\":8");
        }
    }

    private LiveStream live(Replica server, String session) throws IOException, InterruptedException {
        return new LiveStream(http.send(
                        HttpRequest.newBuilder(server.uri("/api/sessions/" + session + "/live"))
                                .header("Accept", "text/event-stream")
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream())
                .body());
    }

    /**
     * A stream of server-sent events. Its bytes are closed and not its reader, which another thread may be waiting in.
     */
    private record LiveStream(InputStream bytes, BufferedReader reader) implements AutoCloseable {
        LiveStream(InputStream bytes) {
            this(bytes, new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8)));
        }

        /** Waits for a line that starts with the first of {@code parts} and has them all. */
        void await(String... parts) {
            CompletableFuture<Boolean> isFound = CompletableFuture.supplyAsync(() -> reader.lines()
                    .anyMatch(line ->
                            line.startsWith(parts[0]) && Stream.of(parts).allMatch(line::contains)));
            assertThat(isFound)
                    .as("the stream has " + List.of(parts))
                    .succeedsWithin(Duration.ofSeconds(20))
                    .isEqualTo(true);
        }

        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }

    /** Opens a session of the gateway on a 5x5 board and returns its id. */
    private String gatewaySession(Replica server) throws Exception {
        String id = rpc(server, "openenv/session/create", "{}")
                .at("/result/session_id")
                .asText();
        assertThat(tool(server, id, "new_game", "{\"size\":5,\"color\":\"both\"}")
                        .path("isError")
                        .asBoolean())
                .isFalse();
        return id;
    }

    private JsonNode rpc(Replica server, String method, String params) throws Exception {
        return json(post(
                        server,
                        "/mcp",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}")
                .body());
    }

    private JsonNode tool(Replica server, String session, String name, String arguments) throws Exception {
        return rpc(
                        server,
                        "tools/call",
                        "{\"session_id\":\"" + session + "\",\"name\":\"" + name + "\",\"arguments\":" + arguments
                                + "}")
                .path("result");
    }

    private static String text(JsonNode result) {
        return result.at("/content/0/text").asText();
    }

    private String move(Replica server, String session, String point) throws Exception {
        return text(tool(server, session, "play_move", "{\"move\":\"" + point + "\"}"));
    }

    /** Returns the newest session of gRPC, which is that of the game that was started last. */
    private static String played(Replica server) {
        var list = server.stub()
                .listSessions(ListSessionsRequest.getDefaultInstance())
                .getSessionsList();
        return list.get(list.size() - 1).getSessionId();
    }

    @Test
    void gateway_gameThatMoves_namesTheOwner_andContinuesWhenItIsBack() throws Exception {
        String id = gatewaySession(first);
        assertThat(move(first, id, "C3")).contains("The last move was black C3");
        String played = played(first);

        second.take(played, first);
        JsonNode moved = tool(first, id, "play_move", "{\"move\":\"C2\"}");
        HttpResponse<String> state = get(first, "/state?session_id=" + id);
        HttpResponse<String> step =
                post(first, "/step", "{\"session_id\":\"" + id + "\",\"action\":{\"move\":\"C2\"}}");

        assertThat(moved.path("isError").asBoolean()).isTrue();
        assertThat(text(moved)).contains(id, SECOND, "session \"" + played + "\"");
        assertElsewhere(step, id, SECOND);
        assertElsewhere(state, id, SECOND);
        step(second, played, 17);
        first.take(played, second);
        assertThat(move(first, id, "B2")).contains("The last move was black B2");
        // It is watched again, so that the session does not vanish when it moves once more.
        second.take(played, first);
        assertThat(move(first, id, "B3")).contains(SECOND);
    }

    /**
     * A server that lost its sessions, because its lease lapsed, has the games of its gateway again when it serves
     * again.
     */
    @Test
    void gateway_gameOfAServerThatWasFenced_continues() throws Exception {
        String id = gatewaySession(first);
        assertThat(move(first, id, "C3")).contains("The last move was black C3");

        PostgresCluster.execute(url, "DELETE FROM servers WHERE address = '" + FIRST + "'");

        await().forever()
                .pollInterval(Duration.ofMillis(25))
                .untilAsserted(() -> assertThat(move(first, id, "C2")).contains("The last move was white C2"));
    }

    @Test
    void gateway_sessionOfAnotherServer_isUnknown() throws Exception {
        String id = gatewaySession(first);

        HttpResponse<String> step =
                post(second, "/step", "{\"session_id\":\"" + id + "\",\"action\":{\"move\":\"C2\"}}");

        assertThat(step.statusCode()).isEqualTo(404);
        assertThat(json(step.body()).path("reason").asText()).isEqualTo("SESSION_NOT_FOUND");
    }
}
