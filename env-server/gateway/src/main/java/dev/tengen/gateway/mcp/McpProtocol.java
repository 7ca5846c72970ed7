package dev.tengen.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.game.RulesPreset;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.http.JsonRpcException;
import dev.tengen.gateway.http.JsonRpcResponses;
import dev.tengen.gateway.tool.GameTool;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.gateway.tool.ToolResult;
import dev.tengen.server.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What a server of the Model Context Protocol answers: {@link GameTools}, and resources with rules and the game. It has
 * no state, and keeps nothing that a client sends: neither what it can do nor how it is called makes a difference.
 * Thread-safe.
 */
final class McpProtocol {
    /** The versions that are spoken, oldest first. */
    static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    private static final int RESOURCE_NOT_FOUND = -32002;

    private static final String INSTRUCTIONS =
            "Play the game of Go. Call new_game first, then play_move with a point such as D4 until the game is over; the"
                    + " opponent replies at once. An illegal move changes nothing, and the result says why.";

    private static final String BASICS = """
            Go is played on the points of a grid. Black moves first; players take turns placing a stone on an empty point, or pass.
            Stones of one color that touch along lines are a chain. The empty points beside a chain are its liberties. A chain without
            liberties is captured and leaves the board. A position may not be repeated as the ko rule says. Two passes in a row end
            the game. A color scores its stones and the empty points that reach only its stones; White also gets komi.
            """;

    private static final String TEXT = "text/plain";
    private static final String SGF = "application/x-go-sgf";
    private static final String RECORD = "game_record";
    private static final String BOARD = "show_board";

    private final GameTools tools;
    private final Map<String, Resource> resources = new LinkedHashMap<>();

    /** Creates the protocol. {@code tools} is what a model can do. */
    McpProtocol(GameTools tools) {
        this.tools = tools;
        for (RulesPreset preset : RulesPreset.values()) {
            String text = BASICS + "\nThe rules " + preset.presetName() + ": " + preset.summary() + "\n";
            add(new Resource(
                    "tengen://rules/" + preset.presetName(),
                    "Rules: " + preset.presetName(),
                    preset.summary(),
                    TEXT,
                    caller -> CompletableFuture.completedFuture(text)));
        }
        add(game("tengen://game/record", RECORD, "The game in progress as an SGF game record.", SGF));
        add(game("tengen://game/board", BOARD, "The board of the game in progress.", TEXT));
    }

    /** Finds who calls a tool, for which game. */
    @FunctionalInterface
    interface GameCaller {
        /**
         * Returns who calls {@code tool}.
         *
         * @throws dev.tengen.server.error.CallException if the principal may not, or there are too many sessions
         */
        GameTool.Caller caller(GameTool tool);
    }

    /** Returns the text of a resource. */
    @FunctionalInterface
    private interface ResourceText {
        CompletableFuture<String> text(GameCaller caller);
    }

    private record Resource(String uri, String name, String description, String mimeType, ResourceText text) {
        ObjectNode json() {
            return GatewayJson.object()
                    .put("uri", uri)
                    .put("name", name)
                    .put("description", description)
                    .put("mimeType", mimeType);
        }
    }

    private void add(Resource resource) {
        resources.put(resource.uri(), resource);
    }

    /** Returns a resource with the text that a tool without arguments returns. */
    private Resource game(String uri, String toolName, String description, String type) {
        GameTool tool = tools.named(toolName).orElseThrow();
        return new Resource(
                uri,
                "Game: " + toolName,
                description,
                type,
                caller -> tools.call(tool, () -> caller.caller(tool), GatewayJson.object())
                        .thenApply(ToolResult::text));
    }

    /**
     * Returns the response to {@code request}. Errors are responses too; the future never completes exceptionally.
     *
     * @param request a request
     * @param caller finds who calls a tool
     */
    CompletableFuture<ObjectNode> answer(McpMessage request, GameCaller caller) {
        JsonNode id = request.id().orElse(NullNode.instance);
        CompletableFuture<? extends JsonNode> result;
        try {
            result = result(request, caller);
        } catch (RuntimeException e) {
            result = CompletableFuture.failedFuture(e);
        }
        return result.handle((value, thrown) ->
                thrown == null ? JsonRpcResponses.success(id, value) : JsonRpcResponses.error(id, thrown));
    }

    private CompletableFuture<? extends JsonNode> result(McpMessage request, GameCaller caller) {
        ObjectNode params = request.params();
        return switch (request.method()) {
            case McpMessage.INITIALIZE -> done(initialize(params));
            case "ping" -> done(GatewayJson.object());
            case "tools/list" -> done(listTools());
            case "tools/call" -> callTool(params, caller);
            case "resources/list" -> done(listResources());
            case "resources/templates/list" -> {
                ObjectNode none = GatewayJson.object();
                none.putArray("resourceTemplates");
                yield done(none);
            }
            case "resources/read" -> readResource(params, caller);
            default ->
                throw new JsonRpcException(
                        JsonRpcException.METHOD_NOT_FOUND,
                        "Method not found: it is none of initialize, ping, tools/list, tools/call, resources/list,"
                                + " resources/templates/list and resources/read");
        };
    }

    private static CompletableFuture<ObjectNode> done(ObjectNode result) {
        return CompletableFuture.completedFuture(result);
    }

    /**
     * Returns the result of {@code initialize}: the version that the client wants if it is spoken, and the latest
     * otherwise.
     *
     * @throws JsonRpcException if a parameter is missing or of another type
     */
    static ObjectNode initialize(ObjectNode params) {
        String wanted = params.path("protocolVersion").textValue();
        if (wanted == null
                || !params.path("capabilities").isObject()
                || !params.path("clientInfo").isObject()) {
            throw invalidParams(
                    "initialize needs the text protocolVersion, and the objects capabilities and clientInfo");
        }
        ObjectNode result = GatewayJson.object()
                .put("protocolVersion", VERSIONS.contains(wanted) ? wanted : VERSIONS.get(VERSIONS.size() - 1));
        ObjectNode capabilities = result.putObject("capabilities");
        capabilities.putObject("tools").put("listChanged", false);
        capabilities.putObject("resources").put("subscribe", false).put("listChanged", false);
        result.putObject("serverInfo").put("name", "tengen").put("version", Version.current());
        return result.put("instructions", INSTRUCTIONS);
    }

    private static JsonRpcException invalidParams(String message) {
        return new JsonRpcException(JsonRpcException.INVALID_PARAMS, message);
    }

    private ObjectNode listTools() {
        ObjectNode result = GatewayJson.object();
        ArrayNode list = result.putArray("tools");
        tools.list().forEach(tool -> list.add(tool.json()));
        return result;
    }

    private CompletableFuture<JsonNode> callTool(ObjectNode params, GameCaller caller) {
        GameTool tool = Optional.ofNullable(params.path("name").textValue())
                .flatMap(tools::named)
                .orElseThrow(() -> invalidParams("Unknown tool: see tools/list"));
        JsonNode given = params.path("arguments");
        if (!given.isMissingNode() && !given.isNull() && !given.isObject()) {
            throw invalidParams("arguments must be an object");
        }
        ObjectNode arguments = given instanceof ObjectNode object ? object : GatewayJson.object();
        return tools.call(tool, () -> caller.caller(tool), arguments).thenApply(ToolResult::json);
    }

    private ObjectNode listResources() {
        ObjectNode result = GatewayJson.object();
        ArrayNode list = result.putArray("resources");
        resources.values().forEach(resource -> list.add(resource.json()));
        return result;
    }

    private CompletableFuture<JsonNode> readResource(ObjectNode params, GameCaller caller) {
        Resource resource = resources.get(params.path("uri").asText());
        if (resource == null) {
            throw new JsonRpcException(RESOURCE_NOT_FOUND, "Resource not found: see resources/list");
        }
        return resource.text().text(caller).thenApply(text -> {
            ObjectNode result = GatewayJson.object();
            result.putArray("contents")
                    .addObject()
                    .put("uri", resource.uri())
                    .put("mimeType", resource.mimeType())
                    .put("text", text);
            return result;
        });
    }
}
