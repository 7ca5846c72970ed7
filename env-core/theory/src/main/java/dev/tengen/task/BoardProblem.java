package dev.tengen.task;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Setup;
import java.util.List;

/**
 * A solved position of a small board, in which the player to move can lose points. Margins are without komi. Immutable.
 *
 * @param rows the rows of the position, as {@link Setup#ofRows} takes them
 * @param playerToMove the color to move, which is that of the agent
 * @param split the split
 * @param margin the points by which the player to move ends ahead if both sides play perfectly; negative if it ends
 *     behind
 * @param bestCount the number of moves, pass included, that keep this margin
 * @param legalCount the number of legal moves, pass included
 */
public record BoardProblem(
        List<String> rows, int playerToMove, TaskSplit split, int margin, int bestCount, int legalCount) {
    /** A level ends where fewer than one in so many moves keep the margin. */
    private static final List<Integer> MOVES_PER_BEST_MOVE = List.of(2, 3, 4, 6);

    /** The number of levels. */
    public static final int LEVEL_COUNT = MOVES_PER_BEST_MOVE.size() + 1;

    private static final int FIELD_COUNT = 6;

    /** Creates a problem with a copy of the rows. */
    public BoardProblem {
        rows = List.copyOf(rows);
    }

    /** Returns the problem that {@link #line} writes. */
    static BoardProblem ofLine(String line) {
        String[] fields = line.split(" ", FIELD_COUNT);
        return new BoardProblem(
                List.of(fields[0].split("/", Grid.MAX_SIZE)),
                fields[1].equals("X") ? Color.BLACK : Color.WHITE,
                TaskSplit.valueOf(fields[2]),
                Integer.parseInt(fields[3]),
                Integer.parseInt(fields[4]),
                Integer.parseInt(fields[5]));
    }

    /** Returns the problem as a line of text. */
    String line() {
        return String.join("/", rows) + (playerToMove == Color.BLACK ? " X " : " O ") + split + " " + margin + " "
                + bestCount + " " + legalCount;
    }

    /** Returns the starting position. */
    public Setup setup() {
        return Setup.ofRows(rows, playerToMove);
    }

    /** Returns the chance that a random legal move keeps the margin. */
    public double chance() {
        return (double) bestCount / legalCount;
    }

    /** Returns the difficulty, from 1 to {@link #LEVEL_COUNT}: it is greater where fewer moves keep the margin. */
    public int level() {
        return 1
                + (int) MOVES_PER_BEST_MOVE.stream()
                        .filter(moves -> bestCount * moves <= legalCount)
                        .count();
    }
}
