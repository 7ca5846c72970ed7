package dev.tengen.gateway.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.game.RulesPreset;
import dev.tengen.gateway.tool.GameTool;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.gateway.tool.ToolResult;
import dev.tengen.server.Version;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServer.AsyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Offers {@link GameTools} and resources to a server of the SDK. Thread-safe. */
final class McpGames {
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

    private final McpJsonMapper json;
    private final GameTools tools;
    private final Function<McpAsyncServerExchange, GameCaller> callers;

    /**
     * Creates the games.
     *
     * @param json reads and writes messages
     * @param tools what a model can do
     * @param callers returns who makes a call
     */
    McpGames(McpJsonMapper json, GameTools tools, Function<McpAsyncServerExchange, GameCaller> callers) {
        this.json = json;
        this.tools = tools;
        this.callers = callers;
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

    /** The tools check their arguments themselves, with messages for models. */
    private static final class NoValidator implements JsonSchemaValidator {
        @Override
        public ValidationResponse validate(Map<String, Object> schema, Object content) {
            return ValidationResponse.asValid("");
        }
    }

    /** Starts the server that {@code specification} is for. */
    McpAsyncServer start(AsyncSpecification<?> specification) {
        return specification
                .serverInfo("tengen", Version.current())
                .instructions(INSTRUCTIONS)
                .capabilities(ServerCapabilities.builder()
                        .tools(false)
                        .resources(false, false)
                        .build())
                .jsonMapper(json)
                .jsonSchemaValidator(new NoValidator())
                .validateToolInputs(false)
                .tools(tools.list().stream().map(this::tool).toList())
                .resources(resources())
                .build();
    }

    private AsyncToolSpecification tool(GameTool tool) {
        Tool described = Tool.builder(tool.name(), map(tool.inputSchema()))
                .description(tool.description())
                .build();
        return new AsyncToolSpecification(
                described,
                (exchange, request) -> mono(() -> call(exchange, tool, request).thenApply(this::result)));
    }

    @SuppressWarnings("unchecked") // The keys of a JSON object are texts.
    private Map<String, Object> map(ObjectNode object) {
        return json.convertValue(object, Map.class);
    }

    private CallToolResult result(ToolResult result) {
        CallToolResult.Builder builder = CallToolResult.builder(
                List.of(TextContent.builder(result.text()).build()));
        if (!result.structured().isEmpty()) {
            builder.structuredContent(map(result.structured()));
        }
        return builder.isError(result.isError()).build();
    }

    private CompletableFuture<ToolResult> call(
            McpAsyncServerExchange exchange, GameTool tool, CallToolRequest request) {
        ObjectNode arguments = Optional.ofNullable(request.arguments())
                .map(given -> json.convertValue(given, ObjectNode.class))
                .orElseGet(() -> json.convertValue(Map.of(), ObjectNode.class));
        return call(exchange, tool, arguments);
    }

    private CompletableFuture<ToolResult> call(McpAsyncServerExchange exchange, GameTool tool, ObjectNode arguments) {
        GameCaller caller = callers.apply(exchange);
        return tools.call(tool, () -> caller.caller(tool), arguments);
    }

    private static <T> Mono<T> mono(Supplier<CompletableFuture<T>> work) {
        return Mono.fromFuture(work);
    }

    private List<AsyncResourceSpecification> resources() {
        List<AsyncResourceSpecification> resources = new ArrayList<>();
        for (RulesPreset preset : RulesPreset.values()) {
            String uri = "tengen://rules/" + preset.presetName();
            String text = BASICS + "\nThe rules " + preset.presetName() + ": " + preset.summary() + "\n";
            resources.add(resource(
                    uri,
                    "Rules: " + preset.presetName(),
                    preset.summary(),
                    TEXT,
                    exchange -> CompletableFuture.completedFuture(text)));
        }
        resources.add(game("tengen://game/record", RECORD, "The game in progress as an SGF game record.", SGF));
        resources.add(game("tengen://game/board", BOARD, "The board of the game in progress.", TEXT));
        return resources;
    }

    /** Returns a resource with the text that a tool without arguments returns. */
    private AsyncResourceSpecification game(String uri, String toolName, String description, String type) {
        GameTool tool = tools.named(toolName).orElseThrow();
        return resource(
                uri,
                "Game: " + toolName,
                description,
                type,
                exchange -> call(exchange, tool, json.convertValue(Map.of(), ObjectNode.class))
                        .thenApply(ToolResult::text));
    }

    private static AsyncResourceSpecification resource(
            String uri,
            String name,
            String description,
            String type,
            Function<McpAsyncServerExchange, CompletableFuture<String>> text) {
        Resource resource = Resource.builder(uri, name)
                .description(description)
                .mimeType(type)
                .build();
        return new AsyncResourceSpecification(
                resource,
                (exchange, request) -> mono(() -> text.apply(exchange)
                        .thenApply(
                                content -> ReadResourceResult.builder(List.of(TextResourceContents.builder(uri, content)
                                                .mimeType(type)
                                                .build()))
                                        .build())));
    }
}
