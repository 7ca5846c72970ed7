package dev.tengen.cli.gtp;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.gtp.GtpColor;
import dev.tengen.sgf.RecordedMove;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a command. Methods throw the failure "syntax error" if an argument is invalid. */
record GtpArguments(List<String> words) {
    private static final String INTEGER = "[0-9]{1,9}";
    private static final String DECIMAL = "[0-9]{1,9}([.][0-9]{0,9})?";
    private static final String NUMBER = "[-+]?[0-9]{1,9}([.][0-9]{0,9})?";

    int count() {
        return words.size();
    }

    /** Requires between {@code min} and {@code max} arguments. */
    GtpArguments requireCount(int min, int max) {
        if (words.size() < min || words.size() > max) {
            throw GtpFailure.syntaxError();
        }
        return this;
    }

    /** Returns all arguments as one text, for commands that take the rest of the line. */
    String text() {
        return String.join(" ", words);
    }

    String word(int index) {
        if (index >= words.size()) {
            throw GtpFailure.syntaxError();
        }
        return words.get(index);
    }

    /** Returns a number, 0 or more. */
    int integer(int index) {
        String word = word(index);
        if (!word.matches(INTEGER)) {
            throw GtpFailure.syntaxError();
        }
        return Integer.parseInt(word);
    }

    /** Returns a komi: a multiple of 0.5 within [-1000, 1000]. */
    double komi(int index) {
        String word = word(index);
        if (!word.matches(NUMBER) || !Rules.isKomi(Double.parseDouble(word))) {
            throw GtpFailure.syntaxError();
        }
        return Double.parseDouble(word);
    }

    /** Returns whether the argument is a number, 0 or more. */
    boolean isNumber(int index) {
        return word(index).matches(DECIMAL);
    }

    /** Returns a number, 0 or more, with or without decimals. */
    double number(int index) {
        if (!isNumber(index)) {
            throw GtpFailure.syntaxError();
        }
        return Double.parseDouble(word(index));
    }

    /** Returns the boolean that "true" or "false" means. */
    boolean truth(int index) {
        return switch (word(index)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw GtpFailure.syntaxError();
        };
    }

    /** Returns whether the argument is a color. */
    boolean isColor(int index) {
        try {
            GtpColor.parse(word(index));
            return true;
        } catch (InvalidValueException e) {
            return false;
        }
    }

    int color(int index) {
        try {
            return GtpColor.parse(word(index));
        } catch (InvalidValueException e) {
            throw GtpFailure.syntaxError();
        }
    }

    /** Returns a point of {@code grid} or the pass. */
    int vertex(int index, Grid grid) {
        try {
            return grid.point(word(index));
        } catch (InvalidValueException e) {
            throw GtpFailure.syntaxError();
        }
    }

    /** Returns points of {@code grid} or passes, separated by commas. */
    List<Integer> vertices(int index, Grid grid) {
        List<Integer> vertices = new ArrayList<>();
        for (String name : word(index).split(",", -1)) {
            vertices.add(new GtpArguments(List.of(name)).vertex(0, grid));
        }
        return vertices;
    }

    /** Returns all arguments as moves: pairs of a color and a vertex. */
    List<RecordedMove> moves(Grid grid) {
        if (words.size() % 2 != 0) {
            throw GtpFailure.syntaxError();
        }
        List<RecordedMove> moves = new ArrayList<>();
        for (int index = 0; index < words.size(); index += 2) {
            moves.add(new RecordedMove(color(index), vertex(index + 1, grid)));
        }
        return moves;
    }
}
