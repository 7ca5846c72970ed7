package dev.tengen.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import java.util.Optional;

/**
 * Detects plays that would repeat a position which the ko rule forbids (ko and superko detection).
 *
 * <p>Nothing here allocates, except for a table in games whose plays seldom take a new point.
 */
final class Repetition {
    /*
     * A situation is a coloring and, under two of the rules, a player: the one to move (SITUATIONAL) or the one whose
     * play made it (NATURAL_SITUATIONAL). Of each set of equal situations the first is marked as visible. A play is
     * compared with the visible positions, from the newest to older ones, by walking the history back. Few steps do,
     * thanks to the moves that are fresh.
     *
     * Fresh moves. A move is fresh if its point held no stone of its color in any position before it. Let move i be
     * fresh, and let a play leave a coloring R that has a stone of the color of move i on its point. No position before
     * move i has a stone of that color there. So none of them has the coloring R, and the walk ends. In particular:
     *
     * - A play at a point that never held its color is no repetition, unless it is a suicide.
     * - A play that captures nothing and is no suicide keeps all stones. So its walk ends at the newest fresh move whose
     *   stone is on the board.
     * - A capture or a suicide keeps all stones but those it removes. So its walk ends at the newest fresh move whose
     *   stone is on the board and is not removed.
     *
     * The argument is about colorings. Situations are equal only if their colorings are, so it holds for each of the
     * rules. It does not matter whether the moves in between were legal. Stones of the setup are no moves; at the start
     * a walk ends anyway.
     *
     * Calm positions. Most walks are not even begun. Let the last move be a play, and let no move since the last fresh
     * one have removed stones, nor that one its own. Then its stone stands, and the positions since are the present one
     * without the stones of some last moves. A play that keeps the fresh stone repeats none before, as above. It repeats
     * none of those since, either: if it is no suicide, none of them has its stone; if it is one, it leaves the stone of
     * the last move, which is the opponent's, and so could only leave the present position. That it does if it is a
     * single stone. The present position itself is new.
     *
     * A play that captures nothing and is no suicide adds one stone. So for each earlier position with one own stone
     * more than now, the exclusive-or of its hash and the current hash must be the key of that stone. A table from keys
     * to points then gives the suspect play (addSuspects). No other point has to be checked.
     *
     * Hashes only find candidates, in the table together with the counts of stones. If hashes are equal, the colorings themselves are compared; the earlier one is
     * rebuilt by walking the history back. So a collision costs time and can never forbid a legal move.
     *
     * On boards of a few points and in long games, moves are seldom fresh and walks grow. If they take too many steps,
     * a hash table of the visible positions takes their place until the game restarts.
     *
     * If a repetition is not forbidden but ends the game, colorings are marked as under positional superko, and a play
     * that leaves one of them is marked.
     */
    private static final int NONE = -1;
    private static final int NO_POINT = -1;
    private static final long SITUATION_SALT = 0x5851F42D4C957F2DL;
    private static final long TABLE_SALT = 0xD1342543DE82EF95L;

    /** Steps of a walk beyond this number are too many. */
    private static final int STEPS_OF_SHORT_WALK = 32;

    /**
     * The number of steps too many, for each point, less those that short walks save, beyond which there is a table.
     */
    private static final int LONG_STEPS_PER_POINT = 64;
    /** The number of moves, for each point, beyond which most games of random plays have a table. */
    private static final int MOVES_PER_POINT_BEFORE_TABLE = 5;

    private final Ko ko;

    /** Whether a repetition ends the game. In that case {@link #ko} is not superko. */
    private final boolean isEnding;

    private final Board board;
    private final History history;

    private final Walk walk;
    private int longSteps;

    /** The visible positions; empty while walks are short. */
    private Optional<PositionTable> table = Optional.empty();

    private long setHash;

    private final HistoryCursor past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;

    Repetition(Rules rules, Board board, History history) {
        ko = rules.ko();
        isEnding = rules.repetitionEnd() != RepetitionEnd.NONE;
        this.board = board;
        this.history = history;
        walk = new Walk(board, history);
        past = new HistoryCursor(board.grid());
        blackAfter = new PointSet(board.grid());
        whiteAfter = new PointSet(board.grid());
        moveAdded();
    }

    /** Removes every position but the current one, which is the start. */
    void clear() {
        table = Optional.empty();
        longSteps = 0;
        setHash = 0;
        moveAdded();
    }

    private Repetition(Repetition other, Board board, History history) {
        this.ko = other.ko;
        this.isEnding = other.isEnding;
        this.board = board;
        this.history = history;
        walk = new Walk(board, history);
        longSteps = other.longSteps;
        table = other.table.map(PositionTable::copy);
        setHash = other.setHash;
        past = new HistoryCursor(board.grid());
        blackAfter = new PointSet(board.grid());
        whiteAfter = new PointSet(board.grid());
    }

    /** Returns a copy for copies of the board and of the history. */
    Repetition copy(Board boardCopy, History historyCopy) {
        return new Repetition(this, boardCopy, historyCopy);
    }

    /**
     * Returns the number of slots of the table for which to have memory in a game of {@code moveCount} moves on a board
     * of {@code pointCount} points. In shorter games walks stay short.
     */
    static int tableSize(Rules rules, int pointCount, int moveCount) {
        boolean isTracking = rules.ko().isSuperko() || rules.repetitionEnd() != RepetitionEnd.NONE;
        boolean isLong = moveCount > MOVES_PER_POINT_BEFORE_TABLE * pointCount;
        return isTracking && isLong ? PositionTable.slotCount(moveCount) : 0;
    }

    /** Returns whether a table takes the place of walks. */
    boolean usesTable() {
        return table.isPresent();
    }

    /** Returns the hash of the set of situations that superko compares with, including the current one. */
    long setHash() {
        return setHash;
    }

    /**
     * Adds to {@code suspects} the points where a play of {@code color} that captures nothing and is no suicide may be
     * a repetition. Returns whether there is such a point. For other plays the result has no meaning.
     */
    boolean addSuspects(int color, PointSet suspects) {
        if (!ko.isSuperko() || isCalm()) {
            return false;
        }
        return table.isPresent() ? addSuspects(table.get(), color, suspects) : addSuspectsByWalk(color, suspects);
    }

    /** Returns whether the position is calm: see the top of this class. */
    private boolean isCalm() {
        int lastFresh = history.lastFresh();
        return lastFresh > 0
                && lastFresh >= history.lastRemoving()
                && !history.isSuicide(lastFresh)
                && history.isPlay(history.moveCount());
    }

    /** Returns whether a play at {@code point} removes the stone of the last fresh move from a calm position. */
    private boolean removesLastFresh(int point, int removedColor) {
        int number = history.lastFresh();
        return history.mover(number) == removedColor && board.isInAtariAt(history.move(number), point);
    }

    private boolean addSuspectsByWalk(int color, PointSet suspects) {
        int own = board.stoneCount(color) + 1;
        int enemies = board.stoneCount(Color.opponent(color));
        boolean isAny = false;
        walk.start();
        while (!walk.isEnd(NO_POINT, Color.EMPTY, Color.EMPTY)) {
            walk.stepBack();
            if (walk.stoneCount(color) == own && walk.stoneCount(Color.opponent(color)) == enemies) {
                isAny |= board.zobrist().addPoints(color, walk.hash() ^ board.hash(), suspects);
            }
        }
        countSteps();
        return isAny;
    }

    private boolean addSuspects(PositionTable positions, int color, PointSet suspects) {
        int black = board.stoneCount(Color.BLACK) + (color == Color.BLACK ? 1 : 0);
        int white = board.stoneCount(Color.WHITE) + (color == Color.WHITE ? 1 : 0);
        PointSet empty = board.points(Color.EMPTY);
        boolean isAny = false;
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            long hash = board.hash() ^ board.zobrist().key(color, point);
            if (history.hasHeld(color, point) && positions.first(tableKey(hash, black, white)) != NONE) {
                suspects.add(point);
                isAny = true;
            }
        }
        return isAny;
    }

    private static long tableKey(long hash, int blackCount, int whiteCount) {
        return SplitMix64.mix(hash + TABLE_SALT * (blackCount << Short.SIZE | whiteCount));
    }

    /**
     * Returns whether a play of {@code color} at {@code point} that removes {@code removedCount} stones of
     * {@code removedColor} from the board and leaves {@code hash} may be a repetition. If this returns false, the play
     * is no repetition.
     */
    boolean isSuspect(int point, int color, int removedColor, int removedCount, long hash) {
        if (!ko.isSuperko()) {
            return ko == Ko.SIMPLE && isBeforeLastPlay(hash);
        }
        if (removedColor != color && !history.hasHeld(color, point)) {
            return false;
        }
        if (isCalm() && !removesLastFresh(point, removedColor)) {
            return hash == board.hash();
        }
        if (table.isPresent()) {
            return table.get().first(tableKey(hash, color, removedColor, removedCount)) != NONE;
        }
        walk.start();
        boolean isFound = board.hash() == hash || walk.stepBackTo(hash, point, color, removedColor);
        countSteps();
        return isFound;
    }

    /** Returns the key of the position that leaves {@code hash} after a play as in {@link #isSuspect}. */
    private long tableKey(long hash, int color, int removedColor, int removedCount) {
        boolean isSuicide = removedColor == color;
        int own = board.stoneCount(color) + (isSuicide ? -removedCount : 1);
        int enemies = board.stoneCount(Color.opponent(color)) - (isSuicide ? 0 : removedCount);
        return color == Color.BLACK ? tableKey(hash, own, enemies) : tableKey(hash, enemies, own);
    }

    /**
     * Checks positional, situational and natural situational superko, and simple ko. Returns the number of the first
     * move after which the position stood that a play must not repeat; -1 if it repeats none. {@code play} must be the
     * preview of a stone of {@code color} on {@code point}.
     */
    int repeatedMoveNumber(PlayPreview play, int point, int color) {
        return switch (ko) {
            case POSITIONAL -> findRepeated(play, point, color, Color.EMPTY);
            case SITUATIONAL -> findRepeated(play, point, color, Color.opponent(color));
            case NATURAL_SITUATIONAL -> findRepeated(play, point, color, color);
            case SIMPLE -> findSimple(play, point, color);
            case NONE -> NONE;
        };
    }

    private int findRepeated(PlayPreview play, int point, int color, int player) {
        int removedColor = play.isSuicide() ? color : Color.opponent(color);
        int removedCount = play.isSuicide() ? play.suicideCount() - 1 : play.capturedCount();
        if (!isSuspect(point, color, removedColor, removedCount, play.hash())) {
            return NONE;
        }
        board.coloringAfter(play, point, color, blackAfter, whiteAfter);
        if (table.isPresent()) {
            return find(
                    table.get(),
                    tableKey(play.hash(), color, removedColor, removedCount),
                    player,
                    blackAfter,
                    whiteAfter);
        }
        walk.start();
        boolean isCandidate = board.hash() == play.hash();
        while (isCandidate || walk.stepBackTo(play.hash(), point, color, removedColor)) {
            if (isSituation(walk.moveNumber(), player, blackAfter, whiteAfter)) {
                return walk.moveNumber();
            }
            isCandidate = false;
        }
        return NONE;
    }

    /** Returns the number of the position in the table that has the given situation; -1 if there is none. */
    private int find(PositionTable positions, long key, int player, PointSet black, PointSet white) {
        for (int slot = positions.first(key); slot != NONE; slot = positions.next(slot, key)) {
            int number = positions.number(slot);
            if (isSituation(number, player, black, white)) {
                return number;
            }
        }
        return NONE;
    }

    /** Returns whether position {@code number} is visible and has the given situation. */
    private boolean isSituation(int number, int player, PointSet black, PointSet white) {
        return history.isVisible(number) && player(number) == player && isColoringAt(number, black, white);
    }

    private int findSimple(PlayPreview play, int point, int color) {
        if (!isBeforeLastPlay(play.hash())) {
            return NONE;
        }
        int last = history.moveCount();
        board.coloringAfter(play, point, color, blackAfter, whiteAfter);
        return isColoringAt(last - 1, blackAfter, whiteAfter) ? last - 1 : NONE;
    }

    /**
     * Returns whether one play can restore the position before the last move, and that position had {@code hash}. The
     * last move must have removed one stone then: otherwise the counts of stones differ.
     */
    private boolean isBeforeLastPlay(long hash) {
        if (history.removedCount() != 1) {
            return false;
        }
        int last = history.moveCount();
        int mover = history.mover(last);
        int removed = history.removed()[History.removedFrom(1, history.removedEnd())];
        int removedColor = history.isSuicide(last) ? mover : Color.opponent(mover);
        Zobrist zobrist = board.zobrist();
        return hash == (board.hash() ^ zobrist.key(mover, history.move(last)) ^ zobrist.key(removedColor, removed));
    }

    /** Returns whether the given coloring stood after move {@code number}. */
    private boolean isColoringAt(int number, PointSet black, PointSet white) {
        past.startAt(board, history);
        while (past.moveNumber() > number) {
            past.stepBack(history, board.zobrist());
        }
        return past.stones(Color.BLACK).equals(black)
                && past.stones(Color.WHITE).equals(white);
    }

    /**
     * Adds the position after the last move of the history, or the start if there is no move. The board must be at that
     * position.
     */
    void moveAdded() {
        int number = history.moveCount();
        if (!isTracked(number)) {
            return;
        }
        if (isNew(number)) {
            history.markVisible(number);
            setHash ^= situationHash(number);
            addToTable(number);
        } else if (isEnding) {
            history.markRepeating(number);
        }
    }

    private void addToTable(int number) {
        if (table.isPresent()
                ? !table.get().hasRoomFor(number)
                : longSteps > LONG_STEPS_PER_POINT * board.grid().pointCount()) {
            table = Optional.of(tableOfVisible());
        } else if (table.isPresent()) {
            table.get().add(number, tableKey());
        }
    }

    private PositionTable tableOfVisible() {
        long[] keys = new long[history.moveCount() + 1];
        walk.start();
        keys[walk.moveNumber()] = walk.tableKey();
        while (walk.moveNumber() > 0) {
            walk.stepBack();
            keys[walk.moveNumber()] = walk.tableKey();
        }
        PositionTable positions = new PositionTable(history.moveCount());
        for (int number = 0; number < keys.length; number++) {
            if (history.isVisible(number)) {
                positions.add(number, keys[number]);
            }
        }
        return positions;
    }

    /** Returns the key of the current position. */
    private long tableKey() {
        return tableKey(board.hash(), board.stoneCount(Color.BLACK), board.stoneCount(Color.WHITE));
    }

    /** Counts the steps of the last walk. */
    private void countSteps() {
        int steps = history.moveCount() - walk.moveNumber();
        longSteps = Math.max(0, longSteps + steps - STEPS_OF_SHORT_WALK);
    }

    /**
     * Removes the position after the last move of the history, before that move is undone. The board must still be at
     * it.
     */
    void moveRemoved() {
        int number = history.moveCount();
        if (history.isVisible(number)) {
            table.ifPresent(positions -> positions.remove(number, tableKey()));
            setHash ^= situationHash(number);
        }
    }

    private boolean isTracked(int number) {
        return switch (ko) {
            case POSITIONAL -> number == 0 || history.isPlay(number);
            case SITUATIONAL -> true;
            case NATURAL_SITUATIONAL -> history.isPlay(number);
            case SIMPLE, NONE -> isEnding && (number == 0 || history.isPlay(number));
        };
    }

    /** Returns the player of the situation after move {@code number}. */
    private int player(int number) {
        return switch (ko) {
            case SITUATIONAL -> history.playerToMove(number);
            case NATURAL_SITUATIONAL -> history.mover(number);
            default -> Color.EMPTY;
        };
    }

    /** Returns the hash of the current situation, after move {@code number}. */
    private long situationHash(int number) {
        return SplitMix64.mix(board.hash() + SITUATION_SALT * (player(number) + 1));
    }

    /** Returns whether the current situation, after move {@code number}, did not occur before. */
    private boolean isNew(int number) {
        if (isCalm()) {
            return true;
        }
        long hash = board.hash();
        int player = player(number);
        PointSet black = board.points(Color.BLACK);
        PointSet white = board.points(Color.WHITE);
        if (table.isPresent()) {
            return find(table.get(), tableKey(), player, black, white) == NONE;
        }
        walk.start();
        boolean isNew = true;
        while (isNew && walk.stepBackTo(hash, NO_POINT, Color.EMPTY, Color.EMPTY)) {
            isNew = !isSituation(walk.moveNumber(), player, black, white);
        }
        countSteps();
        return isNew;
    }

    /** Walks back through the hashes of a game. Reusable: {@link #start} begins another walk. */
    private static final class Walk {
        private final Board board;
        private final History history;
        private int moveNumber;
        private int removedEnd;
        private long hash;
        private int blackCount;
        private int whiteCount;

        Walk(Board board, History history) {
            this.board = board;
            this.history = history;
        }

        void start() {
            moveNumber = history.moveCount();
            removedEnd = history.removedEnd();
            hash = board.hash();
            blackCount = board.stoneCount(Color.BLACK);
            whiteCount = board.stoneCount(Color.WHITE);
        }

        int moveNumber() {
            return moveNumber;
        }

        long hash() {
            return hash;
        }

        long tableKey() {
            return Repetition.tableKey(hash, blackCount, whiteCount);
        }

        int stoneCount(int color) {
            return color == Color.BLACK ? blackCount : whiteCount;
        }

        /**
         * Steps back to the next earlier position with {@code hash}, and returns whether the walk reached one. The
         * other values are those of {@link #isEnd}.
         */
        boolean stepBackTo(long wanted, int point, int color, int removedColor) {
            while (!isEnd(point, color, removedColor)) {
                stepBack();
                if (hash == wanted) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Returns whether no earlier position can have the coloring that a play leaves: a stone of {@code color} at
         * {@code point} that removes stones of {@code removedColor}, or no play if these are no colors.
         */
        boolean isEnd(int point, int color, int removedColor) {
            if (moveNumber == 0) {
                return true;
            }
            if (!history.isFresh(moveNumber)) {
                return false;
            }
            int stone = history.move(moveNumber);
            int mover = history.mover(moveNumber);
            if (stone == point) {
                return mover == color && color != removedColor;
            }
            return board.colorAt(stone) == mover && !(mover == removedColor && board.isInAtariAt(stone, point));
        }

        void stepBack() {
            if (history.isPlay(moveNumber)) {
                int mover = history.mover(moveNumber);
                toggle(history.move(moveNumber), mover, -1);
                if (history.isRemoving(moveNumber)) {
                    restore(history.isSuicide(moveNumber) ? mover : Color.opponent(mover));
                }
            }
            moveNumber--;
        }

        private void restore(int color) {
            short[] removed = history.removed();
            int count = history.removedCount(moveNumber, removedEnd);
            int from = History.removedFrom(count, removedEnd);
            for (int i = from; i < from + count; i++) {
                toggle(removed[i], color, 1);
            }
            removedEnd = from;
        }

        private void toggle(int stone, int color, int change) {
            hash ^= board.zobrist().key(color, stone);
            if (color == Color.BLACK) {
                blackCount += change;
            } else {
                whiteCount += change;
            }
        }
    }
}
