package dev.tengen.arena.store;

import dev.tengen.board.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/** What both databases give back as it was. */
final class StoredText {
    /** The longest name in characters; names are keys. */
    static final int MAX_NAME_LENGTH = 200;

    private StoredText() {}

    /** Returns {@code name}, which names something. */
    static String requireName(String field, String name) {
        if (name.isBlank()) {
            throw InvalidValueException.not(field, quoted(name), "a name");
        }
        if (name.length() > MAX_NAME_LENGTH) {
            throw InvalidValueException.outside(field + " length", name.length(), 1, MAX_NAME_LENGTH);
        }
        return require(field, name);
    }

    /** Returns {@code text}, which has neither a null character nor half of a surrogate pair. */
    static String require(String field, String text) {
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw InvalidValueException.not(
                    field, "with a null character at " + nul, "text that every database can store");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw InvalidValueException.not(
                    field, "with half of a surrogate pair", "text that every database can store");
        }
        return text;
    }

    /** Returns {@code time}, cut to milliseconds. */
    static Instant require(String field, Instant time) {
        try {
            return Instant.ofEpochMilli(time.toEpochMilli());
        } catch (ArithmeticException | DateTimeException e) {
            throw InvalidValueException.outside(
                    field, time, Instant.ofEpochMilli(Long.MIN_VALUE), Instant.ofEpochMilli(Long.MAX_VALUE));
        }
    }

    static String quoted(String text) {
        return '"' + text + '"';
    }
}
