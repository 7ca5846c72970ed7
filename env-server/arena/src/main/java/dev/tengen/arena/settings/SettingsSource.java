package dev.tengen.arena.settings;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.Names;
import dev.tengen.game.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Settings as YAML or JSON text, to be bound to a record. Keys are in snake_case, enum constants in kebab-case. Every error is an
 * {@link InvalidValueException} that names the line, the key, the value and what is allowed.
 */
final class SettingsSource {
    private static final int MAX_SHOWN_LENGTH = 60;
    private static final String MAPPING = "keys with values";

    private static final JsonMapper JSON = mapper(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    private static final JsonMapper YAML = mapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    private final String name;
    private final String language;
    private final String text;
    private final JsonMapper mapper;

    /** The values of the text by path, such as "players[2].rating"; the path of the whole document is empty. */
    private final Map<String, Entry> entries = new HashMap<>();

    /** A value: its line, and the value as errors show it. */
    private record Entry(int line, String shown) {}

    private SettingsSource(String name, String language, String text, JsonMapper mapper) {
        this.name = name;
        this.language = language;
        this.text = text;
        this.mapper = mapper;
        try (JsonParser parser = mapper.createParser(text)) {
            parser.nextToken();
            index(parser, "");
            if (parser.nextToken() != null) {
                String message = line(parser) + "there is more than one " + language + " document";
                throw InvalidValueException.because(message, "settings", language, "one document");
            }
        } catch (JsonProcessingException e) {
            throw notParsed(e);
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
        return new SettingsSource("", "JSON", text, JSON);
    }

    /**
     * Returns the YAML {@code text} of the file {@code name}.
     *
     * @throws InvalidValueException if the text is not YAML
     */
    static SettingsSource yaml(String name, String text) {
        return new SettingsSource(name, "YAML", text, YAML);
    }

    /** Returns {@code value} as a tree, without null values. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // As Jackson's own method, which it forwards to.
    static <T extends JsonNode> T tree(Object value) {
        return JSON.valueToTree(value);
    }

    /** Returns {@code document} as JSON in one line, without null values. */
    static String write(Record document) {
        try {
            return JSON.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of plain values are always valid JSON", e);
        }
    }

    /** The order of the keys of rules. */
    @JsonPropertyOrder({"komi", "ko", "suicide", "scoring", "tax", "passes_to_end", "handicap_bonus"})
    private interface RulesMixIn {}

    private static JsonMapper mapper(JsonFactory factory) {
        return JsonMapper.builder(factory)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .visibility(PropertyAccessor.ALL, Visibility.NONE)
                .visibility(PropertyAccessor.FIELD, Visibility.ANY)
                .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .addMixIn(Rules.class, RulesMixIn.class)
                // Names and sizes may look like numbers or truth values.
                .withCoercionConfig(
                        LogicalType.Textual,
                        config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.TryConvert)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.TryConvert))
                .addHandler(new EnumSpellings())
                .build();
    }

    /** Returns the constants of an enum by their names in settings. */
    private static Map<String, Object> constants(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(JSON.convertValue(constant, String.class), constant);
        }
        return constants;
    }

    /** Accepts the other spellings of the constants of enums; see {@link Names}. */
    private static final class EnumSpellings extends DeserializationProblemHandler {
        @Override
        public Object handleWeirdStringValue(
                DeserializationContext context, Class<?> type, String text, String failure) {
            if (!type.isEnum()) {
                return NOT_HANDLED;
            }
            Map<String, Object> constants = constants(type);
            return Names.find(constants.keySet(), Function.identity(), text)
                    .map(constants::get)
                    .orElse(NOT_HANDLED);
        }
    }

    /** Adds the present value of {@code parser} and all values in it to the entries. */
    private void index(JsonParser parser, String path) throws IOException {
        JsonToken token = parser.currentToken();
        int line = parser.currentTokenLocation().getLineNr();
        entries.put(path, new Entry(line, "(nothing)"));
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            String alias = "*" + parser.getText();
            String message = place(path) + "references such as " + alias + " are not supported";
            throw InvalidValueException.because(message, path, alias, "the value itself");
        }
        if (token == JsonToken.START_OBJECT) {
            List<String> keys = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                keys.add(parser.currentName());
                parser.nextToken();
                index(parser, child(path, keys.get(keys.size() - 1)));
            }
            String shown = keys.stream().map(key -> key + ": ...").collect(Collectors.joining(", ", "{", "}"));
            entries.put(path, new Entry(line, shown));
        } else if (token == JsonToken.START_ARRAY) {
            int count = 0;
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                index(parser, path + "[" + count++ + "]");
            }
            entries.put(path, new Entry(line, "(a list of " + count + ")"));
        } else if (token == JsonToken.VALUE_STRING) {
            entries.put(path, new Entry(line, '"' + cut(parser.getText()) + '"'));
        } else if (token != null && token != JsonToken.VALUE_NULL) {
            entries.put(path, new Entry(line, cut(parser.getText())));
        } else if (!path.isEmpty()) {
            throw error(path, "a value; leave out the key to get the default");
        }
    }

    private static String cut(String text) {
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
    }

    private static String child(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /**
     * Returns the settings as a {@code type}.
     *
     * @throws InvalidValueException if a key is unknown or missing, or a value has the wrong type
     */
    <T> T read(Class<T> type) {
        try {
            T value = mapper.readValue(text, type);
            if (value == null) {
                throw error("", MAPPING);
            }
            return value;
        } catch (JsonMappingException e) {
            throw explain("", e);
        } catch (JsonProcessingException e) {
            throw notParsed(e);
        }
    }

    /**
     * Returns {@code node}, which is at {@code path}, as a {@code type}.
     *
     * @throws InvalidValueException if a key is unknown or missing, or a value has the wrong type
     */
    <T> T read(String path, JsonNode node, Class<T> type) {
        try {
            return mapper.treeToValue(node, type);
        } catch (JsonMappingException e) {
            throw explain(path, e);
        } catch (JsonProcessingException e) {
            throw notParsed(e);
        }
    }

    private InvalidValueException explain(String start, JsonMappingException e) {
        String path = start;
        for (JsonMappingException.Reference reference : e.getPath()) {
            path = reference.getFieldName() == null
                    ? path + "[" + reference.getIndex() + "]"
                    : child(path, reference.getFieldName());
        }
        if (e.getCause() instanceof InvalidValueException invalid) {
            return located(path, invalid);
        }
        if (e instanceof UnrecognizedPropertyException unknown) {
            String parent = path.substring(0, Math.max(0, path.lastIndexOf('.')));
            return unknown(parent, unknown.getPropertyName(), keys(unknown.getReferringClass()));
        }
        if (e.getCause() instanceof InputCoercionException overflow) {
            boolean isInt = overflow.getTargetType() == int.class;
            return error(
                    path,
                    "a whole number from " + (isInt ? Integer.MIN_VALUE : Long.MIN_VALUE) + " to "
                            + (isInt ? Integer.MAX_VALUE : Long.MAX_VALUE));
        }
        if (e instanceof MismatchedInputException mismatch) {
            String allowed = allowed(mismatch.getTargetType()) + hint(mismatch);
            return entries.containsKey(path) ? error(path, allowed) : missing(path);
        }
        String message = place(path) + path + ": " + e.getOriginalMessage();
        return InvalidValueException.because(message, path, path, "a value that can be read");
    }

    /** Returns the keys of a record, in declaration order. */
    private List<String> keys(Class<?> type) {
        List<String> keys = new ArrayList<>(type == Rules.class ? List.of("preset") : List.of());
        mapper.getDeserializationConfig()
                .introspect(mapper.constructType(type))
                .findProperties()
                .forEach(property -> keys.add(property.getName()));
        return keys;
    }

    private static String hint(MismatchedInputException e) {
        boolean isWord = e instanceof InvalidFormatException format
                && format.getValue() instanceof String
                && e.getTargetType().isEnum();
        return isWord
                ? Names.hint(
                        String.valueOf(((InvalidFormatException) e).getValue()),
                        constants(e.getTargetType()).keySet())
                : "";
    }

    private static String allowed(Class<?> type) {
        if (type.isEnum()) {
            return "one of " + constants(type).keySet();
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type == double.class || type == Double.class) {
            return "a number";
        }
        if (type == int.class || Number.class.isAssignableFrom(type)) {
            return "a whole number";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        boolean hasTextForm = Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> method.isAnnotationPresent(JsonCreator.class));
        return type == String.class ? "a plain value" : hasTextForm ? "a plain value or " + MAPPING : MAPPING;
    }

    /**
     * Returns the result of {@code factory}, which uses the value at {@code path}.
     *
     * @throws InvalidValueException if {@code factory} throws it; the message names the line and the path
     */
    <T> T at(String path, Supplier<T> factory) {
        try {
            return factory.get();
        } catch (InvalidValueException e) {
            throw located(path, e);
        }
    }

    /** Adds line and path to an error about the value at {@code path}, or about one of its fields. */
    private InvalidValueException located(String path, InvalidValueException e) {
        Entry field = entries.get(child(path, e.field()));
        boolean isOfField = field != null && field.shown().equals(e.value());
        boolean isPrefixed = path.isEmpty() || e.field().equals(path);
        String message =
                place(isOfField ? child(path, e.field()) : path) + (isPrefixed ? "" : path + ": ") + e.getMessage();
        return InvalidValueException.because(message, e.field(), e.value(), e.allowed());
    }

    /** Returns the error that the value at {@code path} is not {@code allowed}. */
    InvalidValueException error(String path, String allowed) {
        String field = path.isEmpty() ? "the document" : path;
        String shown = entries.containsKey(path) ? entries.get(path).shown() : "";
        return InvalidValueException.because(
                place(path) + field + " " + shown + " is not " + allowed, field, shown, allowed);
    }

    /** Returns the error that there is no value at {@code path}. */
    InvalidValueException missing(String path) {
        String parent = path.substring(0, Math.max(0, path.lastIndexOf('.')));
        return InvalidValueException.because(place(parent) + path + " is missing", path, "", "a value");
    }

    /** Returns the error that the mapping at {@code path} has no {@code key}, only the {@code known} ones. */
    InvalidValueException unknown(String path, String key, List<String> known) {
        String message = place(child(path, key)) + child(path, key) + " is unknown; the keys"
                + (path.isEmpty() ? "" : " of " + path) + " are " + String.join(", ", known);
        return InvalidValueException.because(message, child(path, key), key, "one of " + known);
    }

    private InvalidValueException notParsed(JsonProcessingException e) {
        String place = name.isEmpty()
                ? ""
                : name + ", line "
                        + (e.getLocation() == null ? 1 : e.getLocation().getLineNr()) + ": ";
        return InvalidValueException.because(
                place + "not valid " + language + ": " + e.getOriginalMessage(), "settings", place, language);
    }

    /** Returns where {@code path} is, as in "cup.yaml, line 3: ". The document as a whole has no line. */
    private String place(String path) {
        Entry entry = entries.get(path);
        return name.isEmpty() ? "" : name + (path.isEmpty() || entry == null ? "" : ", line " + entry.line()) + ": ";
    }

    private String line(JsonParser parser) {
        return name.isEmpty()
                ? ""
                : name + ", line " + parser.currentTokenLocation().getLineNr() + ": ";
    }
}
