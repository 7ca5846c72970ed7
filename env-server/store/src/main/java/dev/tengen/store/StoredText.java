package dev.tengen.store;

import dev.tengen.base.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/** Text that both databases return unchanged. */
public final class StoredText {
    /** The maximum length of names, which are keys. */
    public static final int MAX_NAME_LENGTH = 200;

    private static final int REPLACEMENT = 0xFFFD;

    private StoredText() {}

    /**
     * Returns {@code name}.
     *
     * @throws InvalidValueException if it is blank, too long, or cannot be stored
     */
    public static String requireName(String field, String name) {
        if (name.isBlank()) {
            throw InvalidValueException.not(field, quoted(name), "a name");
        }
        InvalidValueException.requireWithin(field + " length", name.length(), 1, MAX_NAME_LENGTH);
        return require(field, name);
    }

    /** Returns {@code text} with the replacement character for each null character and unpaired surrogate. */
    public static String replaceUnstorable(String text) {
        return text.codePoints()
                .map(point -> point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)
                        ? REPLACEMENT
                        : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /**
     * Returns {@code text}.
     *
     * @throws InvalidValueException if it contains a null character or an unpaired surrogate
     */
    public static String require(String field, String text) {
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw InvalidValueException.not(
                    field, "with a null character at " + nul, "text that every database can store");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw InvalidValueException.not(field, "with an unpaired surrogate", "text that every database can store");
        }
        return text;
    }

    /**
     * Returns {@code time}, truncated to milliseconds.
     *
     * @throws InvalidValueException if it is out of the range of milliseconds
     */
    public static Instant require(String field, Instant time) {
        try {
            return Instant.ofEpochMilli(time.toEpochMilli());
        } catch (ArithmeticException | DateTimeException e) {
            throw InvalidValueException.outside(
                    field, time, Instant.ofEpochMilli(Long.MIN_VALUE), Instant.ofEpochMilli(Long.MAX_VALUE));
        }
    }

    /** Returns {@code text} in quotation marks, for messages. */
    public static String quoted(String text) {
        return '"' + text + '"';
    }
}
