package dev.tengen.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;

/** Writes one JSON object a line. */
final class JsonOutput {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonOutput() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Returns a record, list or map as a tree that can be put into an object. */
    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Returns a record as an object. */
    static ObjectNode object(Record value) {
        return (ObjectNode) tree(value);
    }

    static void print(PrintWriter out, ObjectNode object) {
        try {
            out.println(MAPPER.writeValueAsString(object));
            out.flush();
        } catch (JsonProcessingException e) {
            throw new AssertionError("a tree is always valid JSON", e);
        }
    }
}
