package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The past colorings of a game and of a line of tried plays after it. It finds plays that repeat a coloring, regardless
 * of the rules of the game.
 *
 * <p>Only growing lists allocate. Not thread-safe.
 */
final class PastColorings {
    /*
     * Colorings are numbered: the start of the game is 0, then each move of the game and each play of the line adds
     * one. A hash table finds the last coloring with a given hash, and linked lists lead to earlier ones with the same
     * hash. If hashes are equal the colorings themselves are compared, so a collision only costs time.
     *
     * The table uses linear probing. Colorings are removed in reverse order of insertion, so no other entry ever
     * depends on the slot of a removed coloring, and the slot is simply cleared.
     */
    private static final int INITIAL_SLOTS = 256;

    private final HistoryCursor past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;
    private final List<Coloring> line = new ArrayList<>();

    /** For each hash slot, the number of the last coloring with that hash, plus 1; 0 if the slot is empty. */
    private int[] slots = new int[INITIAL_SLOTS];

    /** For each coloring, the number of the previous coloring with the same hash, plus 1; 0 if there is none. */
    private int[] older = new int[INITIAL_SLOTS / 2];

    private long[] hashes = new long[INITIAL_SLOTS / 2];
    private int count;
    private int gameCount;

    PastColorings(Grid grid) {
        past = new HistoryCursor(grid);
        blackAfter = new PointSet(grid);
        whiteAfter = new PointSet(grid);
    }

    /** Removes all colorings. */
    void clear() {
        Arrays.fill(slots, 0);
        count = 0;
        gameCount = 0;
    }

    /** Adds the colorings of the latest moves of {@code game}. The line must be empty. */
    void follow(Game game) {
        assert count == gameCount : "a line of " + (count - gameCount) + " plays is being tried";
        int total = game.moveNumber() + 1;
        reserve(total);
        past.startAt(game);
        for (int number = total - 1; number >= gameCount; number--) {
            hashes[number] = past.hash();
            if (number > gameCount) {
                past.stepBack(game);
            }
        }
        while (count < total) {
            enter(count++);
        }
        gameCount = total;
    }

    private void reserve(int total) {
        if (total > hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * total);
            older = Arrays.copyOf(older, 2 * total);
            slots = new int[4 * Integer.highestOneBit(2 * total)];
            for (int number = 0; number < count; number++) {
                enter(number);
            }
        }
    }

    private void enter(int number) {
        int slot = slot(hashes[number]);
        older[number] = slots[slot];
        slots[slot] = number + 1;
    }

    /** Returns the slot of a hash, or the empty slot where it belongs. */
    private int slot(long hash) {
        int slot = (int) hash & (slots.length - 1);
        while (slots[slot] != 0 && hashes[slots[slot] - 1] != hash) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Adds the coloring of {@code board} after a play that extends the line. */
    void push(Board board) {
        reserve(count + 1);
        int depth = count - gameCount;
        if (depth == line.size()) {
            line.add(new Coloring(new PointSet(board.grid()), new PointSet(board.grid())));
        }
        line.get(depth).black.copyFrom(board.points(Color.BLACK));
        line.get(depth).white.copyFrom(board.points(Color.WHITE));
        hashes[count] = board.hash();
        enter(count++);
    }

    /** Removes the last coloring of the line. */
    void pop() {
        assert count > gameCount : "no play has been tried";
        count--;
        slots[slot(hashes[count])] = older[count];
    }

    /**
     * Returns whether a play repeats a coloring.
     *
     * @param play a preview on {@code board}
     * @param board the board at the end of the line
     * @param game the game before the line
     */
    boolean isRepeatedBy(PlayPreview play, Board board, Game game) {
        int next = slots[slot(board.hashAfter(play))];
        if (next == 0) {
            return false;
        }
        board.coloringAfter(play, blackAfter, whiteAfter);
        for (; next != 0; next = older[next - 1]) {
            if (isAfter(next - 1, game)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether coloring {@code number} is the one after the play. */
    private boolean isAfter(int number, Game game) {
        if (number >= gameCount) {
            Coloring coloring = line.get(number - gameCount);
            return coloring.black.equals(blackAfter) && coloring.white.equals(whiteAfter);
        }
        past.startAt(game);
        while (past.moveNumber() > number) {
            past.stepBack(game);
        }
        return past.stones(Color.BLACK).equals(blackAfter)
                && past.stones(Color.WHITE).equals(whiteAfter);
    }

    private record Coloring(PointSet black, PointSet white) {}
}
