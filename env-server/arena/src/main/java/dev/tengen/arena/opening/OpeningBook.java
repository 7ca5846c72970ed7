package dev.tengen.arena.opening;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedMove;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfGame;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A book of openings as text, one opening a line: the moves from the empty board, Black's first, such as "C3 D5 pass".
 * Text after "#" is a comment. Lines without moves hold no opening.
 *
 * @param lines the lines, 1 to 10,000, at least one with an opening
 * @param length the maximum number of moves of an opening, 1 to 1,000; a longer line gives its first moves
 */
public record OpeningBook(List<String> lines, int length) {
    /** The maximum number of lines. */
    public static final int MAX_LINE_COUNT = 10_000;

    /** The maximum number of moves of an opening. */
    public static final int MAX_LENGTH = 1000;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /**
     * Creates a book. Copies the list.
     *
     * @throws InvalidValueException if a number is out of range, or there is no opening
     */
    public OpeningBook {
        lines = List.copyOf(lines);
        InvalidValueException.requireWithin("lines", lines.size(), 1, MAX_LINE_COUNT);
        InvalidValueException.requireWithin("move_count", length, 1, MAX_LENGTH);
        if (lines.stream().allMatch(line -> moves(line).isEmpty())) {
            throw InvalidValueException.because("the book has no opening", "lines", lines.size(), "a line with moves");
        }
    }

    /**
     * Returns the book of an SGF collection. Each game is a line: the first {@code length} moves of its main line.
     *
     * @throws InvalidValueException if a game is on another board, has a set-up position or moves out of turn; the
     *     message has the number of the game
     */
    public static OpeningBook ofSgf(byte[] sgf, Grid grid, int length) {
        InvalidValueException.requireWithin("move_count", length, 1, MAX_LENGTH);
        List<String> lines = new ArrayList<>();
        try {
            for (SgfGame game : SgfCollection.parse(sgf).games()) {
                int number = lines.size() + 1;
                lines.add(line(number, GameRecord.parse(game.toSgf()), grid, length));
            }
        } catch (SgfException e) {
            throw bad("game " + (lines.size() + 1) + " cannot be read: " + e.getMessage(), "", "a collection in SGF");
        }
        return new OpeningBook(lines, length);
    }

    private static String line(int number, GameRecord record, Grid grid, int length) {
        if (record.grid() != grid) {
            throw bad("game " + number + " is on a board of " + record.grid(), record.grid(), "a board of " + grid);
        }
        if (!record.setup().isEmpty()) {
            throw bad("game " + number + " does not start from the empty board", number, "a game without set-up");
        }
        StringBuilder line = new StringBuilder();
        int color = Color.BLACK;
        for (RecordedMove move :
                record.moves().subList(0, Math.min(length, record.moves().size()))) {
            if (move.color() != color) {
                throw bad("game " + number + " has moves out of turn", number, "Black's and White's moves in turn");
            }
            color = Color.opponent(color);
            line.append(line.isEmpty() ? "" : " ").append(grid.name(move.move()));
        }
        return line.toString();
    }

    /**
     * Returns the openings in an order drawn from {@code seed}. The id of an opening is "book-" and the number of its
     * line.
     *
     * @throws InvalidValueException if a line is no opening; the message has its number
     */
    public List<Opening> shuffled(Grid grid, Rules rules, long seed) {
        List<Opening> openings = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            List<String> moves = moves(lines.get(i));
            if (!moves.isEmpty()) {
                openings.add(opening(i + 1, moves, grid, rules));
            }
        }
        SplitMix64 random = new SplitMix64(seed);
        for (int last = openings.size() - 1; last > 0; last--) {
            int drawn = random.nextInt(last + 1);
            openings.set(last, openings.set(drawn, openings.get(last)));
        }
        return openings;
    }

    private static List<String> moves(String line) {
        int comment = line.indexOf('#');
        String text = (comment < 0 ? line : line.substring(0, comment)).strip();
        return text.isEmpty() ? List.of() : SPACE.splitAsStream(text).toList();
    }

    private Opening opening(int number, List<String> moves, Grid grid, Rules rules) {
        Game game = new Game(Setup.empty(grid), rules);
        for (String move : moves.subList(0, Math.min(length, moves.size()))) {
            String place = "line " + number + " of the book, move " + (game.moveNumber() + 1) + ": ";
            Legality legality;
            try {
                legality = game.play(grid.point(move));
            } catch (InvalidValueException e) {
                throw bad(place + e.getMessage(), move, e.allowed());
            }
            if (!legality.isLegal()) {
                throw bad(place + move + " is illegal: " + legality, move, "a move that the rules allow");
            }
        }
        if (game.isOver()) {
            throw bad("line " + number + " of the book ends the game", number, "moves that do not end the game");
        }
        return Opening.of("book-" + number, game);
    }

    private static InvalidValueException bad(String message, Object value, String allowed) {
        return InvalidValueException.because(message, "lines", value, allowed);
    }
}
