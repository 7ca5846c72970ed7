package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All colorings of a game, as text of {@code .XO}, computed from its start and its moves alone. */
final class SlowColorings {
    private static final char EMPTY = '.';

    private final Game game;
    private final List<Integer> moves = new ArrayList<>();
    private final List<String> colorings = new ArrayList<>();

    /** For each coloring, the numbers of the moves that led to it. */
    private final Map<String, List<Integer>> numbers = new HashMap<>();

    private final List<List<Integer>> neighbors = new ArrayList<>();

    SlowColorings(Game game) {
        this.game = game;
        Grid grid = game.grid();
        for (int point = 0; point < grid.pointCount(); point++) {
            neighbors.add(neighbors(grid, point));
        }
        StringBuilder start = new StringBuilder(".".repeat(grid.pointCount()));
        game.setup().black().forEach(point -> start.setCharAt(point, 'X'));
        game.setup().white().forEach(point -> start.setCharAt(point, 'O'));
        add(start.toString());
    }

    private static List<Integer> neighbors(Grid grid, int point) {
        List<Integer> neighbors = new ArrayList<>();
        int row = point / grid.width();
        int column = point % grid.width();
        for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
            int otherRow = row + step[0];
            int otherColumn = column + step[1];
            if (otherRow >= 0 && otherRow < grid.height() && otherColumn >= 0 && otherColumn < grid.width()) {
                neighbors.add(otherRow * grid.width() + otherColumn);
            }
        }
        return neighbors;
    }

    private void add(String coloring) {
        numbers.computeIfAbsent(coloring, key -> new ArrayList<>()).add(colorings.size());
        colorings.add(coloring);
    }

    /** Removes undone moves and plays new ones. */
    void follow() {
        int same = 0;
        while (same < Math.min(moves.size(), game.moveNumber()) && moves.get(same) == game.move(same + 1)) {
            same++;
        }
        while (moves.size() > same) {
            moves.remove(moves.size() - 1);
            List<Integer> where = numbers.get(colorings.remove(colorings.size() - 1));
            where.remove(where.size() - 1);
        }
        for (int number = same + 1; number <= game.moveNumber(); number++) {
            int move = game.move(number);
            moves.add(move);
            add(move == game.grid().pass() ? last() : after(last(), move, game.mover(number)));
        }
    }

    Game game() {
        return game;
    }

    String last() {
        return colorings.get(colorings.size() - 1);
    }

    /** Returns the coloring after move {@code number}. */
    String coloring(int number) {
        return colorings.get(number);
    }

    /** Returns whether the ko rule forbids {@code mover} a play that leads to the coloring {@code after}. */
    boolean isRepetition(String after, int mover) {
        int last = game.moveNumber();
        return numbers.getOrDefault(after, List.of()).stream()
                .anyMatch(number -> switch (game.rules().ko()) {
                    case POSITIONAL -> true;
                    case SITUATIONAL -> toMove(number) != mover;
                    case NATURAL_SITUATIONAL -> number > 0 && isPlay(number) && game.mover(number) == mover;
                    case SIMPLE -> number == last - 1 && isPlay(last);
                    case NONE -> false;
                });
    }

    /**
     * Returns the number of own stones that a play of {@code color} at {@code point}, leading to {@code after},
     * removes.
     */
    int suicideCount(String before, String after, int point, int color) {
        return after.charAt(point) == EMPTY ? count(before, color) + 1 - count(after, color) : 0;
    }

    private static int count(String coloring, int color) {
        return (int) coloring.chars()
                .filter(symbol -> symbol == SlowKataGo.symbol(color))
                .count();
    }

    /** Returns a plane in the format of {@link DrawnPlanes}. */
    String draw(IntPredicate isOne) {
        int width = game.grid().width();
        return IntStream.range(0, game.grid().height())
                .mapToObj(row -> IntStream.range(0, width)
                        .mapToObj(column -> isOne.test(row * width + column) ? "1" : "0")
                        .collect(Collectors.joining()))
                .collect(Collectors.joining("/"));
    }

    boolean isPlay(int number) {
        return number > 0 && moves.get(number - 1) != game.grid().pass();
    }

    int toMove(int number) {
        int first = game.setup().playerToMove();
        return number % 2 == 0 ? first : Color.opponent(first);
    }

    List<Integer> neighbors(int point) {
        return neighbors.get(point);
    }

    /** Returns the points of the same color that are connected to {@code start}, including itself. */
    Set<Integer> chain(String coloring, int start) {
        Set<Integer> chain = new TreeSet<>(Set.of(start));
        List<Integer> open = new ArrayList<>(chain);
        for (int done = 0; done < open.size(); done++) {
            for (int neighbor : neighbors(open.get(done))) {
                if (coloring.charAt(neighbor) == coloring.charAt(start) && chain.add(neighbor)) {
                    open.add(neighbor);
                }
            }
        }
        return chain;
    }

    /** Returns the empty points adjacent to the chain at {@code stone}. */
    Set<Integer> liberties(String coloring, int stone) {
        Set<Integer> liberties = new TreeSet<>();
        for (int point : chain(coloring, stone)) {
            neighbors(point).stream()
                    .filter(neighbor -> coloring.charAt(neighbor) == EMPTY)
                    .forEach(liberties::add);
        }
        return liberties;
    }

    /** Returns the coloring after a stone of {@code color} on the empty {@code point} of {@code coloring}. */
    String after(String coloring, int point, int color) {
        StringBuilder after = new StringBuilder(coloring);
        after.setCharAt(point, SlowKataGo.symbol(color));
        for (int neighbor : neighbors(point)) {
            if (after.charAt(neighbor) == SlowKataGo.symbol(Color.opponent(color))) {
                clearIfDead(after, neighbor);
            }
        }
        clearIfDead(after, point);
        return after.toString();
    }

    private void clearIfDead(StringBuilder coloring, int stone) {
        String before = coloring.toString();
        if (liberties(before, stone).isEmpty()) {
            chain(before, stone).forEach(point -> coloring.setCharAt(point, EMPTY));
        }
    }

    /** Returns the point that a simple ko forbids after move {@code number}, or -1. */
    int koPoint(int number) {
        if (!isPlay(number)) {
            return -1;
        }
        int move = moves.get(number - 1);
        String now = coloring(number);
        if (now.charAt(move) == EMPTY || chain(now, move).size() > 1) {
            return -1;
        }
        Set<Integer> liberties = liberties(now, move);
        int liberty = liberties.iterator().next();
        boolean isTaken = coloring(number - 1).charAt(liberty) != EMPTY;
        long takenCount = number(coloring(number - 1)) + 1 - number(now);
        return liberties.size() == 1 && isTaken && takenCount == 1 ? liberty : -1;
    }

    private static long number(String coloring) {
        return coloring.chars().filter(symbol -> symbol != EMPTY).count();
    }
}
