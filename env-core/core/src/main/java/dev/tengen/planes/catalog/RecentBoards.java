package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last boards of a game as bit strings, newest first, for encodings with history. Subclasses define the contents of
 * the strings.
 *
 * <p>It follows a game: each call of {@link #follow} adds the boards of the moves made since the last call. So most of
 * a string is written once and copied often. Only the first call allocates. Not thread-safe.
 */
abstract class RecentBoards {
    /*
     * A new board is written in front of the others, where the string is zero, so no other bits need to be preserved.
     * When there is no room left in front, the boards are moved to the back, by whole words. So the room is a number of
     * whole words, even for boards of a few points, of which a word holds many.
     */
    static final int ROOM_IN_FRONT = 8;

    private final int boardCount;
    private final int boardBitCount;
    private final MissingHistory missing;
    private final HistoryCursor past;
    private final long[][] strings;
    private final int pointCount;
    /** The bit at which the newest board starts, in each string. */
    private int start;

    /** The game of the strings; another object before the first call. */
    private Object followed = this;

    private int moveNumber;
    private int rewindCount;

    /** Creates {@code stringCount} strings, in which a board has {@code planesOfBoard} planes. */
    RecentBoards(EncodingSpec spec, Grid grid, int stringCount, int planesOfBoard) {
        boardCount = spec.boardCount();
        missing = spec.missingHistory();
        pointCount = grid.pointCount();
        boardBitCount = planesOfBoard * pointCount;
        past = new HistoryCursor(grid);
        strings = new long[stringCount][0];
    }

    /** Returns the age of a board as text for the meaning of a plane. */
    static String when(int age) {
        return age == 0 ? "now" : age + (age == 1 ? " move ago" : " moves ago");
    }

    /** Appends all boards in the perspective of the player {@code own}. */
    abstract void appendTo(PlaneBits bits, int own);

    /** Writes a board with {@code next} to move into the strings at {@code bit}, where they are zero. */
    abstract void putBoard(int bit, PointSet black, PointSet white, int next);

    /** Updates the strings to the present position of {@code game}. */
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

    /** Appends the last boards of string {@code index}. */
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
        int wordCount = roomWords(boardBitCount) + wordsOf(boardBitCount * boardCount);
        for (int i = 0; i < strings.length; i++) {
            if (strings[i].length == 0) {
                strings[i] = new long[wordCount];
            }
            Arrays.fill(strings[i], 0);
        }
        start = roomWords(boardBitCount) << 6;
    }

    /** Returns the number of words in front of the boards when they are at the back. */
    private static int roomWords(int boardBitCount) {
        return (boardBitCount * ROOM_IN_FRONT + 63) >>> 6;
    }

    /** Returns the number of words that {@code bitCount} bits touch at most, and one that may be written after them. */
    private static int wordsOf(int bitCount) {
        return (bitCount >>> 6) + 2;
    }

    /** Adds a board in front of the others. */
    private void push(PointSet black, PointSet white, int next) {
        if (start < boardBitCount) {
            moveToBack();
        }
        start -= boardBitCount;
        putBoard(start, black, white, next);
    }

    private void moveToBack() {
        int wordCount = wordsOf(boardBitCount * boardCount);
        int from = start >>> 6;
        int to = strings[0].length - wordCount;
        for (long[] string : strings) {
            System.arraycopy(string, from, string, to, wordCount);
            Arrays.fill(string, 0, to, 0);
        }
        start += (to - from) << 6;
    }

    /** Writes two sets one after the other into string {@code index} at {@code bit}, where it is zero. */
    final void putPair(int index, int bit, PointSet first, PointSet second) {
        put(index, bit, first);
        put(index, bit + pointCount, second);
    }

    /** Writes a set into string {@code index} at {@code bit}, where it is zero. */
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

    /**
     * Boards as pairs of planes, own stones and then the opponent's, all in the perspective of the player to move now.
     * There are two strings: one with black stones first on each board, the other with white stones first.
     */
    static final class Paired extends RecentBoards {
        private static final int BLACK_FIRST = 0;
        private static final int WHITE_FIRST = 1;

        Paired(EncodingSpec spec, Grid grid) {
            super(spec, grid, 2, 2);
        }

        /** Returns the features of {@code boardCount} boards. */
        static List<Feature> planes(int boardCount) {
            List<Feature> planes = new ArrayList<>();
            for (int age = 0; age < boardCount; age++) {
                planes.add(new Feature("own_" + age, "a stone of the player to move, " + when(age)));
                planes.add(new Feature("opponent_" + age, "a stone of the other player, " + when(age)));
            }
            return planes;
        }

        @Override
        void appendTo(PlaneBits bits, int own) {
            append(bits, own == Color.BLACK ? BLACK_FIRST : WHITE_FIRST);
        }

        @Override
        void putBoard(int bit, PointSet black, PointSet white, int next) {
            putPair(BLACK_FIRST, bit, black, white);
            putPair(WHITE_FIRST, bit, white, black);
        }
    }

    /** Own stones of all boards, then the opponent's of all boards, in the perspective of the player to move now. */
    static final class Grouped extends RecentBoards {
        private static final int BLACK = 0;
        private static final int WHITE = 1;

        Grouped(EncodingSpec spec, Grid grid) {
            super(spec, grid, 2, 1);
        }

        /** Returns the features of {@code boardCount} boards. */
        static List<Feature> planes(int boardCount) {
            List<Feature> planes = new ArrayList<>();
            for (int age = 0; age < boardCount; age++) {
                planes.add(new Feature("own_" + age, "a stone of the player to move, " + when(age)));
            }
            for (int age = 0; age < boardCount; age++) {
                planes.add(new Feature("opponent_" + age, "a stone of the other player, " + when(age)));
            }
            return planes;
        }

        @Override
        void appendTo(PlaneBits bits, int own) {
            append(bits, own == Color.BLACK ? BLACK : WHITE);
            append(bits, own == Color.BLACK ? WHITE : BLACK);
        }

        @Override
        void putBoard(int bit, PointSet black, PointSet white, int next) {
            put(BLACK, bit, black);
            put(WHITE, bit, white);
        }
    }

    /**
     * Boards as pairs of planes, each in the perspective of the player whose move made it: the stones of that player,
     * then those of the other. A board never changes, so one string serves both players.
     */
    static final class ByMover extends RecentBoards {
        ByMover(EncodingSpec spec, Grid grid) {
            super(spec, grid, 1, 2);
        }

        /** Returns the features of {@code boardCount} boards. */
        static List<Feature> planes(int boardCount) {
            List<Feature> planes = new ArrayList<>();
            for (int age = 0; age < boardCount; age++) {
                String board = "on the board " + when(age);
                planes.add(new Feature("mover_" + age, board + ", a stone of the player whose move made it"));
                planes.add(new Feature("other_" + age, board + ", a stone of the other player"));
            }
            return planes;
        }

        @Override
        void appendTo(PlaneBits bits, int own) {
            append(bits, 0);
        }

        @Override
        void putBoard(int bit, PointSet black, PointSet white, int next) {
            putPair(0, bit, next == Color.BLACK ? white : black, next == Color.BLACK ? black : white);
        }
    }
}
