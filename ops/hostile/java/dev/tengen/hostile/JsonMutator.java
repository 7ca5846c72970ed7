package dev.tengen.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Breaks JSON texts: values of another type or out of range, hostile texts, missing and unknown fields, changed
 * characters.
 */
final class JsonMutator {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_DEPTH = 400;

    private final Random random;

    JsonMutator(Random random) {
        this.random = random;
    }

    /** Returns {@code json} with a few values replaced, or with a few characters replaced. */
    String mutated(String json) {
        try {
            JsonNode tree = MAPPER.readTree(json);
            for (int count = 1 + random.nextInt(2); count > 0 && tree instanceof ContainerNode<?>; count--) {
                replaceOne(tree);
            }
            String text = MAPPER.writeValueAsString(tree);
            return random.nextInt(5) == 0 ? withWrongCharacter(text) : text;
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private void replaceOne(JsonNode tree) {
        List<JsonNode> places = new ArrayList<>();
        collect(tree, places);
        JsonNode place = places.get(random.nextInt(places.size()));
        if (place instanceof ArrayNode array) {
            array.insert(random.nextInt(array.size() + 1), value());
        } else if (place instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            int choice = random.nextInt(names.size() + 1);
            if (choice == names.size()) {
                object.set(random.nextBoolean() ? "unknown" : HostileText.any(random), value());
            } else if (random.nextInt(4) == 0) {
                object.remove(names.get(choice));
            } else {
                object.set(names.get(choice), value());
            }
        }
    }

    private static void collect(JsonNode node, List<JsonNode> places) {
        if (node.isContainerNode()) {
            places.add(node);
            node.forEach(child -> collect(child, places));
        }
    }

    private JsonNode value() {
        return switch (random.nextInt(10)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(random.nextLong());
            case 2 -> NODES.numberNode(-1 - random.nextInt(3));
            case 3 -> NODES.numberNode(1e308 * random.nextDouble());
            case 4 -> NODES.booleanNode(random.nextBoolean());
            case 5 -> NODES.arrayNode().add(1).addNull();
            case 6 -> NODES.objectNode().put("a", 1);
            case 7 -> nested();
            default -> NODES.textNode(HostileText.any(random));
        };
    }

    private JsonNode nested() {
        JsonNode node = NODES.arrayNode();
        for (int depth = random.nextInt(MAX_DEPTH); depth > 0; depth--) {
            node = NODES.arrayNode().add(node);
        }
        return node;
    }

    private String withWrongCharacter(String text) {
        int at = random.nextInt(text.length());
        return text.substring(0, at) + "{[\",:\u0000\\".charAt(random.nextInt(7)) + text.substring(at + 1);
    }
}
