package dev.tengen.base;

import java.util.Collection;

/** Thrown for a value outside its allowed range. The message gives the field, the value and what is allowed. */
public final class InvalidValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String allowed;

    private InvalidValueException(String field, Object value, String allowed, String message) {
        super(message);
        this.field = field;
        this.value = String.valueOf(value);
        this.allowed = allowed;
    }

    /** Returns the exception for a {@code value} outside the range from {@code min} to {@code max}, both inclusive. */
    public static InvalidValueException outside(String field, Object value, Object min, Object max) {
        String range = "[" + min + ", " + max + "]";
        return new InvalidValueException(field, value, range, field + " " + value + " is outside " + range);
    }

    /**
     * Checks that {@code value} is in the range from {@code min} to {@code max}, both inclusive.
     *
     * @throws InvalidValueException if it is {@link #outside}
     */
    public static void requireWithin(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw outside(field, value, min, max);
        }
    }

    /**
     * Checks that {@code value} is in the range from {@code min} to {@code max}, both inclusive.
     *
     * @throws InvalidValueException if it is {@link #outside}, as NaN always is
     */
    public static void requireWithin(String field, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw outside(field, value, min, max);
        }
    }

    /** Returns the exception for a {@code value} that does not match {@code allowed}, such as "one of [a, b]". */
    public static InvalidValueException not(String field, Object value, String allowed) {
        return new InvalidValueException(field, value, allowed, field + " " + value + " is not " + allowed);
    }

    /**
     * Returns the exception for an unknown {@code name}, with the one of {@code names} that it may be a misspelling of.
     */
    public static InvalidValueException notOneOf(String field, String name, Collection<String> names) {
        return new InvalidValueException(
                field, "\"" + name + "\"", "one of " + names, field + " " + Names.notOneOf(name, names));
    }

    /** Returns an exception with its own {@code message}. */
    public static InvalidValueException because(String message, String field, Object value, String allowed) {
        return new InvalidValueException(field, value, allowed, message);
    }

    /** Returns the error that {@code value} is provided by {@code module}, which is not on the class path. */
    public static InvalidValueException needsModule(String field, Object value, String module) {
        return new InvalidValueException(
                field,
                value,
                "a value that needs no module but those on the class path",
                field + " " + value + " needs the module " + module + ", which is not on the class path");
    }

    /** Returns the name of the field. */
    public String field() {
        return field;
    }

    /** Returns the value as text. */
    public String value() {
        return value;
    }

    /** Returns the allowed values, such as "[1, 25]". */
    public String allowed() {
        return allowed;
    }
}
