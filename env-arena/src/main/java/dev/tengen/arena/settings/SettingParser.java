package dev.tengen.arena.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.tengen.board.InvalidValueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads YAML and JSON into {@link SettingNode}s, which know their lines. */
final class SettingParser {
    /** What is written twice is an error, not the later of the two. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final YAMLFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String source;
    private final JsonParser parser;

    private SettingParser(String source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    /** Returns what {@code text} says. Throws {@link InvalidValueException} where it is no JSON. */
    static SettingNode json(String text) {
        return parse("", "JSON", text, JSON);
    }

    /** Returns what {@code text}, from a file called {@code source}, says. Throws {@link InvalidValueException} where it is no YAML. */
    static SettingNode yaml(String source, String text) {
        return parse(source, "YAML", text, YAML);
    }

    private static SettingNode parse(String source, String language, String text, JsonFactory factory) {
        try (JsonParser parser = factory.createParser(text)) {
            SettingParser reader = new SettingParser(source, parser);
            parser.nextToken();
            SettingNode whole = reader.value("");
            JsonToken rest = parser.nextToken();
            if (rest != null) {
                throw InvalidValueException.because(
                        reader.place() + "there is more than one " + language + " document",
                        "settings",
                        rest,
                        "one document");
            }
            return whole;
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            String place = source.isEmpty() ? "" : source + ", line " + line + ": ";
            throw InvalidValueException.because(
                    place + "no " + language + ": " + e.getOriginalMessage(), "settings", place, language);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text from memory failed", e);
        }
    }

    /** Returns the value at which the parser stands, and leaves it at its last token. */
    private SettingNode value(String path) throws IOException {
        // No line for the whole: what is wrong with it as a whole stands anywhere.
        String place = path.isEmpty() && !source.isEmpty() ? source + ": " : place();
        JsonToken token = parser.currentToken();
        if (token == null) {
            return new SettingNode(place, path, JsonToken.VALUE_NULL, "", 0, Map.of(), List.of());
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw InvalidValueException.because(
                    place + "references to other places, as *" + parser.getText() + ", are not read",
                    path,
                    "*" + parser.getText(),
                    "the value itself");
        }
        Map<String, SettingNode> fields = new LinkedHashMap<>();
        List<SettingNode> items = new ArrayList<>();
        String text = token.isScalarValue() ? parser.getText() : "";
        Number number = number(token);
        if (token == JsonToken.START_OBJECT) {
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                parser.nextToken();
                fields.put(key, value(path.isEmpty() ? key : path + "." + key));
            }
        } else if (token == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(path + "[" + items.size() + "]"));
            }
        }
        return new SettingNode(place, path, token, text, number, fields, items);
    }

    private Number number(JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            default -> 0;
        };
    }

    private String place() {
        return source.isEmpty()
                ? ""
                : source + ", line " + parser.currentTokenLocation().getLineNr() + ": ";
    }
}
