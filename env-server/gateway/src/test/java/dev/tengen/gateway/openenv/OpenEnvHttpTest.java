package dev.tengen.gateway.openenv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.gateway.GatewaySettings;
import dev.tengen.gateway.ServedGateway;
import dev.tengen.gateway.TestSocket;
import dev.tengen.gateway.http.JsonRpcException;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.quota.QuotaKind;
import io.grpc.ManagedChannel;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The routes of OpenEnv over HTTP, JSON-RPC, and who may use them. */
class OpenEnvHttpTest {
    private static ServedGateway gateway;

    @BeforeAll
    static void start() {
        gateway = ServedGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void descriptions_haveWhatTheStandardRequires() {
        JsonNode document = ServedGateway.json(gateway.get("/openapi.json"));
        JsonNode schema = ServedGateway.json(gateway.get("/schema"));

        assertThat(ServedGateway.json(gateway.get("/health")).path("status").asText())
                .isEqualTo("healthy");
        assertThat(ServedGateway.json(gateway.get("/metadata")).path("name").asText())
                .isEqualTo("tengen");
        assertThat(document.at("/info/version").asText()).startsWith("1.");
        assertThat(document.path("paths").has("/reset")).isTrue();
        assertThat(schema.at("/action/required").toString()).isEqualTo("[\"move\"]");
        assertThat(schema.toString()).doesNotContain("$ref");
    }

    @Test
    void observation_fields_areThoseOfTheSchema() {
        JsonNode observation =
                ServedGateway.json(gateway.post("/reset", "{\"size\":5}")).path("observation");
        JsonNode schema = ServedGateway.json(gateway.get("/schema")).path("observation");

        List<String> fields = new ArrayList<>();
        observation.fieldNames().forEachRemaining(fields::add);
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        assertThat(fields).containsExactlyInAnyOrderElementsOf(required);
    }

    @Test
    void reset_withoutSession_leavesNothingOpen() {
        assertThat(gateway.post("/reset", "").statusCode()).isEqualTo(200);
        assertThat(gateway.post("/step", "{\"action\":{\"move\":\"D4\"}}").statusCode())
                .isEqualTo(200);
        assertThat(gateway.get("/state").statusCode()).isEqualTo(200);
    }

    @Test
    void step_inASession_playsOneGame() {
        String id = gateway.rpc("openenv/session/create", "{}")
                .at("/result/session_id")
                .asText();
        gateway.post("/reset", "{\"session_id\":\"" + id + "\",\"size\":5,\"color\":\"both\"}");

        gateway.post("/step", "{\"session_id\":\"" + id + "\",\"action\":{\"move\":\"A1\"},\"request_id\":\"r\"}");
        gateway.post("/step", "{\"session_id\":\"" + id + "\",\"action\":{\"move\":\"A1\"},\"request_id\":\"r\"}");
        JsonNode state = ServedGateway.json(gateway.get("/state?session_id=" + id));

        assertThat(state.at("/observation/move_number").asInt()).isEqualTo(1);
        gateway.rpc("openenv/session/close", "{\"session_id\":\"" + id + "\"}");
        assertThat(gateway.get("/state?session_id=" + id).statusCode()).isEqualTo(404);
    }

    @Test
    void body_malformed_isRefusedWithTheReason() {
        String action = "{\"action\":{\"move\":\"D4\"}}";
        assertThat(gateway.post("/step", "").statusCode()).isEqualTo(422);
        assertThat(gateway.post("/step", "[]").statusCode()).isEqualTo(422);
        assertThat(gateway.post("/step", "{\"action\":").statusCode()).isEqualTo(422);
        assertThat(gateway.post("/step", "{\"action\":{\"move\":\"" + "x".repeat(5000) + "\"}}")
                        .statusCode())
                .isEqualTo(413);
        assertThat(gateway.post("/step", "{\"action\":{\"move\":\"D4\"},\"session_id\":\"none\"}")
                        .statusCode())
                .isEqualTo(404);
        HttpResponse<String> invalid = gateway.post("/reset", "{\"size\":0}");
        assertThat(invalid.statusCode()).isEqualTo(422);
        assertThat(ServedGateway.json(invalid).at("/detail/0/loc/1").asText()).isEqualTo("size");
        assertThat(ServedGateway.json(invalid).at("/detail/0/msg").asText()).contains("[1, 25]");
        assertThat(gateway.post("/step", action).statusCode()).isEqualTo(200);
    }

    @Test
    void request_fromAnotherSite_isRefused() {
        assertThat(gateway.post("/reset", "{}", "Origin", "http://evil.example").statusCode())
                .isEqualTo(403);
        assertThatThrownBy(() -> gateway.socket("/ws", "Origin", "http://evil.example"))
                .hasStackTraceContaining("403");
    }

    @Test
    void tasks_haveSplitsThatCanBePlayed() {
        assertThat(gateway.get("/list_environments").body()).isEqualTo("[\"tengen\"]");
        assertThat(ServedGateway.json(gateway.get("/Tengen/splits"))).hasSize(7);
        int count = ServedGateway.json(gateway.post("/tengen/num_tasks", "{\"split\":\"test\"}"))
                .path("num_tasks")
                .asInt();
        JsonNode tasks = ServedGateway.json(gateway.post("/tengen/tasks", "{\"split\":\"test\"}"))
                .path("tasks");
        JsonNode range =
                ServedGateway.json(gateway.post("/tengen/task_range", "{\"split\":\"test\",\"start\":1,\"stop\":3}"));
        JsonNode task = ServedGateway.json(gateway.post("/tengen/task", "{\"split\":\"test\",\"index\":1}"))
                .path("task");

        assertThat(tasks).hasSize(count);
        assertThat(range.path("tasks").get(0)).isEqualTo(task).isEqualTo(tasks.get(1));
        assertThat(gateway.post("/reset", task.path("reset").toString()).statusCode())
                .isEqualTo(200);
        assertThat(gateway.post("/tengen/task", "{\"split\":\"test\",\"index\":" + count + "}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(gateway.post("/tengen/tasks", "{\"split\":\"none\"}").statusCode())
                .isEqualTo(422);
        assertThat(gateway.post("/chess/tasks", "{\"split\":\"test\"}").statusCode())
                .isEqualTo(404);
    }

    @Test
    void rpc_errors_haveTheirCodes() {
        assertThat(code("{")).isEqualTo(JsonRpcException.PARSE_ERROR);
        assertThat(code("{}")).isEqualTo(JsonRpcException.INVALID_REQUEST);
        assertThat(code("[]")).isEqualTo(JsonRpcException.INVALID_REQUEST);
        assertThat(code("{\"jsonrpc\":\"2.0\",\"method\":\"dance\"}")).isEqualTo(JsonRpcException.METHOD_NOT_FOUND);
        assertThat(code("{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"}")).isEqualTo(JsonRpcException.INVALID_PARAMS);
        assertThat(code("{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"fly\"}}"))
                .isEqualTo(JsonRpcException.INVALID_PARAMS);
        assertThat(code("{\"jsonrpc\":\"2.0\",\"method\":\"openenv/session/close\"}"))
                .isEqualTo(JsonRpcException.INVALID_PARAMS);
        assertThat(code("{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":[]}"))
                .isEqualTo(JsonRpcException.INVALID_PARAMS);
    }

    private static int code(String request) {
        HttpResponse<String> response = gateway.post("/mcp", request);
        assertThat(response.statusCode()).isEqualTo(200);
        return ServedGateway.json(response).at("/error/code").asInt();
    }

    @Test
    void rpc_tools_playAGame() {
        assertThat(gateway.rpc("tools/list", "{}").at("/result/tools")).hasSizeGreaterThanOrEqualTo(9);
        String id = gateway.rpc("openenv/session/create", "{}")
                .at("/result/session_id")
                .asText();

        assertThat(tool(id, "new_game", "{\"size\":5,\"color\":\"both\"}")).contains("It is your turn with Black");
        assertThat(tool(id, "play_move", "{\"move\":\"C3\"}")).contains("The last move was black C3");
        assertThat(tool(id, "why_illegal", "{\"move\":\"C3\"}")).contains("a black stone stands there");
        assertThat(tool(id, "why_illegal", "{\"move\":\"C4\"}")).isEqualTo("C4 is legal.");
        assertThat(tool(id, "legal_moves", "{}")).contains("pass").doesNotContain("C3");
        assertThat(tool(id, "score", "{}")).contains("Black has 25 points");
        assertThat(tool(id, "undo", "{}")).contains("Move 0.");
        assertThat(tool(id, "undo", "{}")).contains("no move can be taken back");
        assertThat(tool(id, "show_board", "{}")).contains("A B C D E");
        assertThat(tool(id, "explain_race", "{}")).contains("no capturing race");
        assertThat(tool(id, "new_game", "{\"size\":99}")).contains("[1, 25]");
        assertThat(tool(id, "game_record", "{}")).startsWith("(;");
        tool(id, "pass_turn", "{}");
        assertThat(tool(id, "show_board", "{}")).contains("White to move");
        assertThat(tool(id, "pass_turn", "{}"))
                .contains("The game is over (passes): W+7.5")
                .doesNotContain("to move");
        tool(id, "new_game", "{\"task\":\"race-class0\",\"seed\":1}");
        assertThat(tool(id, "explain_race", "{}")).contains("If Black moves first");
        assertThat(tool(id, "resign", "{}")).contains("The game is over (resignation)");
    }

    private static String tool(String session, String name, String arguments) {
        JsonNode answer = gateway.rpc(
                "tools/call",
                "{\"session_id\":\"" + session + "\",\"name\":\"" + name + "\",\"arguments\":" + arguments + "}");
        return answer.at("/result/content/0/text").asText();
    }

    @Test
    void mcpSocket_tools_playInItsSession() {
        try (TestSocket socket = gateway.socket("/mcp")) {
            JsonNode answer = socket.ask("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":"
                    + "{\"name\":\"play_move\",\"arguments\":{\"move\":\"D4\"}}}");

            assertThat(answer.path("id").asInt()).isEqualTo(5);
            assertThat(answer.at("/result/structuredContent/move_number").asInt())
                    .isEqualTo(2);
            assertThat(socket.ask("{").at("/error/code").asInt()).isEqualTo(JsonRpcException.PARSE_ERROR);
        }
    }

    /** Two resets at the same time once left the game of the first behind, in a session that nobody could end. */
    @Test
    void reset_atTheSameTimeInOneSession_leavesOneGame() {
        int before = gateway.server().openSessionCount();
        for (int round = 0; round < 10; round++) {
            String id = gateway.rpc("openenv/session/create", "{}")
                    .at("/result/session_id")
                    .asText();
            List<CompletableFuture<Integer>> resets = IntStream.range(0, 8)
                    .mapToObj(number -> CompletableFuture.supplyAsync(() -> gateway.post(
                                    "/reset", "{\"session_id\":\"" + id + "\",\"size\":" + (5 + number % 4) + "}")
                            .statusCode()))
                    .toList();
            assertThat(resets.stream().map(CompletableFuture::join)).allMatch(status -> status == 200 || status == 404);
            assertThat(gateway.get("/state?session_id=" + id).statusCode()).isEqualTo(200);
            assertThat(gateway.server().openSessionCount()).isEqualTo(before + 1);
            gateway.rpc("openenv/session/close", "{\"session_id\":\"" + id + "\"}");
            assertThat(gateway.server().openSessionCount()).isEqualTo(before);
        }
    }

    @Test
    void reset_whileTheSessionIsClosed_leavesNoGame() {
        int before = gateway.server().openSessionCount();
        for (int round = 0; round < 20; round++) {
            String id = gateway.rpc("openenv/session/create", "{}")
                    .at("/result/session_id")
                    .asText();
            String body = "{\"session_id\":\"" + id + "\",\"size\":7}";
            CompletableFuture<Integer> reset = CompletableFuture.supplyAsync(
                    () -> gateway.post("/reset", body).statusCode());
            gateway.rpc("openenv/session/close", "{\"session_id\":\"" + id + "\"}");
            assertThat(reset.join()).isIn(200, 404);
            assertThat(gateway.server().openSessionCount()).isEqualTo(before);
        }
    }

    @Test
    void requestsWithoutASession_thatFail_leaveNoGame() {
        int before = gateway.server().openSessionCount();

        assertThat(gateway.post("/reset", "{\"opponent\":\"nobody\"}").statusCode())
                .isEqualTo(422);
        assertThat(gateway.post("/reset", "{\"task\":\"nothing\"}").statusCode())
                .isEqualTo(422);
        assertThat(gateway.post("/step", "{\"action\":{\"move\":\"D4\",\"metadata\":{\"request_id\":\"\u00e9\"}}}")
                        .statusCode())
                .isIn(200, 422);
        gateway.rpc("tools/call", "{\"name\":\"new_game\",\"arguments\":{\"size\":99}}");
        gateway.rpc("tools/call", "{\"name\":\"play_move\",\"arguments\":{}}");

        assertThat(gateway.server().openSessionCount()).isEqualTo(before);
    }

    /** One principal once could open all sockets. */
    @Test
    void sockets_ofOnePrincipal_areAtMostHalf() {
        Map<String, Principal> principals =
                Map.of("ann-token", new Principal("ann", Role.AGENT), "bob-token", new Principal("bob", Role.AGENT));
        Authenticator authenticator =
                credentials -> credentials.bearerToken().flatMap(token -> Optional.ofNullable(principals.get(token)));
        try (ServedGateway guarded =
                ServedGateway.start(ServerConfig.DEFAULT.withAuthenticator(authenticator), new GatewaySettings(4))) {
            String[] ann = {"Authorization", "Bearer ann-token"};
            TestSocket first = guarded.socket("/ws", ann);
            TestSocket second = guarded.socket("/mcp", ann);
            first.state();
            second.ask("{");

            try (TestSocket third = guarded.socket("/ws", ann)) {
                assertThat(third.answer().at("/data/reason").asText()).isEqualTo("QUOTA_EXCEEDED");
                assertThat(third.closeStatus()).isEqualTo(1000);
            }
            try (TestSocket other = guarded.socket("/ws", "Authorization", "Bearer bob-token")) {
                assertThat(other.state().has("session_id")).isTrue();
            }
            assertThat(guarded.server().quotaRefusalCount(QuotaKind.SOCKETS)).isEqualTo(1);
            first.close();
            second.close();
            await().forever().until(() -> {
                try (TestSocket again = guarded.socket("/ws", ann)) {
                    again.send("{\"type\":\"state\"}");
                    return again.answer().path("type").asText().equals("state");
                }
            });
        }
    }

    @Test
    void request_withTooManyHeaderFields_isRefused() {
        String[] headers = IntStream.range(0, 220)
                .mapToObj(number -> number % 2 == 0 ? "X-" + number : "1")
                .toArray(String[]::new);

        assertThat(gateway.get("/metadata", headers).statusCode()).isEqualTo(431);
        assertThatThrownBy(() -> gateway.socket("/ws", headers)).hasStackTraceContaining("431");
        assertThat(gateway.get("/metadata", Arrays.copyOf(headers, 120)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void authentication_decidesWhoMayDoWhat() {
        Map<String, Principal> principals = new ConcurrentHashMap<>(Map.of(
                "ann-token", new Principal("ann", Role.AGENT),
                "bob-token", new Principal("bob", Role.AGENT),
                "sam-token", new Principal("sam", Role.SPECTATOR)));
        Authenticator authenticator =
                credentials -> credentials.bearerToken().flatMap(token -> Optional.ofNullable(principals.get(token)));
        ServerConfig config = ServerConfig.DEFAULT.withAuthenticator(authenticator);
        try (ServedGateway guarded = ServedGateway.start(config, GatewaySettings.DEFAULT)) {
            String[] ann = {"Authorization", "Bearer ann-token"};
            String[] bob = {"Authorization", "Bearer bob-token"};
            String[] sam = {"Authorization", "Bearer sam-token"};

            assertThat(guarded.get("/health").statusCode()).isEqualTo(200);
            assertThat(guarded.get("/metadata").statusCode()).isEqualTo(401);
            assertThat(guarded.post("/reset", "{}").statusCode()).isEqualTo(401);
            assertThat(guarded.post("/reset", "{}", sam).statusCode()).isEqualTo(403);
            assertThat(guarded.post("/reset", "{}", ann).statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> guarded.socket("/ws")).hasStackTraceContaining("401");
            assertThatThrownBy(() -> guarded.socket("/ws", sam)).hasStackTraceContaining("403");
            try (TestSocket socket = guarded.socket("/ws", ann)) {
                String id = socket.state().path("session_id").asText();
                assertThat(guarded.get("/state?session_id=" + id, ann).statusCode())
                        .isEqualTo(200);
                assertThat(guarded.get("/state?session_id=" + id, bob).statusCode())
                        .isEqualTo(404);

                principals.remove("ann-token");
                assertThat(TestSocket.code(socket.ask("{\"type\":\"state\"}"))).isEqualTo("SESSION_ERROR");
                assertThat(socket.closeStatus()).isEqualTo(1000);
            }
        }
    }

    @Test
    void serverInfo_withTheGateway_hasTheFeature() {
        ManagedChannel channel = gateway.channel();
        try {
            GetServerInfoResponse info = EnvironmentServiceGrpc.newBlockingStub(channel)
                    .getServerInfo(GetServerInfoRequest.getDefaultInstance());

            assertThat(info.getFeaturesList())
                    .anyMatch(feature -> feature.getName().equals("openenv")
                            && feature.getIsEnabled()
                            && feature.getHowToEnable().isEmpty());
        } finally {
            channel.shutdownNow();
        }
    }
}
