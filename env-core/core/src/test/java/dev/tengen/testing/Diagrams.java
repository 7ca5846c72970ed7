package dev.tengen.testing;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Positions drawn as text, the top row first: {@code X} is a black stone, {@code O} a white one, {@code .} an empty
 * point, and, where sets are drawn, {@code *} a point of the set. Blanks between points are for the eye alone.
 */
public final class Diagrams {
    private static final char MARK = '*';

    private Diagrams() {}

    /** Returns the drawn position with Black to move. */
    public static Setup setup(String drawing) {
        return setup(drawing, Color.BLACK);
    }

    /** Returns the drawn position with {@code playerToMove} to move. */
    public static Setup setup(String drawing, int playerToMove) {
        return new Setup(grid(drawing), points(drawing, 'X'), points(drawing, 'O'), playerToMove);
    }

    /** Returns a game of Tromp-Taylor rules from the drawn position, Black to move. */
    public static Game game(String drawing) {
        return game(drawing, Rules.TROMP_TAYLOR);
    }

    /** Returns a game from the drawn position, Black to move. */
    public static Game game(String drawing, Rules rules) {
        return new Game(setup(drawing), rules);
    }

    /** Returns a game from the drawn position, {@code playerToMove} to move. */
    public static Game game(String drawing, Rules rules, int playerToMove) {
        return new Game(setup(drawing, playerToMove), rules);
    }

    /** Returns a board with the drawn stones, which may lack liberties. */
    public static Board board(String drawing) {
        Board board = new Board(grid(drawing), Zobrist.of(grid(drawing)));
        board.setUp(points(drawing, 'X'), points(drawing, 'O'));
        return board;
    }

    /** Returns the points marked {@code *}. */
    public static PointSet marked(String drawing) {
        return points(drawing, MARK);
    }

    private static PointSet points(String drawing, char symbol) {
        PointSet points = new PointSet(grid(drawing));
        String cells = String.join("", rows(drawing));
        IntStream.range(0, cells.length())
                .filter(point -> cells.charAt(point) == symbol)
                .forEach(points::add);
        return points;
    }

    private static Grid grid(String drawing) {
        List<String> rows = rows(drawing);
        int width = rows.get(0).length();
        if (!rows.stream().allMatch(row -> row.length() == width && row.matches("[.XO*]*"))) {
            throw new IllegalArgumentException("not a drawing of a board:\n" + drawing);
        }
        return Grid.of(width, rows.size());
    }

    private static List<String> rows(String drawing) {
        return drawing.strip().lines().map(line -> line.replace(" ", "")).toList();
    }

    /** Draws the stones of a game's position. */
    public static String draw(Game game) {
        return draw(game.board());
    }

    /** Draws the stones of a board. */
    public static String draw(Board board) {
        return draw(board.grid(), point -> ".XO".charAt(board.colorAt(point)));
    }

    /** Draws a set of points. */
    public static String draw(PointSet points) {
        return draw(points.grid(), point -> points.contains(point) ? MARK : '.');
    }

    /** Draws the points that the player to move may play. */
    public static String drawLegal(Game game) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        return draw(legal);
    }

    private static String draw(Grid grid, Symbols symbols) {
        return IntStream.range(0, grid.height())
                .mapToObj(row -> IntStream.range(0, grid.width())
                        .mapToObj(column -> String.valueOf(symbols.at(grid.point(row, column))))
                        .collect(Collectors.joining(" ", "", "\n")))
                .collect(Collectors.joining());
    }

    /** Plays moves by name, as in "C3 D4 pass" or "" for none, each of which must be legal. Returns the game. */
    public static Game play(Game game, String moves) {
        for (String name : moves.isEmpty() ? new String[0] : moves.split(" ")) {
            Legality legality = game.play(game.grid().point(name));
            if (!legality.isLegal()) {
                throw new AssertionError("move " + name + " is " + legality + " in\n" + draw(game));
            }
        }
        return game;
    }

    /** Returns whether the player to move may make the move called {@code name}, and if not, why. */
    public static Legality legality(Game game, String name) {
        return game.legality(game.grid().point(name));
    }

    private interface Symbols {
        char at(int point);
    }
}
