package dev.tengen.arena.settings;

import com.fasterxml.jackson.core.JsonToken;
import dev.tengen.board.InvalidValueException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A value of a text that people may have written, and where it stands. Whatever is asked of it that it is not becomes an {@link
 * InvalidValueException} that names the line, the field, the value and what is allowed.
 */
final class SettingNode {
    private static final int MAX_SHOWN_LENGTH = 60;

    private final String place;
    private final String path;
    private final JsonToken token;
    private final String text;
    private final Number number;
    private final Map<String, SettingNode> fields;
    private final List<SettingNode> items;

    /**
     * Makes a value.
     *
     * @param place where it stands, as in "cup.yaml, line 3: "; empty where there is no telling
     * @param path what it is, as in "players[2].rating"; empty for the whole
     * @param token what kind of value it is: the start of an object or of a list, or a plain value
     * @param text a plain value as it was written
     * @param number a number's value: a {@link BigInteger} or a double; 0 of anything else
     * @param fields what an object holds, in its order
     * @param items what a list holds
     */
    SettingNode(
            String place,
            String path,
            JsonToken token,
            String text,
            Number number,
            Map<String, SettingNode> fields,
            List<SettingNode> items) {
        this.place = place;
        this.path = path;
        this.token = token;
        this.text = text;
        this.number = number;
        this.fields = fields;
        this.items = items;
    }

    /** Returns whether it is an object. */
    boolean isObject() {
        return token == JsonToken.START_OBJECT;
    }

    /** Returns whether it is a list. */
    boolean isList() {
        return token == JsonToken.START_ARRAY;
    }

    /** Returns this, which must be an object without other keys than {@code keys}. */
    SettingNode requireKeys(String... keys) {
        List<String> known = List.of(keys);
        requireObject();
        fields.forEach((key, value) -> {
            if (!known.contains(key)) {
                String message = value.place + child(key) + " is unknown; "
                        + (path.isEmpty() ? "the keys" : path + "'s keys") + " are " + String.join(", ", known);
                throw InvalidValueException.because(message, child(key), key, "one of " + known);
            }
        });
        return this;
    }

    private void requireObject() {
        if (!isObject()) {
            throw error("keys with values");
        }
    }

    /** Returns the object's one key, which must be one of {@code keys}, as in {@code random: 2}. */
    String onlyKey(String... keys) {
        requireKeys(keys);
        if (fields.size() != 1) {
            throw error("one of " + List.of(keys));
        }
        return fields.keySet().iterator().next();
    }

    /** Returns all keys of the object, in their order. */
    List<String> keys() {
        requireObject();
        return List.copyOf(fields.keySet());
    }

    /** Returns a value of the object, if it is there. */
    Optional<SettingNode> field(String key) {
        return Optional.ofNullable(fields.get(key));
    }

    /** Returns a value that the object must have. */
    SettingNode require(String key) {
        return field(key)
                .orElseThrow(() ->
                        InvalidValueException.because(place + child(key) + " is missing", child(key), "", "a value"));
    }

    private String child(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** Returns what the list holds. */
    List<SettingNode> items() {
        if (!isList()) {
            throw error("a list");
        }
        return items;
    }

    /** Returns a plain value as it was written. */
    String text() {
        if (!token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw error("a plain value");
        }
        return text;
    }

    /** Returns an integer from {@code min} to {@code max}. */
    int integer(int min, int max) {
        return (int) whole(min, max);
    }

    /** Returns an integer from {@code min} to {@code max}. */
    long whole(long min, long max) {
        boolean isWhole = number instanceof BigInteger value
                && value.compareTo(BigInteger.valueOf(min)) >= 0
                && value.compareTo(BigInteger.valueOf(max)) <= 0;
        if (token == JsonToken.VALUE_NUMBER_INT && isWhole) {
            return number.longValue();
        }
        throw error("a whole number from " + min + " to " + max);
    }

    /** Returns a number. */
    double number() {
        if (!token.isNumeric()) {
            throw error("a number");
        }
        return number.doubleValue();
    }

    /** Returns a truth. */
    boolean truth() {
        if (!token.isBoolean()) {
            throw error("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /** Returns the value of {@code type} that is called so in lower case with hyphens. */
    <E extends Enum<E>> E choice(Class<E> type) {
        String written = text();
        List<E> choices = Arrays.asList(type.getEnumConstants());
        return choices.stream()
                .filter(value -> name(value).equals(written))
                .findFirst()
                .orElseThrow(() -> error(
                        "one of " + choices.stream().map(SettingNode::name).toList()));
    }

    /** Returns how a text calls {@code value}. */
    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns what {@code maker} makes of values that were read before; where it throws, the error tells where this stands.
     */
    <T> T make(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (InvalidValueException e) {
            String message = place + (path.isEmpty() ? "" : path + ": ") + e.getMessage();
            throw InvalidValueException.because(message, e.field(), e.value(), e.allowed());
        }
    }

    /** Returns the error that this is not what {@code allowed} says. */
    InvalidValueException error(String allowed) {
        String field = path.isEmpty() ? "the whole" : path;
        return InvalidValueException.because(
                place + field + " " + shown() + " is not " + allowed, field, shown(), allowed);
    }

    private String shown() {
        return switch (token) {
            case START_OBJECT ->
                fields.keySet().stream().map(key -> key + ": ...").collect(Collectors.joining(", ", "{", "}"));
            case START_ARRAY -> "(a list of " + items.size() + ")";
            case VALUE_NULL -> "(nothing)";
            case VALUE_STRING -> SettingText.quoted(cut(text));
            default -> cut(text);
        };
    }

    private static String cut(String text) {
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
    }
}
