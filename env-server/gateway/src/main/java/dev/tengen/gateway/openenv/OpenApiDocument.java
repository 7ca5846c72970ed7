package dev.tengen.gateway.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.GatewayJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * The description of the routes, and the JSON schemas of actions, observations and states in it.
 *
 * @param json the document, which must not be changed
 */
record OpenApiDocument(ObjectNode json) {
    private static final String REFERENCE = "#/components/schemas/";

    /** Returns the document, which is a resource. */
    static OpenApiDocument read() {
        try (InputStream resource = OpenApiDocument.class.getResourceAsStream("openapi.json")) {
            byte[] bytes = Objects.requireNonNull(resource).readAllBytes();
            return new OpenApiDocument((ObjectNode) GatewayJson.parse(bytes).orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the schemas of {@code /schema}. They refer to nothing outside of them. */
    ObjectNode schemas() {
        ObjectNode schemas = GatewayJson.object();
        schemas.set("action", schema("Action"));
        schemas.set("observation", schema("Observation"));
        schemas.set("state", schema("State"));
        return schemas;
    }

    private ObjectNode schema(String name) {
        return (ObjectNode) resolved(json.at("/components/schemas/" + name));
    }

    /** Returns {@code node} with every reference replaced by what it refers to. */
    private JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asText();
        if (!reference.isEmpty()) {
            return resolved(json.at("/components/schemas/" + reference.substring(REFERENCE.length())));
        }
        JsonNode copy = node.deepCopy();
        if (copy instanceof ObjectNode object) {
            object.properties().forEach(entry -> entry.setValue(resolved(entry.getValue())));
        } else if (copy.isArray()) {
            for (int index = 0; index < copy.size(); index++) {
                ((ArrayNode) copy).set(index, resolved(copy.get(index)));
            }
        }
        return copy;
    }
}
