package dev.tengen.arena.settings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Settings as YAML or JSON text. Every error is an {@link InvalidValueException} that names the line, the key, the
 * value and what is allowed.
 */
final class SettingsSource {
    private static final int MAX_SHOWN_LENGTH = 60;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final JsonFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String name;

    /** The values of the text by path, such as "players[2].rating"; the path of the whole document is empty. */
    private final Map<String, Value> values = new HashMap<>();

    private final Value root;

    private SettingsSource(String name, String language, JsonFactory factory, String text) {
        this.name = name;
        try (JsonParser parser = factory.createParser(text)) {
            parser.nextToken();
            root = read(parser, "");
            if (parser.nextToken() != null) {
                String message = place(line(parser)) + "there is more than one " + language + " document";
                throw InvalidValueException.because(message, "settings", language, "one document");
            }
        } catch (JsonProcessingException e) {
            String place = place(e.getLocation() == null ? 1 : e.getLocation().getLineNr());
            String message = place + "not valid " + language + ": " + e.getOriginalMessage();
            throw InvalidValueException.because(message, "settings", place, language);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text from memory failed", e);
        }
    }

    /**
     * Returns the JSON {@code text}. Errors name no lines.
     *
     * @throws InvalidValueException if the text is not JSON
     */
    static SettingsSource json(String text) {
        return new SettingsSource("", "JSON", JSON, text);
    }

    /**
     * Returns the YAML {@code text} of the file {@code name}.
     *
     * @throws InvalidValueException if the text is not YAML
     */
    static SettingsSource yaml(String name, String text) {
        return new SettingsSource(name, "YAML", YAML, text);
    }

    /** Returns the whole document. */
    Value root() {
        return root;
    }

    /** Adds line and path to an error about the value at {@code path}, or about one of its fields. */
    InvalidValueException located(String path, InvalidValueException e) {
        Optional<Value> field =
                Optional.ofNullable(values.get(child(path, e.field()))).filter(value -> value.shown.equals(e.value()));
        String place = field.or(() -> Optional.ofNullable(values.get(path)))
                .map(Value::place)
                .orElse(place(0));
        boolean isPrefixed = path.isEmpty() || e.field().equals(path);
        String message = place + (isPrefixed ? "" : path + ": ") + e.getMessage();
        return InvalidValueException.because(message, e.field(), e.value(), e.allowed());
    }

    /** Reads the present value of {@code parser} and all values in it. */
    private Value read(JsonParser parser, String path) throws IOException {
        Value value = new Value(path, parser);
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            String alias = "*" + parser.getText();
            String message = value.place() + "references such as " + alias + " are not supported";
            throw InvalidValueException.because(message, path, alias, "the value itself");
        }
        if (value.isMapping()) {
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                parser.nextToken();
                value.fields.put(key, read(parser, child(path, key)));
            }
            value.shown = value.fields.keySet().stream()
                    .map(key -> key + ": ...")
                    .collect(Collectors.joining(", ", "{", "}"));
        } else if (value.isList()) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                value.items.add(read(parser, path + "[" + value.items.size() + "]"));
            }
            value.shown = "(a list of " + value.items.size() + ")";
        } else if (value.isNothing() && !path.isEmpty()) {
            throw value.error("a value; leave out the key to get the default");
        }
        values.put(path, value);
        return value;
    }

    private static @Nullable Number number(JsonParser parser) throws IOException {
        try {
            return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                    ? parser.getBigIntegerValue()
                    : parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT) ? (Number) parser.getDoubleValue() : null;
        } catch (JsonProcessingException e) { // Such as ".nan".
            return null;
        }
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }

    private static String child(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** Returns a place in the text, as in "cup.yaml, line 3: ". The document as a whole has no line, which is 0. */
    private String place(int line) {
        return name.isEmpty() ? "" : name + (line == 0 ? "" : ", line " + line) + ": ";
    }

    /** A value of the text. */
    final class Value {
        private final String path;
        private final int line;
        private final JsonToken token;
        private final String text;
        private final @Nullable Number number;
        private final Map<String, Value> fields = new LinkedHashMap<>();
        private final List<Value> items = new ArrayList<>();
        private String shown;

        private Value(String path, JsonParser parser) throws IOException {
            this.path = path;
            line = line(parser);
            token = parser.hasCurrentToken() ? parser.currentToken() : JsonToken.VALUE_NULL;
            text = isNothing() ? "" : parser.getText();
            String cut = text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
            shown = isNothing() ? "(nothing)" : token == JsonToken.VALUE_STRING ? '"' + cut + '"' : cut;
            number = SettingsSource.number(parser);
        }

        /** Returns the place, as in "cup.yaml, line 3: ". */
        private String place() {
            return SettingsSource.this.place(path.isEmpty() ? 0 : line);
        }

        private boolean isNothing() {
            return token == JsonToken.VALUE_NULL;
        }

        /** Returns whether this is keys with values. */
        boolean isMapping() {
            return token == JsonToken.START_OBJECT;
        }

        /** Returns whether this is a list. */
        boolean isList() {
            return token == JsonToken.START_ARRAY;
        }

        /** Returns a plain value as text: names may look like numbers or truth values. */
        String text() {
            if (!token.isScalarValue() || isNothing()) {
                throw error("a plain value");
            }
            return text;
        }

        /** Returns a whole number from {@code min} to {@code max}. */
        long whole(long min, long max) {
            if (!(number instanceof BigInteger whole)) {
                throw error("a whole number");
            }
            if (whole.compareTo(BigInteger.valueOf(min)) < 0 || whole.compareTo(BigInteger.valueOf(max)) > 0) {
                throw error("a whole number from " + min + " to " + max);
            }
            return whole.longValue();
        }

        /** Returns a number. */
        double number() {
            if (number == null) {
                throw error("a number");
            }
            return number.doubleValue();
        }

        /** Returns a truth value. */
        boolean flag() {
            if (!token.isBoolean()) {
                throw error("true or false");
            }
            return token == JsonToken.VALUE_TRUE;
        }

        /** Returns the one of {@code choices} that this names, in any spelling; see {@link Names}. */
        <T> T choice(Map<String, T> choices) {
            return Optional.of(text)
                    .filter(word -> token == JsonToken.VALUE_STRING)
                    .flatMap(word -> Names.find(choices.keySet(), Function.identity(), word))
                    .map(choices::get)
                    .orElseThrow(() -> error("one of " + choices.keySet() + Names.hint(text, choices.keySet())));
        }

        /** Returns the items of a list. */
        List<Value> items() {
            if (!isList()) {
                throw error("a list");
            }
            return items;
        }

        /** Returns the values of a mapping by their keys, in order. */
        Map<String, Value> fields() {
            if (!isMapping()) {
                throw error("keys with values");
            }
            return fields;
        }

        /** Checks that this is a mapping with no keys but {@code known}, and with all that are {@code required}. */
        void requireKeys(Collection<String> known, Collection<String> required) {
            fields().forEach((key, value) -> {
                if (!known.contains(key)) {
                    String of = path.isEmpty() ? "" : " of " + path;
                    String message = value.place() + value.path + " is unknown; the keys" + of + " are "
                            + String.join(", ", known);
                    throw InvalidValueException.because(message, value.path, key, "one of " + known);
                }
            });
            required.forEach(this::require);
        }

        /** Returns the value of a key of a mapping; empty if there is none. */
        Optional<Value> get(String key) {
            return Optional.ofNullable(fields.get(key));
        }

        /** Returns the value of a key of a mapping, which must be there. */
        Value require(String key) {
            return get(key).orElseThrow(() -> InvalidValueException.because(
                    place() + child(path, key) + " is missing", child(path, key), "", "a value"));
        }

        /**
         * Returns the result of {@code factory}, which uses this value.
         *
         * @throws InvalidValueException if {@code factory} throws it; the message names the line and the path
         */
        <T> T at(Supplier<T> factory) {
            try {
                return factory.get();
            } catch (InvalidValueException e) {
                throw located(path, e);
            }
        }

        /** Returns the error that this is not {@code allowed}. */
        InvalidValueException error(String allowed) {
            String field = path.isEmpty() ? "the document" : path;
            String message = place() + field + " " + shown + " is not " + allowed;
            return InvalidValueException.because(message, field, shown, allowed);
        }
    }
}
