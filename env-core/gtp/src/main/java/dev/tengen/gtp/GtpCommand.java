package dev.tengen.gtp;

import dev.tengen.base.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A command, which a controller sends to an engine in one line.
 *
 * @param id the number that the response repeats, 0 or more, if the command has one
 * @param name the name; empty on a line that has nothing but an id
 * @param arguments the words after the name
 */
public record GtpCommand(OptionalInt id, String name, List<String> arguments) {
    private static final char COMMENT = '#';

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if the id is negative or a word contains spaces, control characters or #
     */
    public GtpCommand {
        if (id.isPresent() && id.getAsInt() < 0) {
            throw InvalidValueException.not("id", id.getAsInt(), "0 or more");
        }
        arguments = List.copyOf(arguments);
        requireWord("name", name);
        arguments.forEach(argument -> requireWord("argument", argument));
    }

    private static void requireWord(String field, String word) {
        if (!word.equals(clean(word)) || word.contains(" ")) {
            throw InvalidValueException.not(field, "\"" + word + "\"", "a word without spaces, controls and #");
        }
    }

    /**
     * Returns a command without an id.
     *
     * @throws InvalidValueException if a word contains spaces, control characters or #
     */
    public static GtpCommand of(String name, String... arguments) {
        return new GtpCommand(OptionalInt.empty(), name, List.of(arguments));
    }

    /**
     * Returns the command on {@code line}; empty if the line contains only spaces and comments. A tab is a space, other
     * control characters are ignored, and a comment starts with "#".
     */
    public static Optional<GtpCommand> parse(String line) {
        String text = clean(line).strip();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        List<String> words = Arrays.asList(text.split(" +"));
        OptionalInt id = id(words.get(0));
        List<String> rest = words.subList(id.isPresent() ? 1 : 0, words.size());
        return Optional.of(
                rest.isEmpty()
                        ? new GtpCommand(id, "", List.of())
                        : new GtpCommand(id, rest.get(0), rest.subList(1, rest.size())));
    }

    /** Returns {@code line} without its comment and without control characters, tabs as spaces. */
    private static String clean(String line) {
        StringBuilder text = new StringBuilder(line.length());
        for (int index = 0; index < line.length() && line.charAt(index) != COMMENT; index++) {
            char character = line.charAt(index);
            if (character == '\t') {
                text.append(' ');
            } else if (!Character.isISOControl(character)) {
                text.append(character);
            }
        }
        return text.toString();
    }

    /** Returns the id that {@code word} is. A number that no int can hold is a name. */
    static OptionalInt id(String word) {
        if (!word.matches("[0-9]{1,10}")) {
            return OptionalInt.empty();
        }
        long number = Long.parseLong(word);
        return number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }

    /** Returns this command with another id. */
    public GtpCommand withId(int other) {
        return new GtpCommand(OptionalInt.of(other), name, arguments);
    }

    /** Returns the line, without its end. {@link #parse} returns an equal command for it. */
    public String line() {
        StringBuilder line = new StringBuilder();
        id.ifPresent(number -> line.append(number).append(' '));
        line.append(name);
        arguments.forEach(argument -> line.append(' ').append(argument));
        return line.toString();
    }

    /** Returns {@link #line()}. */
    @Override
    public String toString() {
        return line();
    }
}
