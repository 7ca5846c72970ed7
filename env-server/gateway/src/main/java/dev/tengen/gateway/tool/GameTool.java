package dev.tengen.gateway.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.JsonFields;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A tool.
 *
 * @param name the name
 * @param description what it does and when to use it, for a model
 * @param arguments the arguments
 * @param rpc the full name of the RPC that does the same, whose row in the table of rights decides who may call it
 * @param action what it does
 */
public record GameTool(String name, String description, List<Argument> arguments, String rpc, Action action) {
    /** Keeps a copy of the arguments. */
    public GameTool {
        arguments = List.copyOf(arguments);
    }

    /**
     * An argument.
     *
     * @param name the name
     * @param schema its JSON schema, with a description
     * @param isRequired whether it must be given
     */
    public record Argument(String name, ObjectNode schema, boolean isRequired) {
        /** Returns an argument of a JSON type. */
        static Argument of(String name, String type, String description, boolean isRequired) {
            ObjectNode schema = GatewayJson.object().put("type", type).put("description", description);
            return new Argument(name, schema, isRequired);
        }

        /** Returns an optional argument with one of several values. */
        static Argument choice(String name, List<String> values, String description) {
            ObjectNode schema = GatewayJson.object().put("type", "string").put("description", description);
            ArrayNode choices = schema.putArray("enum");
            values.forEach(choices::add);
            return new Argument(name, schema, false);
        }

        /** Returns an optional whole number within bounds. */
        static Argument integer(String name, int min, int max, String description) {
            ObjectNode schema = GatewayJson.object().put("type", "integer").put("description", description);
            return new Argument(name, schema.put("minimum", min).put("maximum", max), false);
        }
    }

    /**
     * Who calls a tool, and for which game.
     *
     * @param principal the principal
     * @param session returns the session, which is opened when it is first needed
     * @param call the token of the call
     */
    public record Caller(Principal principal, Supplier<GatewaySession> session, CallToken call) {}

    /** What a tool does. */
    @FunctionalInterface
    public interface Action {
        /**
         * Returns the result. Errors of the call complete the future exceptionally, or are thrown.
         *
         * @param caller who calls
         * @param fields the arguments, which are known to have no other names
         */
        CompletableFuture<ToolResult> call(Caller caller, JsonFields fields);
    }

    /** Returns the JSON schema of the arguments. */
    public ObjectNode inputSchema() {
        ObjectNode schema = GatewayJson.object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (Argument argument : arguments) {
            properties.set(argument.name(), argument.schema().deepCopy());
            if (argument.isRequired()) {
                required.add(argument.name());
            }
        }
        return schema.put("additionalProperties", false);
    }

    /** Returns the tool as lists of tools describe it. */
    public ObjectNode json() {
        ObjectNode tool = GatewayJson.object().put("name", name).put("description", description);
        tool.set("inputSchema", inputSchema());
        return tool;
    }

    /** Returns the names of the arguments. */
    private Set<String> names() {
        return arguments.stream().map(Argument::name).collect(Collectors.toSet());
    }

    /** Returns the result of a call. Errors complete the future exceptionally. */
    CompletableFuture<ToolResult> call(Caller caller, ObjectNode given) {
        try {
            JsonFields fields = new JsonFields(given);
            fields.requireOnly(names());
            return action.call(caller, fields);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
