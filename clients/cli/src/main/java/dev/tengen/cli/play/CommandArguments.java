package dev.tengen.cli.play;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.option.EnumNames;
import java.util.List;
import java.util.Optional;

/** Parses the arguments of commands. Each error has the value and what is allowed. */
final class CommandArguments {
    private CommandArguments() {}

    /** Returns the only argument. */
    static String only(List<String> arguments, String what) {
        if (arguments.size() != 1) {
            throw InvalidValueException.not(what, "\"" + String.join(" ", arguments) + "\"", "one word");
        }
        return arguments.get(0);
    }

    /** Returns the only argument, if there is one. */
    static Optional<String> atMostOne(List<String> arguments, String what) {
        return arguments.isEmpty() ? Optional.empty() : Optional.of(only(arguments, what));
    }

    /** Returns the enum value that the only argument names. */
    static <E extends Enum<E>> E value(Class<E> type, List<String> arguments, String what) {
        String word = only(arguments, what);
        List<E> values = List.of(type.getEnumConstants());
        return Names.find(values, EnumNames::of, word)
                .orElseThrow(() -> InvalidValueException.notOneOf(
                        what, word, values.stream().map(EnumNames::of).toList()));
    }

    /** Returns the point of {@code grid} that {@code word} names. The pass is not a point. */
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
            // Reported below, like a number out of range.
        }
        throw InvalidValueException.outside(what, word, min, max);
    }

    /** Returns a number of moves: the only argument, or 1. */
    static int count(List<String> arguments) {
        return atMostOne(arguments, "count")
                .map(word -> number(word, "count", 1, Integer.MAX_VALUE))
                .orElse(1);
    }
}
