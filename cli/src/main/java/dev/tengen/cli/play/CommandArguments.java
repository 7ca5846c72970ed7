package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The words after a command, read as what they mean. Each error names the value and what is allowed. */
final class CommandArguments {
    private CommandArguments() {}

    /** Returns the name of an enum value: in lower case, with hyphens. */
    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the only word. */
    static String only(List<String> words, String what) {
        if (words.size() != 1) {
            throw InvalidValueException.not(what, "\"" + String.join(" ", words) + "\"", "one word");
        }
        return words.get(0);
    }

    /** Returns the only word if there is one. */
    static Optional<String> atMostOne(List<String> words, String what) {
        return words.isEmpty() ? Optional.empty() : Optional.of(only(words, what));
    }

    /** Returns the enum value that the only word names. */
    static <E extends Enum<E>> E value(Class<E> type, List<String> words, String what) {
        String word = only(words, what);
        return Arrays.stream(type.getEnumConstants())
                .filter(value -> of(value).equals(word))
                .findFirst()
                .orElseThrow(() -> InvalidValueException.not(
                        what,
                        "\"" + word + "\"",
                        "one of "
                                + Arrays.stream(type.getEnumConstants())
                                        .map(CommandArguments::of)
                                        .toList()));
    }

    /** Returns the point of {@code grid} that {@code word} names; the pass is none. */
    static int point(Grid grid, String word) {
        int point = grid.point(word);
        if (point == grid.pass()) {
            throw InvalidValueException.not("point", "\"" + word + "\"", "a point, as in A1");
        }
        return point;
    }

    /** Returns a player's color: black or white, or the first letter. */
    static int color(String word) {
        return switch (word) {
            case "black", "b" -> Color.BLACK;
            case "white", "w" -> Color.WHITE;
            default -> throw InvalidValueException.not("color", "\"" + word + "\"", "black or white");
        };
    }

    /** Returns a whole number from {@code min} to {@code max}. */
    static int number(String word, String what, int min, int max) {
        try {
            int number = Integer.parseInt(word);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, as a number outside is.
        }
        throw InvalidValueException.outside(what, word, min, max);
    }

    /** Returns a count of moves: the only word, or 1. */
    static int count(List<String> words) {
        return atMostOne(words, "count")
                .map(word -> number(word, "count", 1, Integer.MAX_VALUE))
                .orElse(1);
    }
}
