package dev.tengen.hostile;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Messages of the Model Context Protocol, as a client writes them. */
final class McpMessages {
    /** The path of the protocol. */
    static final String PATH = "/mcp/v1";

    private McpMessages() {}

    /**
     * Returns the first message of a client.
     *
     * @param capabilities what the client can do, a JSON object
     * @param clientName the name of the client, any text
     */
    static String initialize(String capabilities, String clientName) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                + "\"capabilities\":" + capabilities + ",\"clientInfo\":{\"name\":\""
                + new String(JsonStringEncoder.getInstance().quoteAsString(clientName)) + "\",\"version\":\"1\"}}}";
    }

    /** Returns the capabilities of a client that has {@code count} experiments, each an empty map. */
    static String experiments(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> "\"" + number + "\":{}")
                .collect(Collectors.joining(",", "{\"experimental\":{", "}}"));
    }
}
