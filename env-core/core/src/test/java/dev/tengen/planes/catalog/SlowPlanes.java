package dev.tengen.planes.catalog;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Slow and simple encoders: a history of whole boards as plain arrays, and every plane computed point by point.
 *
 * <p>{@link #note} must be called after each move.
 */
final class SlowPlanes {
    private final Grid grid;
    private final int first;
    private final List<int[]> boards = new ArrayList<>();
    private final List<Integer> moves = new ArrayList<>();
    private final List<List<Integer>> neighbors = new ArrayList<>();
    private boolean isOver;

    /** Starts with {@code game}, which must have no moves. */
    SlowPlanes(Game game) {
        grid = game.grid();
        first = game.playerToMove();
        boards.add(colors(game));
        for (int point = 0; point < grid.pointCount(); point++) {
            neighbors.add(neighbors(grid, point));
        }
    }

    private static int[] colors(Game game) {
        int[] colors = new int[game.grid().pointCount()];
        for (int point = 0; point < colors.length; point++) {
            colors[point] = game.colorAt(point);
        }
        return colors;
    }

    /** Records the board after {@code move}. */
    void note(int move, Game game) {
        moves.add(move);
        boards.add(colors(game));
        isOver = game.isOver();
    }

    /** Removes the last move. */
    void takeBack() {
        moves.remove(moves.size() - 1);
        boards.remove(boards.size() - 1);
        isOver = false;
    }

    private int toMove() {
        return moves.size() % 2 == 0 ? first : Color.opponent(first);
    }

    /** Returns the planes in the encoding {@code name}, in the format of {@link DrawnPlanes}. */
    List<String> of(String name) {
        List<String> planes = new ArrayList<>();
        switch (name) {
            case "alphazero-17", "pgx-17" -> addPairs(planes, 8, false);
            case "alphazero:history=1" -> addPairs(planes, 1, false);
            case "alphazero:history=3" -> addPairs(planes, 3, false);
            case "alphazero:history=32" -> addPairs(planes, 32, false);
            case "minigo-17" -> addPairs(planes, 8, true);
            case "pettingzoo-v5" -> addPairsOfMovers(planes);
            case "leelazero-18" -> addGroups(planes);
            case "openspiel-4" -> addColors(planes, BLACK, WHITE, EMPTY);
            case "gymgo-6" -> {
                addColors(planes, BLACK, WHITE);
                planes.add(all(toMove() == WHITE));
                planes.add(draw(point -> !isValidInGymGo(point)));
                planes.add(all(!moves.isEmpty() && moves.get(moves.size() - 1) == grid.pass()));
                planes.add(all(isOver));
                return planes;
            }
            default -> throw new IllegalArgumentException(name);
        }
        if (name.startsWith("alphazero") || name.equals("minigo-17") || name.equals("leelazero-18")) {
            planes.add(all(toMove() == BLACK));
        }
        if (!name.startsWith("alphazero") && !name.equals("minigo-17")) {
            planes.add(all(toMove() == WHITE));
        }
        return planes;
    }

    /** Returns the slow encoder of alphago-48 for the present position. */
    SlowAlphaGo48 alphaGo() {
        return new SlowAlphaGo48(grid, boards, moves, toMove());
    }

    private void addPairs(List<String> planes, int boardCount, boolean isOldestRepeated) {
        for (int age = 0; age < boardCount; age++) {
            planes.add(stones(age, toMove(), isOldestRepeated));
            planes.add(stones(age, Color.opponent(toMove()), isOldestRepeated));
        }
    }

    private void addPairsOfMovers(List<String> planes) {
        for (int age = 0; age < 8; age++) {
            int mover = age % 2 == 0 ? Color.opponent(toMove()) : toMove();
            planes.add(stones(age, mover, false));
            planes.add(stones(age, Color.opponent(mover), false));
        }
    }

    private void addGroups(List<String> planes) {
        for (int age = 0; age < 8; age++) {
            planes.add(stones(age, toMove(), false));
        }
        for (int age = 0; age < 8; age++) {
            planes.add(stones(age, Color.opponent(toMove()), false));
        }
    }

    private void addColors(List<String> planes, int... colors) {
        for (int color : colors) {
            planes.add(stones(0, color, false));
        }
    }

    private String stones(int age, int color, boolean isOldestRepeated) {
        int number = moves.size() - age;
        if (number < 0 && !isOldestRepeated) {
            return all(false);
        }
        int[] board = boards.get(Math.max(number, 0));
        return draw(point -> board[point] == color);
    }

    private String all(boolean value) {
        return draw(point -> value);
    }

    private String draw(IntPredicate isOne) {
        StringBuilder drawn = new StringBuilder();
        for (int point = 0; point < grid.pointCount(); point++) {
            drawn.append(point > 0 && point % grid.width() == 0 ? "/" : "").append(isOne.test(point) ? '1' : '0');
        }
        return drawn.toString();
    }

    /** Returns whether simple ko forbids the player to move a point. */
    boolean hasKo() {
        return IntStream.range(0, grid.pointCount())
                .anyMatch(point -> boards.get(boards.size() - 1)[point] == EMPTY && isKo(after(point)));
    }

    /**
     * Plays on a copy: the point must be empty, the stone must survive, and the board before the last play must not
     * recur.
     */
    private boolean isValidInGymGo(int point) {
        if (boards.get(boards.size() - 1)[point] != EMPTY) {
            return false;
        }
        int[] after = after(point);
        return hasLiberty(after, point) && !isKo(after);
    }

    private boolean isKo(int[] after) {
        return !moves.isEmpty() && Arrays.equals(after, boards.get(boards.size() - 2));
    }

    /** Returns the board after a play at the empty {@code point}, where a suicide stays on the board. */
    private int[] after(int point) {
        int[] placed = boards.get(boards.size() - 1).clone();
        placed[point] = toMove();
        int[] after = placed.clone();
        for (int stone = 0; stone < after.length; stone++) {
            if (placed[stone] == Color.opponent(toMove()) && !hasLiberty(placed, stone)) {
                after[stone] = EMPTY;
            }
        }
        return after;
    }

    private boolean hasLiberty(int[] board, int start) {
        boolean[] seen = new boolean[board.length];
        List<Integer> queue = new ArrayList<>(List.of(start));
        seen[start] = true;
        for (int done = 0; done < queue.size(); done++) {
            for (int point : neighbors.get(queue.get(done))) {
                if (board[point] == EMPTY) {
                    return true;
                }
                if (board[point] == board[start] && !seen[point]) {
                    seen[point] = true;
                    queue.add(point);
                }
            }
        }
        return false;
    }

    private static List<Integer> neighbors(Grid grid, int point) {
        List<Integer> neighbors = new ArrayList<>();
        for (int other = 0; other < grid.pointCount(); other++) {
            int rows = Math.abs(other / grid.width() - point / grid.width());
            int columns = Math.abs(other % grid.width() - point % grid.width());
            if (rows + columns == 1) {
                neighbors.add(other);
            }
        }
        return neighbors;
    }
}
