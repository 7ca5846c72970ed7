package dev.tengen.gateway.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;

/**
 * What a tool returns.
 *
 * @param text the result in words, which a model reads
 * @param structured the result for programs; empty if the text says all
 * @param isError whether the tool could not do what it was asked
 */
public record ToolResult(String text, ObjectNode structured, boolean isError) {
    /** Returns a result with nothing but a text. */
    public static ToolResult of(String text) {
        return new ToolResult(text, GatewayJson.object(), false);
    }

    /** Returns a result for a model and for programs. */
    public static ToolResult of(String text, Record structured) {
        return new ToolResult(text, GatewayJson.tree(structured), false);
    }

    /** Returns the error that {@code message} explains. */
    public static ToolResult error(String message) {
        return new ToolResult(message, GatewayJson.object(), true);
    }

    /** Returns the result as MCP has it: {@code content}, {@code structuredContent} and {@code isError}. */
    public ObjectNode json() {
        ObjectNode result = GatewayJson.object();
        ArrayNode content = result.putArray("content");
        content.addObject().put("type", "text").put("text", text);
        if (!structured.isEmpty()) {
            result.set("structuredContent", structured);
        }
        return result.put("isError", isError);
    }
}
