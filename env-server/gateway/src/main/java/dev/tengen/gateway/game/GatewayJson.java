package dev.tengen.gateway.game;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reads JSON from strangers, and writes records with their components in snake_case. Thread-safe. */
public final class GatewayJson {
    private static final int MAX_DEPTH = 20;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Jackson would keep the names of properties, which strangers choose, as long as the server lives. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private GatewayJson() {}

    /** Returns the value that {@code text} is; empty if it is no JSON. */
    public static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(MAPPER.readTree(text)).filter(value -> !value.isMissingNode());
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Returns the value that the bytes are; empty if they are no JSON in UTF-8. */
    public static Optional<JsonNode> parse(byte[] bytes) {
        try {
            // Jackson itself would replace bytes that are no UTF-8.
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return parse(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Returns an empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Returns {@code value} as an object. */
    public static ObjectNode tree(Record value) {
        return MAPPER.valueToTree(value);
    }

    /** Returns {@code values} as an array. */
    public static ArrayNode tree(List<?> values) {
        return MAPPER.valueToTree(values);
    }

    /** Returns {@code value} as text in one line. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JacksonException e) {
            throw new IllegalStateException("records and trees can be written", e);
        }
    }
}
