package dev.tengen.arena.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tengen.arena.rating.BlackAdvantage;
import dev.tengen.arena.rating.Interval;
import dev.tengen.arena.rating.Rating;
import java.io.IOException;
import java.util.Optional;

/**
 * Writes records as JSON objects. The components of a record become keys in snake_case, in declaration order.
 * Thread-safe.
 */
public final class Json {
    /** Jackson would keep the names of properties, which strangers choose, as long as the server lives. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addMixIn(Rating.class, InlineInterval.class)
            .addMixIn(BlackAdvantage.class, InlineInterval.class)
            .addModule(new SimpleModule().addSerializer(Optional.class, new OptionalSerializer()))
            .build();

    private Json() {}

    /** Writes the ends of an interval in line. */
    private record InlineInterval(
            @JsonUnwrapped(prefix = "elo_") Interval interval) {}

    /** Writes the value of an {@link Optional}; null if it is empty. */
    @SuppressWarnings("rawtypes") // The type of values is known only when they are written.
    private static final class OptionalSerializer extends JsonSerializer<Optional> {
        @Override
        public void serialize(Optional value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            if (value.isPresent()) {
                provider.defaultSerializeValue(value.get(), generator);
            } else {
                generator.writeNull();
            }
        }
    }

    /** Returns {@code value} as a tree, which the caller may change. */
    public static ObjectNode tree(Record value) {
        return MAPPER.valueToTree(value);
    }

    /** Returns a record, a list, a map or a tree as text in one line. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a value that JSON can hold: " + value.getClass(), e);
        }
    }

    /** Returns {@code json} as a tree. Text that is not exactly one JSON value becomes a text node. */
    public static JsonNode parseOrText(String json) {
        try {
            JsonNode tree = MAPPER.readTree(json);
            return tree.isMissingNode() ? TextNode.valueOf(json) : tree;
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(json);
        }
    }
}
