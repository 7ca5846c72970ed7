package dev.tengen.arena.report;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import java.util.List;

/** Encodes moves as short text that a script can decode without a library. */
final class MoveCode {
    /*
     * Two characters of the URL alphabet of Base64 are a number of 12 bits, the higher six first:
     *
     *   move               a point, or the grid's pass; plus 2048 for White
     *   1024 + count       after a move: it emptied so many points, which follow
     *
     * A game of 9x9 takes about 300 characters.
     */
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final int BASE = 64;
    private static final int CAPTURE = 1024;
    private static final int WHITE = 2048;

    private MoveCode() {}

    static String of(List<Replay.Move> moves) {
        StringBuilder text = new StringBuilder();
        for (Replay.Move move : moves) {
            append(move.move() + (move.color() == Color.WHITE ? WHITE : 0), text);
            if (!move.captured().isEmpty()) {
                append(CAPTURE + move.captured().size(), text);
                move.captured().forEach(point -> append(point, text));
            }
        }
        return text.toString();
    }

    static String of(PointSet points) {
        StringBuilder text = new StringBuilder();
        points.forEach(point -> append(point, text));
        return text.toString();
    }

    private static void append(int number, StringBuilder text) {
        assert number >= 0 && number < BASE * BASE : number;
        text.append(DIGITS.charAt(number / BASE)).append(DIGITS.charAt(number % BASE));
    }
}
