package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PlaneBits;
import java.util.Arrays;

/**
 * The last boards of a game as strings of bits, newest first, the way planes of history want them.
 *
 * <p>It follows a game: each call of {@link #follow} adds the boards of the moves made since the last one, so that most
 * of a string is written once and copied often. What a string holds of a board is said by the classes below this one. The
 * first call allocates the strings, later ones nothing. Not thread-safe.
 */
abstract class RecentBoards {
    /*
     * A new board goes in front of the others, where the string is zero, so that nothing beside it needs to be kept. When
     * there is no room left in front, the boards are moved to the back, by whole words.
     */
    private static final int ROOM_IN_FRONT = 16;

    private final int boardCount;
    private final int boardBitCount;
    private final MissingHistory missing;
    private final HistoryCursor past;
    private final long[][] strings;
    private final int pointCount;
    /** The bit at which the newest board begins, in each string. */
    private int start;

    /** The game that the strings are of; something else until there is one. */
    private Object followed = this;

    private int moveNumber;
    private int rewindCount;

    /** Makes {@code stringCount} strings, in which a board has {@code planesOfBoard} planes. */
    RecentBoards(EncodingSpec spec, Grid grid, int stringCount, int planesOfBoard) {
        boardCount = spec.boardCount();
        missing = spec.missingHistory();
        pointCount = grid.pointCount();
        boardBitCount = planesOfBoard * pointCount;
        past = new HistoryCursor(grid);
        strings = new long[stringCount][0];
    }

    /** Returns when the board stood that is {@code age} moves old, as planes tell it. */
    static String when(int age) {
        return age == 0 ? "now" : age + (age == 1 ? " move ago" : " moves ago");
    }

    /** Appends the boards, those of all ages, as the player {@code own} sees them. */
    abstract void appendTo(PlaneBits bits, int own);

    /** Writes a board, after which {@code next} was to move, into the strings from {@code bit} on, where they are zero. */
    abstract void putBoard(int bit, PointSet black, PointSet white, int next);

    /** Brings the strings up to the present position of {@code game}. */
    final void follow(Game game) {
        int added = game.moveNumber() - moveNumber;
        boolean isGrown = game == followed && game.rewindCount() == rewindCount;
        if (!isGrown || added > 2) {
            rebuild(game);
        } else if (added > 0) {
            int next = game.playerToMove();
            if (added == 2) {
                past.startAt(game);
                past.stepBack(game);
                push(past.stones(Color.BLACK), past.stones(Color.WHITE), Color.opponent(next));
            }
            push(game.board().points(Color.BLACK), game.board().points(Color.WHITE), next);
        }
        followed = game;
        moveNumber = game.moveNumber();
        rewindCount = game.rewindCount();
    }

    /** Appends what string {@code index} holds of the last boards. */
    final void append(PlaneBits bits, int index) {
        bits.append(strings[index], start, boardBitCount * boardCount);
    }

    private void rebuild(Game game) {
        clear();
        past.startAt(game);
        int next = game.playerToMove();
        for (int age = 0; age < boardCount; age++) {
            boolean isMissing = age > game.moveNumber();
            if (isMissing && missing != MissingHistory.OLDEST_BOARD) {
                return;
            }
            if (age > 0 && !isMissing) {
                past.stepBack(game);
                next = Color.opponent(next);
            }
            putBoard(start + boardBitCount * age, past.stones(Color.BLACK), past.stones(Color.WHITE), next);
        }
    }

    private void clear() {
        int wordCount = ((boardBitCount * (boardCount + ROOM_IN_FRONT)) >>> 6) + 2;
        for (int i = 0; i < strings.length; i++) {
            if (strings[i].length == 0) {
                strings[i] = new long[wordCount];
            }
            Arrays.fill(strings[i], 0);
        }
        start = boardBitCount * ROOM_IN_FRONT;
    }

    /** Puts a board in front of the others. */
    private void push(PointSet black, PointSet white, int next) {
        if (start < boardBitCount) {
            moveToBack();
        }
        start -= boardBitCount;
        putBoard(start, black, white, next);
    }

    private void moveToBack() {
        int wordCount = ((boardBitCount * boardCount) >>> 6) + 2;
        int from = start >>> 6;
        int to = strings[0].length - wordCount;
        for (long[] string : strings) {
            System.arraycopy(string, from, string, to, wordCount);
            Arrays.fill(string, 0, to, 0);
        }
        start += (to - from) << 6;
    }

    /** Writes two sets, one behind the other, into string {@code index} from {@code bit} on, where it is zero. */
    final void putPair(int index, int bit, PointSet first, PointSet second) {
        put(index, bit, first);
        put(index, bit + pointCount, second);
    }

    /** Writes a set into string {@code index} from {@code bit} on, where it is zero. */
    final void put(int index, int bit, PointSet points) {
        long[] string = strings[index];
        int word = bit >>> 6;
        int shift = bit & 63;
        long carry = 0;
        for (int i = 0; i < points.wordCount(); i++) {
            long bits = points.word(i);
            string[word++] |= carry | (bits >>> shift);
            carry = (bits << 1) << (63 - shift);
        }
        string[word] |= carry;
    }
}
