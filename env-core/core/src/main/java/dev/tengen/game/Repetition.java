package dev.tengen.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
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
     * Fresh moves. A move is fresh if its color had never played at its point, and has no stone of the setup there. So the
     * point held no stone of the color in any position before. Let move i be fresh, and let a play leave a coloring R
     * that has a stone of the color of move i on its point. Then none of the positions before move i has the coloring R,
     * and the walk ends with the position that move i left. In particular:
     *
     * - A fresh play is no repetition, unless it is a suicide.
     * - A play that captures nothing and is no suicide keeps all stones. So its walk ends at the newest fresh move whose
     *   stone is on the board.
     * - A capture or a suicide keeps all stones but those it removes. So its walk ends at the newest fresh move whose
     *   stone is on the board and is not removed.
     *
     * The argument is about colorings. Situations are equal only if their colorings are, so it holds for each of the
     * rules. It does not matter whether the moves in between were legal or passes. At the start a walk ends anyway. An
     * undone move is as if it had never been made.
     *
     * Calm positions. Most walks are not even begun. Let the last move be a play, let the stone of a fresh move stand,
     * and let no move since have removed stones. Then the positions since are the present one without the stones of some
     * last moves. A play that keeps the fresh stone repeats none before, as above. It repeats none of those since,
     * either. If it is no suicide, none of them has its stone, since its point is empty now and nothing was removed. If it is a suicide, the opponent's last stone stays on the board, so only the present
     * position can have all stones that the play leaves; a suicide of one stone leaves it, and is always checked. For the
     * same reason a play that makes a calm position makes a new one.
     *
     * Recent positions. If a position is not calm, a walk for a play that keeps the last standing fresh stone would reach
     * the positions since that move: the recent ones. History has the set of the numbers of stones by which they differ
     * from the present one, without the last two. A capture of n stones changes the number by 1 - n, a suicide of n
     * stones, the played one not counted, by -n. So a play is checked only if the set has its change, if it removes the
     * fresh stone, or if it may leave one of the last two positions. Only a suicide of one stone leaves the present one.
     * After a pass or such a suicide the one before is the same. After a larger suicide it has more of the opponent's
     * stones, which no play puts back. Otherwise it lacks the opponent's last stone, so the play must capture exactly
     * that stone, and put back the only stone that it had taken. Few plays are left for which a walk compares hashes.
     *
     * A play that captures nothing and is no suicide adds one stone. So for each earlier position with one own stone
     * more than now and as many of the opponent's: if the play leaves it, the exclusive-or of its hash and the current
     * hash is the key of that stone. The keys lead to their points, which are suspect. No other such play has to be
     * checked.
     *
     * On boards of a few points and in long games, moves are seldom fresh and walks grow. Once they have taken too many
     * steps, the next visible position makes a hash table of all visible ones, which takes the place of walks until the
     * game restarts. An undone move leaves it as the last that entered it.
     *
     * Hashes only find candidates, in that table together with the counts of stones. If hashes are equal, the colorings
     * themselves are compared; the earlier one is rebuilt by walking the history back. So a collision costs time and can
     * never forbid a legal move.
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

    /** Whether positions after plays are marked, and those after passes and at the start. */
    private final boolean marksPlays;

    private final boolean marksPasses;
    private final boolean marksStart;

    private final HashCursor walk;
    private final HistoryCursor past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;

    Repetition(Rules rules, Grid grid) {
        ko = rules.ko();
        isEnding = rules.repetitionEnd() != RepetitionEnd.NONE;
        marksPlays = ko.isSuperko() || isEnding;
        marksPasses = ko == Ko.SITUATIONAL;
        marksStart = marksPlays && ko != Ko.NATURAL_SITUATIONAL;
        walk = new HashCursor(Zobrist.of(grid));
        past = new HistoryCursor(grid);
        blackAfter = new PointSet(grid);
        whiteAfter = new PointSet(grid);
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

    /**
     * Finds the points where a play of {@code color} may be a repetition, except one-stone suicides. Returns false if
     * there are none. Otherwise sets {@code into} to these points, which may be none after all.
     */
    boolean findSuspects(Game game, int color, PointSet into) {
        Board board = game.board();
        History history = game.history();
        if (!ko.isSuperko()) {
            return ko == Ko.SIMPLE && isPoint(history.loneRemoved(), into);
        }
        history.updateRecent(board);
        if (isCalm(history)) {
            return isPoint(atariOfLastFresh(game), into);
        }
        into.clear();
        if (history.hasRecentBeforeLast()) {
            addSuspects(game, color, into);
        }
        addPoint(history.loneRemoved(), into);
        addPoint(atariOfLastFresh(game), into);
        return true;
    }

    private static boolean isPoint(int point, PointSet into) {
        if (point == NO_POINT) {
            return false;
        }
        into.clear();
        into.add(point);
        return true;
    }

    private static void addPoint(int point, PointSet into) {
        if (point != NO_POINT) {
            into.add(point);
        }
    }

    /** Returns whether the position is calm: see the top of this class. */
    private static boolean isCalm(History history) {
        int fresh = history.lastStandingFresh();
        return fresh > 0 && fresh >= history.lastRemoving() && history.isPlay(history.moveCount());
    }

    /** Adds the points where a play of {@code color} may leave a recent position before the last one. */
    private void addSuspects(Game game, int color, PointSet suspects) {
        Board board = game.board();
        History history = game.history();
        board.addAtariPoints(Color.opponent(color), history.removedCountsToRecent(1), suspects);
        suspects.retainAll(history.held(color));
        board.addAtariPoints(color, history.removedCountsToRecent(0), suspects);
        if (history.mayHaveHadBeforeLast(1)) {
            addPlainSuspects(game, color, suspects);
        }
    }

    /**
     * Adds the points where a play of {@code color} that captures nothing and is no suicide may be a repetition, and
     * perhaps points of other plays.
     */
    private void addPlainSuspects(Game game, int color, PointSet suspects) {
        Optional<PositionTable> table = game.positions().table;
        if (table.isPresent()) {
            addSuspectsByTable(table.get(), game, color, suspects);
        } else {
            addSuspectsByWalk(game, color, suspects);
        }
    }

    private void addSuspectsByWalk(Game game, int color, PointSet suspects) {
        Board board = game.board();
        int own = board.stoneCount(color) + 1;
        int enemies = board.stoneCount(Color.opponent(color));
        walk.startAt(game);
        while (!walk.isEnd(game, board.points(Color.BLACK), board.points(Color.WHITE))) {
            walk.stepBack(game);
            if (walk.stoneCount(color) == own && walk.stoneCount(Color.opponent(color)) == enemies) {
                board.zobrist().addPoints(color, walk.hash() ^ board.hash(), suspects);
            }
        }
        countSteps(game);
    }

    private static void addSuspectsByTable(PositionTable positions, Game game, int color, PointSet suspects) {
        Board board = game.board();
        History history = game.history();
        int black = board.stoneCount(Color.BLACK) + (color == Color.BLACK ? 1 : 0);
        int white = board.stoneCount(Color.WHITE) + (color == Color.WHITE ? 1 : 0);
        PointSet empty = board.points(Color.EMPTY);
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            long hash = board.hash() ^ board.zobrist().key(color, point);
            if (history.hasHeld(color, point) && positions.first(tableKey(hash, black, white)) != NONE) {
                suspects.add(point);
            }
        }
    }

    private static long tableKey(long hash, int blackCount, int whiteCount) {
        return SplitMix64.mix(hash + TABLE_SALT * (blackCount << Short.SIZE | whiteCount));
    }

    /** Returns where a play removes the last fresh stone that stands; -1 if none is known, or it is not in atari. */
    private static int atariOfLastFresh(Game game) {
        History history = game.history();
        int fresh = history.lastStandingFresh();
        return fresh == 0 ? NO_POINT : game.board().onlyLiberty(history.move(fresh));
    }

    /**
     * Checks positional, situational and natural situational superko, and simple ko. Returns the number of the first
     * move (only the first is visible) after which the position stood that a play must not repeat; -1 if it repeats
     * none.
     */
    int repeatedMoveNumber(Game game, PlayPreview play) {
        return switch (ko) {
            case POSITIONAL -> findRepeated(game, play, Color.EMPTY);
            case SITUATIONAL -> findRepeated(game, play, Color.opponent(play.color()));
            case NATURAL_SITUATIONAL -> findRepeated(game, play, play.color());
            case SIMPLE -> findSimple(game, play);
            case NONE -> NONE;
        };
    }

    private int findRepeated(Game game, PlayPreview play, int player) {
        if (!isSuspect(game, play)) {
            return NONE;
        }
        Board board = game.board();
        long hash = board.hashAfter(play);
        Optional<PositionTable> table = game.positions().table;
        if (table.isPresent()) {
            long key = tableKey(board, hash, play);
            if (table.get().first(key) == NONE) {
                return NONE;
            }
            board.coloringAfter(play, blackAfter, whiteAfter);
            return find(table.get(), key, game, player, blackAfter, whiteAfter);
        }
        board.coloringAfter(play, blackAfter, whiteAfter);
        walk.startAt(game);
        int found = board.hash() == hash && isSituation(game, walk.moveNumber(), player, blackAfter, whiteAfter)
                ? walk.moveNumber()
                : findByWalk(game, hash, player, blackAfter, whiteAfter);
        countSteps(game);
        return found;
    }

    /** Walks back to the position that has the given situation. Returns its number; -1 if there is none. */
    private int findByWalk(Game game, long hash, int player, PointSet black, PointSet white) {
        while (walk.stepBackTo(game, hash, black, white)) {
            if (isSituation(game, walk.moveNumber(), player, black, white)) {
                return walk.moveNumber();
            }
        }
        return NONE;
    }

    /** Returns whether a play may be a repetition, judged without a walk. */
    private static boolean isSuspect(Game game, PlayPreview play) {
        History history = game.history();
        if (!play.isSuicide() && !history.hasHeld(play.color(), play.point())) {
            return false;
        }
        history.updateRecent(game.board());
        if (isCalm(history)) {
            // A suicide of one stone repeats the present position.
            return play.suicideCount() == 1 || atariOfLastFresh(game) == play.point();
        }
        int change = (play.isSuicide() ? 0 : 1) - play.removedCount();
        return play.suicideCount() == 1
                || play.point() == history.loneRemoved()
                || history.mayHaveHadBeforeLast(change)
                || play.point() == atariOfLastFresh(game);
    }

    /** Returns the key of the position that leaves {@code hash} after a play. */
    private static long tableKey(Board board, long hash, PlayPreview play) {
        int blackCount = board.stoneCount(Color.BLACK);
        int whiteCount = board.stoneCount(Color.WHITE);
        if (!play.isSuicide()) {
            blackCount += play.color() == Color.BLACK ? 1 : 0;
            whiteCount += play.color() == Color.WHITE ? 1 : 0;
        }
        blackCount -= play.removedColor() == Color.BLACK ? play.removedCount() : 0;
        whiteCount -= play.removedColor() == Color.WHITE ? play.removedCount() : 0;
        return tableKey(hash, blackCount, whiteCount);
    }

    /** Returns the number of the position in the table that has the given situation; -1 if there is none. */
    private int find(PositionTable positions, long key, Game game, int player, PointSet black, PointSet white) {
        for (int slot = positions.first(key); slot != NONE; slot = positions.next(slot, key)) {
            int number = positions.number(slot);
            if (isSituation(game, number, player, black, white)) {
                return number;
            }
        }
        return NONE;
    }

    /** Returns whether position {@code number} is visible and has the given situation. */
    private boolean isSituation(Game game, int number, int player, PointSet black, PointSet white) {
        History history = game.history();
        return history.isVisible(number)
                && player(history, number) == player
                && isColoringAt(game, number, black, white);
    }

    /**
     * Simple ko: the play must not restore the position before the last move. That one must have removed a single stone
     * then, otherwise the counts of stones differ.
     */
    private int findSimple(Game game, PlayPreview play) {
        Board board = game.board();
        History history = game.history();
        if (history.loneRemoved() == NO_POINT) {
            return NONE;
        }
        walk.startAt(game);
        walk.stepBack(game);
        if (walk.hash() != board.hashAfter(play)) {
            return NONE;
        }
        board.coloringAfter(play, blackAfter, whiteAfter);
        return isColoringAt(game, walk.moveNumber(), blackAfter, whiteAfter) ? walk.moveNumber() : NONE;
    }

    /** Returns whether the given coloring stood after move {@code number}. */
    private boolean isColoringAt(Game game, int number, PointSet black, PointSet white) {
        past.startAt(game);
        while (past.moveNumber() > number) {
            past.stepBack(game);
        }
        return past.stones(Color.BLACK).equals(black)
                && past.stones(Color.WHITE).equals(white);
    }

    /** Adds the current position, after the last move of {@code game}, legal or perhaps not, or at the start. */
    void moveAdded(Game game, boolean isLegal) {
        History history = game.history();
        int number = history.moveCount();
        if (!isTracked(history, number)) {
            return;
        }
        // Under superko a legal play leaves no earlier situation. A pass may.
        boolean isKnownNew = isLegal && ko.isSuperko() && history.isPlay(number);
        if (isKnownNew || isNew(game, number)) {
            history.markVisible(number);
            game.positions().setHash ^= situationHash(game, number);
            addToTable(game, number);
        } else if (isEnding) {
            history.markRepeating(number);
        }
    }

    private void addToTable(Game game, int number) {
        Positions positions = game.positions();
        boolean isNeeded = positions.table.isPresent()
                ? !positions.table.get().hasRoomFor(number)
                : positions.longSteps > LONG_STEPS_PER_POINT * game.grid().pointCount();
        if (isNeeded) {
            positions.table = Optional.of(tableOfVisible(game));
        } else if (positions.table.isPresent()) {
            positions.table.get().add(number, tableKey(game.board()));
        }
    }

    private PositionTable tableOfVisible(Game game) {
        History history = game.history();
        long[] keys = new long[history.moveCount() + 1];
        walk.startAt(game);
        keys[walk.moveNumber()] = tableKey(walk);
        while (walk.moveNumber() > 0) {
            walk.stepBack(game);
            keys[walk.moveNumber()] = tableKey(walk);
        }
        PositionTable positions = new PositionTable(history.moveCount());
        for (int number = 0; number < keys.length; number++) {
            if (history.isVisible(number)) {
                positions.add(number, keys[number]);
            }
        }
        return positions;
    }

    private static long tableKey(HashCursor position) {
        return tableKey(position.hash(), position.stoneCount(Color.BLACK), position.stoneCount(Color.WHITE));
    }

    /** Returns the key of the position on {@code board}. */
    private static long tableKey(Board board) {
        return tableKey(board.hash(), board.stoneCount(Color.BLACK), board.stoneCount(Color.WHITE));
    }

    /** Counts the steps of the last walk. */
    private void countSteps(Game game) {
        Positions positions = game.positions();
        int steps = game.moveNumber() - walk.moveNumber();
        positions.longSteps = Math.max(0, positions.longSteps + steps - STEPS_OF_SHORT_WALK);
    }

    /** Removes the current position, before the last move of {@code game} is undone. */
    void moveRemoved(Game game) {
        int number = game.moveNumber();
        if (game.history().isVisible(number)) {
            Positions positions = game.positions();
            positions.table.ifPresent(table -> table.remove(number, tableKey(game.board())));
            positions.setHash ^= situationHash(game, number);
        }
    }

    private boolean isTracked(History history, int number) {
        return history.isPlay(number) ? marksPlays : marksPasses || (number == 0 && marksStart);
    }

    /** Returns the player of the situation after move {@code number}. */
    private int player(History history, int number) {
        return switch (ko) {
            case SITUATIONAL -> history.playerToMove(number);
            case NATURAL_SITUATIONAL -> history.mover(number);
            default -> Color.EMPTY;
        };
    }

    /** Returns the hash of the current situation, after move {@code number}. */
    private long situationHash(Game game, int number) {
        return SplitMix64.mix(game.board().hash() + SITUATION_SALT * (player(game.history(), number) + 1));
    }

    /** Returns whether no recent position can be the present one, because its number of stones differs. */
    private static boolean isNewTotal(History history) {
        // Only a pass and a suicide of one stone leave the position before them.
        boolean isChanged = history.isPlay(history.moveCount()) && !history.isLoneSuicide();
        return isChanged ? !history.mayHaveHadBeforeLast(0) : !history.mayHaveHad(0);
    }

    /** Returns whether the current situation, after move {@code number}, did not occur before. */
    private boolean isNew(Game game, int number) {
        Board board = game.board();
        game.history().updateRecent(board);
        if (isNewTotal(game.history())) {
            return true;
        }
        int player = player(game.history(), number);
        PointSet black = board.points(Color.BLACK);
        PointSet white = board.points(Color.WHITE);
        Optional<PositionTable> table = game.positions().table;
        if (table.isPresent()) {
            return find(table.get(), tableKey(board), game, player, black, white) == NONE;
        }
        walk.startAt(game);
        int found = findByWalk(game, board.hash(), player, black, white);
        countSteps(game);
        return found == NONE;
    }
}
