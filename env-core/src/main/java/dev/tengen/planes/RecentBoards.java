package dev.tengen.planes;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.PastBoard;
import java.util.Arrays;

/**
 * The last boards of a game as one string of bits, newest first, the way planes of history want them.
 *
 * <p>It follows a game: each call of {@link #follow} adds the boards of the moves made since the last one, so that most
 * of the string is written once and copied often. The first call allocates the strings, later ones nothing. Not
 * thread-safe.
 */
final class RecentBoards {
    /*
     * There are two strings, since planes are seen by the player to move: in one each board is its black stones and
     * then its white ones, in the other white comes first. A new board goes in front of the others, where the string is
     * zero, so that nothing beside it needs to be kept. When there is no room left in front, the boards are moved to the
     * back, by whole words.
     */
    private static final int ROOM_IN_FRONT = 16;

    private final int boardCount;
    private final int pointCount;
    private final PastBoard past;
    private long[] blackFirst = {};
    private long[] whiteFirst = {};
    /** The bit at which the newest board begins. */
    private int start;

    /** The game that the string is of; something else until there is one. */
    private Object followed = this;

    private int moveNumber;
    private int rewindCount;

    /** Makes a string for {@code boardCount} boards. */
    RecentBoards(Grid grid, int boardCount) {
        this.boardCount = boardCount;
        pointCount = grid.pointCount();
        past = new PastBoard(grid);
    }

    /** Brings the string up to the present position of {@code game}. */
    void follow(Game game) {
        int added = game.moveNumber() - moveNumber;
        boolean isGrown = game == followed && game.rewindCount() == rewindCount;
        if (!isGrown || added > 2) {
            rebuild(game);
        } else if (added > 0) {
            if (added == 2) {
                past.startAt(game);
                past.stepBack(game);
                push(past.stones(Color.BLACK), past.stones(Color.WHITE));
            }
            push(game.board().points(Color.BLACK), game.board().points(Color.WHITE));
        }
        followed = game;
        moveNumber = game.moveNumber();
        rewindCount = game.rewindCount();
    }

    /** Appends the boards as the player {@code own} sees them. */
    void appendTo(PlaneBits bits, int own) {
        bits.append(own == Color.BLACK ? blackFirst : whiteFirst, start, 2 * pointCount * boardCount);
    }

    private void rebuild(Game game) {
        int wordCount = ((2 * pointCount * (boardCount + ROOM_IN_FRONT)) >>> 6) + 2;
        if (blackFirst.length == 0) {
            blackFirst = new long[wordCount];
            whiteFirst = new long[wordCount];
        }
        Arrays.fill(blackFirst, 0);
        Arrays.fill(whiteFirst, 0);
        start = 2 * pointCount * ROOM_IN_FRONT;
        past.startAt(game);
        int known = Math.min(boardCount, game.moveNumber() + 1);
        for (int age = 0; age < known; age++) {
            if (age > 0) {
                past.stepBack(game);
            }
            put(start + 2 * pointCount * age, past.stones(Color.BLACK), past.stones(Color.WHITE));
        }
    }

    /** Puts a board in front of the others. */
    private void push(PointSet black, PointSet white) {
        if (start < 2 * pointCount) {
            moveToBack();
        }
        start -= 2 * pointCount;
        put(start, black, white);
    }

    private void moveToBack() {
        int wordCount = ((2 * pointCount * boardCount) >>> 6) + 2;
        int from = start >>> 6;
        int to = blackFirst.length - wordCount;
        System.arraycopy(blackFirst, from, blackFirst, to, wordCount);
        System.arraycopy(whiteFirst, from, whiteFirst, to, wordCount);
        Arrays.fill(blackFirst, 0, to, 0);
        Arrays.fill(whiteFirst, 0, to, 0);
        start += (to - from) << 6;
    }

    private void put(int bit, PointSet black, PointSet white) {
        put(blackFirst, bit, black);
        put(blackFirst, bit + pointCount, white);
        put(whiteFirst, bit, white);
        put(whiteFirst, bit + pointCount, black);
    }

    /** Writes a set into a string from {@code bit} on, where the string is zero. */
    private static void put(long[] string, int bit, PointSet points) {
        int index = bit >>> 6;
        int shift = bit & 63;
        long carry = 0;
        for (int i = 0; i < points.wordCount(); i++) {
            long word = points.word(i);
            string[index++] |= carry | (word >>> shift);
            carry = (word << 1) << (63 - shift);
        }
        string[index] |= carry;
    }
}
