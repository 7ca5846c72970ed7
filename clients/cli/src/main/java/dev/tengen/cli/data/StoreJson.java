package dev.tengen.cli.data;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/**
 * The JSON of the store: indented, with keys in snake_case and lines that end with a line feed. Equal values give equal
 * bytes.
 */
final class StoreJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

    private static final ObjectWriter WRITER = MAPPER.writer(
            new DefaultPrettyPrinter().withObjectIndenter(INDENTER).withArrayIndenter(INDENTER));

    private StoreJson() {}

    /** Returns {@code value} as text. */
    static String text(Record value) {
        try {
            return WRITER.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a value that JSON can hold: " + value.getClass(), e);
        }
    }

    /**
     * Returns {@code json} as a tree.
     *
     * @throws DataFileException if it is not JSON
     */
    static JsonNode tree(byte[] json) throws DataFileException {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new DataFileException("damaged: not valid JSON");
        }
    }

    /**
     * Returns {@code json} as a value of {@code type}.
     *
     * @throws DataFileException if it is none
     */
    static <T> T value(JsonNode json, Class<T> type) throws DataFileException {
        try {
            return MAPPER.treeToValue(json, type);
        } catch (JsonProcessingException e) {
            throw new DataFileException("damaged: " + e.getOriginalMessage());
        }
    }
}
