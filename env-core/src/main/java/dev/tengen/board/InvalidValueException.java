package dev.tengen.board;

/** A value outside what is allowed. The message names the field, the value and what is allowed. */
public final class InvalidValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String allowed;

    private InvalidValueException(String field, Object value, String relation, String allowed) {
        super(field + " " + value + " " + relation + " " + allowed);
        this.field = field;
        this.value = String.valueOf(value);
        this.allowed = allowed;
    }

    /** Returns the error that {@code value} is outside the range from {@code min} to {@code max}, both included. */
    public static InvalidValueException outside(String field, Object value, Object min, Object max) {
        return new InvalidValueException(field, value, "is outside", "[" + min + ", " + max + "]");
    }

    /** Returns the error that {@code value} is not what {@code allowed} says, as in "one of [a, b]". */
    public static InvalidValueException not(String field, Object value, String allowed) {
        return new InvalidValueException(field, value, "is not", allowed);
    }

    /** Returns the name of the field. */
    public String field() {
        return field;
    }

    /** Returns the value as text. */
    public String value() {
        return value;
    }

    /** Returns what is allowed, as in "[1, 25]". */
    public String allowed() {
        return allowed;
    }
}
