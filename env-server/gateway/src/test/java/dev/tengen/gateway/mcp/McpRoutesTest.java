package dev.tengen.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.gateway.GatewaySettings;
import dev.tengen.gateway.ServedGateway;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.session.SessionLimits;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The Model Context Protocol over HTTP: its sessions, errors and rights. {@code test_mcp.py} plays with a client of
 * others.
 */
class McpRoutesTest {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

    private static final Map<String, Principal> PRINCIPALS = Map.of(
            "ann-token", new Principal("ann", Role.AGENT),
            "bob-token", new Principal("bob", Role.AGENT),
            "sam-token", new Principal("sam", Role.SPECTATOR));

    private static final Authenticator AUTHENTICATOR =
            credentials -> credentials.bearerToken().flatMap(token -> Optional.ofNullable(PRINCIPALS.get(token)));

    private static ServedGateway gateway;

    @BeforeAll
    static void start() {
        gateway = ServedGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static String session(ServedGateway server, String... headers) {
        HttpResponse<String> response = server.post(McpRoutes.PATH, INITIALIZE, headers);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    private static String tool(String name, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"" + name
                + "\",\"arguments\":" + arguments + "}}";
    }

    private static JsonNode call(String session, String name, String arguments) {
        return ServedGateway.json(gateway.post(McpRoutes.PATH, tool(name, arguments), "Mcp-Session-Id", session));
    }

    @Test
    void initialize_answer_hasVersionAndCapabilities() {
        JsonNode result =
                ServedGateway.json(gateway.post(McpRoutes.PATH, INITIALIZE)).path("result");

        assertThat(result.path("protocolVersion").asText()).isEqualTo("2025-06-18");
        assertThat(result.at("/serverInfo/name").asText()).isEqualTo("tengen");
        assertThat(result.path("capabilities").has("tools")).isTrue();
        assertThat(result.path("capabilities").has("resources")).isTrue();
    }

    @Test
    void tools_twoSessions_haveTwoGames() {
        String first = session(gateway);
        String second = session(gateway);

        call(first, "new_game", "{\"size\":5,\"color\":\"both\"}");
        JsonNode played = call(first, "play_move", "{\"move\":\"C3\"}");
        JsonNode other = call(second, "show_board", "{}");

        assertThat(played.at("/result/structuredContent/move_number").asInt()).isEqualTo(1);
        assertThat(other.at("/result/structuredContent/move_number").asInt()).isZero();
    }

    @Test
    void delete_session_endsItAndNoOther() {
        String session = session(gateway);
        String other = session(gateway);
        String show = tool("show_board", "{}");

        HttpResponse<String> ended = gateway.delete(McpRoutes.PATH, "Mcp-Session-Id", session);

        assertThat(ended.statusCode()).isEqualTo(200);
        assertThat(ended.body()).isEmpty();
        assertThat(gateway.post(McpRoutes.PATH, show, "Mcp-Session-Id", session).statusCode())
                .isEqualTo(404);
        assertThat(gateway.delete(McpRoutes.PATH, "Mcp-Session-Id", session).statusCode())
                .isEqualTo(404);
        assertThat(gateway.post(McpRoutes.PATH, show, "Mcp-Session-Id", other).statusCode())
                .isEqualTo(200);
    }

    @Test
    void tools_wrongUse_isAResultWithTheReason() {
        String session = session(gateway);

        JsonNode unknownArgument = call(session, "play_move", "{\"move\":\"D4\",\"color\":\"red\"}");
        JsonNode missing = call(session, "play_move", "{}");

        assertThat(unknownArgument.at("/result/isError").asBoolean()).isTrue();
        assertThat(unknownArgument.at("/result/content/0/text").asText()).contains("\"color\"");
        assertThat(missing.at("/result/content/0/text").asText()).contains("move");
        assertThat(call(session, "fly", "{}").at("/error/code").asInt()).isNegative();
    }

    @Test
    void requests_malformed_areRefused() {
        String session = session(gateway);

        assertThat(gateway.post(McpRoutes.PATH, "{").statusCode()).isEqualTo(400);
        assertThat(gateway.post(McpRoutes.PATH, "{}").statusCode()).isEqualTo(400);
        assertThat(gateway.post(McpRoutes.PATH, "[]").statusCode()).isEqualTo(400);
        assertThat(gateway.post(McpRoutes.PATH, tool("score", "{}")).statusCode())
                .isEqualTo(400);
        assertThat(gateway.post(McpRoutes.PATH, tool("score", "{}"), "Mcp-Session-Id", "none")
                        .statusCode())
                .isEqualTo(404);
        assertThat(gateway.post(
                                McpRoutes.PATH,
                                tool("score", "{}"),
                                "Mcp-Session-Id",
                                session,
                                "MCP-Protocol-Version",
                                "1999-01-01")
                        .statusCode())
                .isEqualTo(400);
        assertThat(gateway.get(McpRoutes.PATH).statusCode()).isEqualTo(405);
        assertThat(gateway.post(McpRoutes.PATH, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":7}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(gateway.post(McpRoutes.PATH, INITIALIZE, "Origin", "http://evil.example")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void initialize_invalidParameters_areRefusedAndLeaveNoSession() {
        int before = gateway.server().openSessionCount();

        for (String params : List.of(
                "null",
                "{}",
                "[]",
                "7",
                "{\"protocolVersion\":7,\"capabilities\":{},\"clientInfo\":{}}",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":null,\"clientInfo\":{}}",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}")) {
            HttpResponse<String> response = gateway.post(
                    McpRoutes.PATH,
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":" + params + "}");
            assertThat(response.statusCode()).as(params).isEqualTo(400);
            assertThat(response.headers().firstValue("Mcp-Session-Id")).isEmpty();
        }
        assertThat(gateway.post(McpRoutes.PATH, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}")
                        .statusCode())
                .isEqualTo(400);

        assertThat(gateway.server().openSessionCount()).isEqualTo(before);
    }

    /** The answer for the session of somebody else once had the id of its game, and another text. */
    @Test
    void session_ofAnotherPrincipal_isAnsweredAsAnUnknownOne() {
        try (ServedGateway guarded =
                ServedGateway.start(ServerConfig.DEFAULT.withAuthenticator(AUTHENTICATOR), GatewaySettings.DEFAULT)) {
            String foreign = session(guarded, "Authorization", "Bearer ann-token");
            String unknown = "0123456789abcdef0123456789abcdef";

            for (String body : List.of(
                    tool("score", "{}"),
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")) {
                HttpResponse<String> ofForeign = guarded.post(
                        McpRoutes.PATH, body, "Authorization", "Bearer bob-token", "Mcp-Session-Id", foreign);
                HttpResponse<String> ofUnknown = guarded.post(
                        McpRoutes.PATH, body, "Authorization", "Bearer bob-token", "Mcp-Session-Id", unknown);
                assertThat(ofForeign.statusCode()).isEqualTo(404);
                assertThat(ofForeign.statusCode()).isEqualTo(ofUnknown.statusCode());
                assertThat(ofForeign.body()).isEqualTo(ofUnknown.body()).doesNotContain(foreign);
            }
            // The other doors repeat the id that the caller sent, and say nothing else.
            String otherDoor = guarded.get("/state?session_id=" + foreign, "Authorization", "Bearer bob-token")
                    .body();
            assertThat(otherDoor.replace(foreign, unknown))
                    .isEqualTo(guarded.get("/state?session_id=" + unknown, "Authorization", "Bearer bob-token")
                            .body());
        }
    }

    /**
     * What a client says it can do once stayed in memory as objects, twenty times as long as the text, and was not
     * reserved.
     */
    @Test
    void initialize_largeCapabilities_reservesNoMoreThanSmallOnes() {
        StringBuilder maps = new StringBuilder();
        for (int count = 0; count < 400; count++) {
            maps.append(count == 0 ? "" : ",").append("\"").append(count).append("\":{}");
        }
        String large = INITIALIZE.replace("\"capabilities\":{}", "\"capabilities\":{\"experimental\":{" + maps + "}}");
        long before = gateway.server().reservedBytes();
        session(gateway);
        long small = gateway.server().reservedBytes() - before;

        assertThat(gateway.post(McpRoutes.PATH, large).statusCode()).isEqualTo(200);

        assertThat(gateway.server().reservedBytes() - before - small).isEqualTo(small);
    }

    @Test
    void sessions_expired_leaveRoomForNewOnes() {
        ServerConfig config = ServerConfig.DEFAULT.withSessionLimits(new SessionLimits(2, Duration.ofSeconds(2)));
        try (ServedGateway brief = ServedGateway.start(config, GatewaySettings.DEFAULT)) {
            String old = session(brief);
            // On a slow machine, the first session may expire before the third is refused.
            await().forever().until(() -> brief.post(McpRoutes.PATH, INITIALIZE).statusCode() == 429);

            await().forever().until(() -> brief.post(McpRoutes.PATH, INITIALIZE).statusCode() == 200);
            await().forever().until(() -> brief.post(McpRoutes.PATH, INITIALIZE).statusCode() == 200);
            assertThat(brief.post(McpRoutes.PATH, tool("score", "{}"), "Mcp-Session-Id", old)
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void authentication_aSessionBelongsToItsPrincipal() {
        ServerConfig config = ServerConfig.DEFAULT.withAuthenticator(AUTHENTICATOR);
        try (ServedGateway guarded = ServedGateway.start(config, GatewaySettings.DEFAULT)) {
            String session = session(guarded, "Authorization", "Bearer ann-token");

            assertThat(guarded.post(McpRoutes.PATH, INITIALIZE).statusCode()).isEqualTo(401);
            assertThat(guarded.post(McpRoutes.PATH, INITIALIZE, "Authorization", "Bearer sam-token")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(guarded.post(
                                    McpRoutes.PATH,
                                    tool("score", "{}"),
                                    "Authorization",
                                    "Bearer bob-token",
                                    "Mcp-Session-Id",
                                    session)
                            .statusCode())
                    .isEqualTo(404);
        }
    }
}
