package dev.tengen.planes.catalog;

import dev.tengen.analysis.Ladders;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import java.util.Arrays;

/**
 * The ladders of the present board of a game and of the two boards before it.
 *
 * <p>It follows a game: a board that an earlier call has read is not read again. In steady state nothing allocates. Not
 * thread-safe.
 */
final class KataGoLadders {
    private static final int BOARD_COUNT = 3;
    private static final int NOT_READ = -1;

    private final Ladders ladders;
    private final HistoryCursor past;
    private final PointSet firstMoves;

    /** The captured stones after each move, indexed by the move number modulo the number of boards, and that number. */
    private final PointSet[] captured = new PointSet[BOARD_COUNT];

    private final int[] numbers = new int[BOARD_COUNT];

    /** The game that was read; another object before the first call. */
    private Object followed = this;

    private int rewindCount;
    private int present;

    KataGoLadders(Grid grid) {
        ladders = new Ladders(grid);
        past = new HistoryCursor(grid);
        firstMoves = new PointSet(grid);
        for (int i = 0; i < BOARD_COUNT; i++) {
            captured[i] = new PointSet(grid);
        }
    }

    /** Reads those of the last three boards of {@code game} that are at most {@code greatestAge} moves old. */
    void read(Game game, int greatestAge) {
        if (game != followed || game.rewindCount() != rewindCount) {
            Arrays.fill(numbers, NOT_READ);
            followed = game;
            rewindCount = game.rewindCount();
        }
        present = game.moveNumber();
        past.startAt(game);
        readPast(game);
        while (past.moveNumber() > 0 && present - past.moveNumber() < Math.min(greatestAge, BOARD_COUNT - 1)) {
            past.stepBack(game);
            readPast(game);
        }
    }

    private void readPast(Game game) {
        int number = past.moveNumber();
        int index = number % BOARD_COUNT;
        if (numbers[index] == number) {
            return;
        }
        ladders.read(past.stones(Color.BLACK), past.stones(Color.WHITE), past.koPoint(game));
        captured[index].copyFrom(ladders.captured());
        numbers[index] = number;
        if (number == present) {
            firstMoves.copyFrom(ladders.firstMoves(Color.opponent(game.playerToMove())));
        }
    }

    /**
     * Returns the stones that a ladder captures on the board {@code age} moves ago, which must have been read. A view:
     * it changes with {@link #read}.
     */
    PointSet captured(int age) {
        assert numbers[(present - age) % BOARD_COUNT] == present - age : "board " + (present - age) + " was not read";
        return captured[(present - age) % BOARD_COUNT];
    }

    /**
     * Returns the moves with which the player to move starts a ladder against a chain with two liberties. A view: it
     * changes with {@link #read}.
     */
    PointSet firstMoves() {
        return firstMoves;
    }
}
