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
 * The colorings that a game has had and those of a line of plays tried after it, to tell which plays repeat one, whatever the
 * rules of the game say.
 *
 * <p>Its lists grow when they must; otherwise nothing here allocates. Not thread-safe.
 */
final class PastColorings {
    /*
     * Colorings are numbered: that of the game's start is 0, each move adds one, and then each play of the line. A table finds
     * the last one with a given hash, and lists lead from each to the one before it with the same hash. On equal hashes the
     * colorings themselves are compared, so that a collision costs time and nothing else.
     *
     * The table probes one slot after the other. A coloring leaves it only as the last one that came, so that no other one was
     * ever put behind it and its slot may simply be emptied.
     */
    private static final int INITIAL_SLOTS = 256;

    private final HistoryCursor past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;
    private final List<Coloring> line = new ArrayList<>();

    /** By hash, the number of the last coloring that has it, plus 1; 0 if there is none. */
    private int[] slots = new int[INITIAL_SLOTS];

    /** By number, the number of the coloring before it with the same hash, plus 1; 0 if there is none. */
    private int[] older = new int[INITIAL_SLOTS / 2];

    private long[] hashes = new long[INITIAL_SLOTS / 2];
    private int count;
    private int gameCount;

    PastColorings(Grid grid) {
        past = new HistoryCursor(grid);
        blackAfter = new PointSet(grid);
        whiteAfter = new PointSet(grid);
    }

    /** Forgets all colorings. */
    void clear() {
        Arrays.fill(slots, 0);
        count = 0;
        gameCount = 0;
    }

    /** Adds the colorings of {@code game} that are not here, those of its last moves. There must be no line. */
    void follow(Game game) {
        assert count == gameCount : "a line of " + (count - gameCount) + " plays is being tried";
        int total = game.moveNumber() + 1;
        reserve(total);
        past.startAt(game);
        for (int number = total - 1; number >= gameCount; number--) {
            hashes[number] = past.hash(game);
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

    /** Returns the slot of a hash, or the empty one where it belongs. */
    private int slot(long hash) {
        int slot = (int) hash & (slots.length - 1);
        while (slots[slot] != 0 && hashes[slots[slot] - 1] != hash) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Adds the coloring of {@code board}, on which the line has just been continued by a play. */
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

    /** Takes the last coloring of the line out. */
    void pop() {
        assert count > gameCount : "no play has been tried";
        count--;
        slots[slot(hashes[count])] = older[count];
    }

    /**
     * Returns whether {@code play}, the preview of a stone of {@code color} at {@code point} of {@code board}, which stands at the
     * end of the line after {@code game}, leaves a coloring that is here.
     */
    boolean isRepeatedBy(PlayPreview play, Board board, int point, int color, Game game) {
        int next = slots[slot(play.hash())];
        if (next == 0) {
            return false;
        }
        board.coloringAfter(play, point, color, blackAfter, whiteAfter);
        for (; next != 0; next = older[next - 1]) {
            if (isAfter(next - 1, game)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether coloring {@code number} is the one that a play would leave. */
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
