package dev.tengen.planes.catalog;

import static dev.tengen.board.Color.EMPTY;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A slow and simple encoder of alphago-48: plain arrays, every play made on a copy, every chain traversed anew, ladders
 * and eyes by their recursive definitions.
 */
final class SlowAlphaGo48 {
    private static final int NOTHING = -1;

    private final Grid grid;
    private final List<int[]> boards;
    private final List<Integer> moves;
    private final int own;
    private final int[] now;
    private final List<int[]> neighbors;

    /** Creates the encoder of the last of {@code boards}, which {@code moves} led to, with {@code own} to move. */
    SlowAlphaGo48(Grid grid, List<int[]> boards, List<Integer> moves, int own) {
        this.grid = grid;
        this.boards = boards;
        this.moves = moves;
        this.own = own;
        now = last(boards);
        neighbors = IntStream.range(0, now.length)
                .mapToObj(point -> around(point, new int[][] {{-1, 0}, {0, -1}, {0, 1}, {1, 0}}))
                .toList();
    }

    /** Returns the planes in the format of {@link DrawnPlanes}. */
    List<String> planes() {
        List<String> planes = new ArrayList<>();
        planes.add(draw(point -> now[point] == own));
        planes.add(draw(point -> now[point] == Color.opponent(own)));
        planes.add(draw(point -> now[point] == EMPTY));
        planes.add(draw(point -> true));
        addNumbers(planes, point -> now[point] == EMPTY ? NOTHING : age(point));
        addNumbers(
                planes,
                point -> now[point] == EMPTY ? NOTHING : liberties(now, point).cardinality() - 1);
        BitSet legal = points(point -> isLegal(boards, point, own));
        addNumbers(planes, point -> legal.get(point) ? capturedCount(point) : NOTHING);
        addNumbers(planes, point -> legal.get(point) ? selfAtariSize(point) - 1 : NOTHING);
        addNumbers(planes, point -> legal.get(point) ? libertiesAfter(point) - 1 : NOTHING);
        BitSet captures = ladderCaptures();
        planes.add(draw(captures::get));
        BitSet escapes = ladderEscapes();
        planes.add(draw(escapes::get));
        planes.add(draw(point -> legal.get(point) && !isEye(now, point, own, List.of())));
        planes.add(draw(point -> false));
        return planes;
    }

    /** Returns the number of points where a play is not suicide but repeats a position. */
    long repetitionCount() {
        return points(point ->
                        now[point] == EMPTY && isAlive(after(now, point, own), point) && !isLegal(boards, point, own))
                .cardinality();
    }

    private BitSet points(IntPredicate isWanted) {
        BitSet points = new BitSet();
        IntStream.range(0, now.length).filter(isWanted).forEach(points::set);
        return points;
    }

    private String draw(IntPredicate isOne) {
        StringBuilder drawn = new StringBuilder();
        for (int point = 0; point < now.length; point++) {
            drawn.append(point > 0 && point % grid.width() == 0 ? "/" : "").append(isOne.test(point) ? '1' : '0');
        }
        return drawn.toString();
    }

    /** Adds eight planes, for the numbers 0 to 6 and for 7 or more. */
    private void addNumbers(List<String> planes, IntUnaryOperator number) {
        int[] numbers = IntStream.range(0, now.length)
                .map(number)
                .map(n -> Math.min(n, 7))
                .toArray();
        for (int plane = 0; plane < 8; plane++) {
            int wanted = plane;
            planes.add(draw(point -> numbers[point] == wanted));
        }
    }

    private int age(int stone) {
        int last = moves.lastIndexOf(stone);
        return last < 0 ? Integer.MAX_VALUE : moves.size() - 1 - last;
    }

    private int capturedCount(int point) {
        int[] after = after(now, point, own);
        return (int) IntStream.range(0, now.length)
                .filter(stone -> now[stone] != EMPTY && after[stone] == EMPTY)
                .count();
    }

    private int selfAtariSize(int point) {
        return libertiesAfter(point) == 1 ? chain(after(now, point, own), point).cardinality() : NOTHING;
    }

    private int libertiesAfter(int point) {
        return liberties(after(now, point, own), point).cardinality();
    }

    private BitSet ladderCaptures() {
        return points(point -> now[point] == EMPTY
                && preys(Color.opponent(own), 2).stream()
                        .filter(prey -> liberties(now, prey).get(point))
                        .anyMatch(prey -> isLegal(boards, point, own) && isCaught(boards, prey, point, 50)));
    }

    private BitSet ladderEscapes() {
        BitSet escapes = new BitSet();
        for (int prey : preys(own, 1).stream().toArray()) {
            for (int point : answers(boards, prey)) {
                if (isSaved(boards, prey, point, 50)) {
                    escapes.set(point);
                }
            }
        }
        return escapes;
    }

    private BitSet preys(int color, int libertyCount) {
        return points(stone -> now[stone] == color && liberties(now, stone).cardinality() == libertyCount);
    }

    private boolean isCaught(List<int[]> past, int prey, int point, int depth) {
        int hunted = last(past)[prey];
        if (depth == 0) {
            return false;
        }
        List<int[]> next = with(past, after(last(past), point, Color.opponent(hunted)));
        return answers(next, prey).stream().noneMatch(answer -> isSaved(next, prey, answer, depth - 1));
    }

    private boolean isSaved(List<int[]> past, int prey, int point, int depth) {
        int hunted = last(past)[prey];
        if (depth == 0) {
            return true;
        }
        List<int[]> next = with(past, after(last(past), point, hunted));
        BitSet liberties = liberties(last(next), prey);
        return liberties.cardinality() > 2
                || (liberties.cardinality() == 2
                        && liberties.stream()
                                .filter(hunt -> isLegal(next, hunt, Color.opponent(hunted)))
                                .noneMatch(hunt -> isCaught(next, prey, hunt, depth - 1)));
    }

    /** Returns the legal plays on the last liberty of the prey and of adjacent enemy chains, except in its own eyes. */
    private List<Integer> answers(List<int[]> past, int prey) {
        int[] board = last(past);
        BitSet answers = liberties(board, prey);
        for (int stone : chain(board, prey).stream().toArray()) {
            for (int neighbor : neighbors(stone)) {
                boolean isEnemy = board[neighbor] == Color.opponent(board[prey]);
                if (isEnemy && liberties(board, neighbor).cardinality() == 1) {
                    answers.or(liberties(board, neighbor));
                }
            }
        }
        return answers.stream()
                .filter(point -> isLegal(past, point, board[prey]) && !isEye(board, point, board[prey], List.of()))
                .boxed()
                .toList();
    }

    private boolean isLegal(List<int[]> past, int point, int color) {
        int[] board = last(past);
        if (board[point] != EMPTY) {
            return false;
        }
        int[] after = after(board, point, color);
        return isAlive(after, point)
                && past.stream().noneMatch(earlier -> earlier[point] == color && Arrays.equals(earlier, after));
    }

    private boolean isAlive(int[] board, int stone) {
        return !liberties(board, stone).isEmpty();
    }

    /** Returns the board after a play at the empty {@code point}, where a suicide stays on the board. */
    private int[] after(int[] board, int point, int color) {
        int[] after = board.clone();
        after[point] = color;
        for (int neighbor : neighbors(point)) {
            if (after[neighbor] == Color.opponent(color)
                    && liberties(after, neighbor).isEmpty()) {
                chain(after, neighbor).stream().forEach(stone -> after[stone] = EMPTY);
            }
        }
        return after;
    }

    /** Returns whether {@code point} is an eye if the points of {@code assumed} are. */
    private boolean isEye(int[] board, int point, int color, List<Integer> assumed) {
        if (board[point] != EMPTY || Arrays.stream(neighbors(point)).anyMatch(neighbor -> board[neighbor] != color)) {
            return false;
        }
        List<Integer> path = new ArrayList<>(assumed);
        path.add(point);
        long bad = Arrays.stream(diagonals(point))
                .filter(diagonal ->
                        board[diagonal] != color && !path.contains(diagonal) && !isEye(board, diagonal, color, path))
                .count();
        return bad <= (neighbors(point).length < 4 ? 0 : 1);
    }

    private BitSet liberties(int[] board, int stone) {
        BitSet liberties = new BitSet();
        for (int other : chain(board, stone).stream().toArray()) {
            for (int neighbor : neighbors(other)) {
                if (board[neighbor] == EMPTY) {
                    liberties.set(neighbor);
                }
            }
        }
        return liberties;
    }

    private BitSet chain(int[] board, int stone) {
        BitSet chain = new BitSet();
        addChain(board, stone, chain);
        return chain;
    }

    private void addChain(int[] board, int stone, BitSet chain) {
        chain.set(stone);
        for (int neighbor : neighbors(stone)) {
            if (board[neighbor] == board[stone] && !chain.get(neighbor)) {
                addChain(board, neighbor, chain);
            }
        }
    }

    private int[] neighbors(int point) {
        return neighbors.get(point);
    }

    private int[] diagonals(int point) {
        return around(point, new int[][] {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}});
    }

    private int[] around(int point, int[][] steps) {
        IntStream.Builder points = IntStream.builder();
        for (int[] step : steps) {
            int row = point / grid.width() + step[0];
            int column = point % grid.width() + step[1];
            if (row >= 0 && row < grid.height() && column >= 0 && column < grid.width()) {
                points.add(row * grid.width() + column);
            }
        }
        return points.build().toArray();
    }

    private static int[] last(List<int[]> past) {
        return past.get(past.size() - 1);
    }

    private static List<int[]> with(List<int[]> past, int[] board) {
        List<int[]> longer = new ArrayList<>(past);
        longer.add(board);
        return longer;
    }
}
