package dev.tengen.cli.gtp;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.gtp.GtpColor;
import dev.tengen.sgf.RecordedMove;
import java.util.ArrayList;
import java.util.List;

/** The words after the name of a command. Where they are not what is asked for, it is a syntax error. */
record GtpArguments(List<String> words) {
    private static final String INTEGER = "[0-9]{1,9}";
    private static final String NUMBER = "[-+]?[0-9]{1,9}([.][0-9]{0,9})?";

    int count() {
        return words.size();
    }

    /** Throws where there are fewer than {@code least} words or more than {@code most}. */
    GtpArguments requireCount(int least, int most) {
        if (words.size() < least || words.size() > most) {
            throw GtpFailure.syntaxError();
        }
        return this;
    }

    /** Throws where there is any word. */
    void requireNone() {
        requireCount(0, 0);
    }

    /** Returns all words as one text, as where the rest of a line is one argument. */
    String text() {
        return String.join(" ", words);
    }

    String word(int index) {
        if (index >= words.size()) {
            throw GtpFailure.syntaxError();
        }
        return words.get(index);
    }

    /** Returns a number of 0 or more. */
    int integer(int index) {
        String word = word(index);
        if (!word.matches(INTEGER)) {
            throw GtpFailure.syntaxError();
        }
        return Integer.parseInt(word);
    }

    /** Returns a komi: a multiple of one half within [-1000, 1000]. */
    double komi(int index) {
        String word = word(index);
        if (!word.matches(NUMBER) || !Rules.isKomi(Double.parseDouble(word))) {
            throw GtpFailure.syntaxError();
        }
        return Double.parseDouble(word);
    }

    int color(int index) {
        try {
            return GtpColor.parse(word(index));
        } catch (InvalidValueException e) {
            throw GtpFailure.syntaxError();
        }
    }

    /** Returns a point of {@code grid} or its pass. */
    int vertex(int index, Grid grid) {
        try {
            return grid.point(word(index));
        } catch (InvalidValueException e) {
            throw GtpFailure.syntaxError();
        }
    }

    /** Returns all words as moves: a color and a vertex each. */
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
