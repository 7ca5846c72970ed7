package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.Names;
import dev.tengen.server.error.CallException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads the fields of a JSON object. A field with the value null counts as missing. Not thread-safe. */
public final class JsonFields {
    private final ObjectNode object;

    /** Creates a reader of {@code object}. */
    public JsonFields(ObjectNode object) {
        this.object = object;
    }

    public ObjectNode object() {
        return object;
    }

    /**
     * Requires that the object has no other fields.
     *
     * @throws CallException if it has one
     */
    public void requireOnly(Set<String> names) {
        for (String name : (Iterable<String>) object::fieldNames) {
            if (!names.contains(name)) {
                throw CallException.invalid(
                        "field", "\"" + CallException.shown(name) + "\"", "one of " + new TreeSet<>(names));
            }
        }
    }

    private Optional<JsonNode> value(String name) {
        return Optional.ofNullable(object.get(name)).filter(value -> !value.isNull());
    }

    /**
     * Returns a text.
     *
     * @throws CallException if the field is not a text, or is longer than {@code maxLength}
     */
    public Optional<String> text(String name, int maxLength) {
        return value(name).map(value -> {
            if (!value.isTextual() || value.textValue().length() > maxLength) {
                throw invalid(name, value, "a text of at most " + maxLength + " characters");
            }
            return value.textValue();
        });
    }

    /**
     * Returns a text that must be there.
     *
     * @throws CallException if the field is missing, not a text, or longer than {@code maxLength}
     */
    public String requiredText(String name, int maxLength) {
        return text(name, maxLength).orElseThrow(() -> CallException.invalid(name, "missing", "a text"));
    }

    /**
     * Returns a list of texts.
     *
     * @throws CallException if the field is not a list, has more than {@code maxCount} elements, or one of them is not
     *     a text of at most {@code maxLength} characters
     */
    public Optional<List<String>> texts(String name, int maxCount, int maxLength) {
        return value(name).map(value -> {
            List<String> texts = new ArrayList<>();
            value.forEach(element -> texts.add(element.textValue()));
            boolean isValid = value.isArray()
                    && texts.size() <= maxCount
                    && texts.stream().allMatch(text -> text != null && text.length() <= maxLength);
            if (!isValid) {
                throw invalid(
                        name, value, "at most " + maxCount + " texts of at most " + maxLength + " characters each");
            }
            return texts;
        });
    }

    /**
     * Returns an object.
     *
     * @throws CallException if the field is not an object
     */
    public Optional<ObjectNode> object(String name) {
        return value(name).map(value -> {
            if (value instanceof ObjectNode fields) {
                return fields;
            }
            throw invalid(name, value, "an object");
        });
    }

    /**
     * Returns an object that must be there.
     *
     * @throws CallException if the field is missing or not an object
     */
    public ObjectNode requiredObject(String name) {
        return object(name).orElseThrow(() -> CallException.invalid(name, "missing", "an object"));
    }

    /**
     * Returns a whole number.
     *
     * @throws CallException if the field is not one, or out of range
     */
    public OptionalInt integer(String name, int min, int max) {
        OptionalLong value = wholeNumber(name, min, max);
        return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }

    /**
     * Returns a whole number of 64 bits.
     *
     * @throws CallException if the field is not one, or out of range
     */
    public OptionalLong wholeNumber(String name, long min, long max) {
        Optional<JsonNode> value = value(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        JsonNode number = value.get();
        boolean isWhole = number.isIntegralNumber() && number.canConvertToLong();
        if (!isWhole || number.longValue() < min || number.longValue() > max) {
            throw invalid(name, number, "a whole number within [" + min + ", " + max + "]");
        }
        return OptionalLong.of(number.longValue());
    }

    /**
     * Returns a number.
     *
     * @throws CallException if the field is not a number
     */
    public OptionalDouble number(String name) {
        Optional<JsonNode> value = value(name);
        if (value.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (!value.get().isNumber()) {
            throw invalid(name, value.get(), "a number");
        }
        return OptionalDouble.of(value.get().doubleValue());
    }

    /**
     * Returns a flag, false if it is missing.
     *
     * @throws CallException if the field is not a flag
     */
    public boolean flag(String name) {
        Optional<JsonNode> value = value(name);
        if (value.isPresent() && !value.get().isBoolean()) {
            throw invalid(name, value.get(), "true or false");
        }
        return value.isPresent() && value.get().booleanValue();
    }

    /**
     * Returns one of {@code values}, by the text that {@code text} returns, in the spellings of {@link Names}.
     *
     * @throws CallException if the field is none of them
     */
    public <T> Optional<T> choice(String name, T[] values, Function<T, String> text) {
        List<String> texts = Stream.of(values).map(text).toList();
        return value(name)
                .map(value -> Optional.of(value)
                        .filter(JsonNode::isTextual)
                        .flatMap(given -> Names.find(List.of(values), text, given.textValue()))
                        .orElseThrow(
                                () -> invalid(name, value, "one of " + texts + Names.hint(value.asText(), texts))));
    }

    private static CallException invalid(String name, JsonNode value, String allowed) {
        return CallException.invalid(name, CallException.shown(value.toString()), allowed);
    }
}
