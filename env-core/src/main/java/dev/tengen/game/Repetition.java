package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;

/**
 * Tells whether a play would repeat a position that the ko rule forbids.
 *
 * <p>The table grows with the game; otherwise nothing here allocates.
 */
final class Repetition {
    /*
     * A situation is a coloring and, under two of the rules, a player: the one to move (SITUATIONAL) or the one who
     * made it by a play (NATURAL_SITUATIONAL). The table holds the move number of the first of each set of equal
     * situations, found by the hash of the coloring and the player, with linear probing. Hashes only find candidates:
     * on equal hashes the colorings themselves are compared, the earlier one rebuilt by walking the history back. So a
     * collision costs time and can never forbid a legal move.
     *
     * A play that is not a suicide leaves a stone on its point. If no stone of that color ever stood there, the
     * coloring is new, and nothing is looked up. `held` may hold too many points after moves are taken back; that
     * costs time, too, and nothing else.
     *
     * Entries leave the table in the reverse of the order in which they came (growing enters them again in that
     * order), so that emptying a slot never cuts a run of probes that another entry needs.
     */
    private static final int NONE = -1;
    private static final int INITIAL_SLOTS = 64;
    private static final long SITUATION_SALT = 0x5851F42D4C957F2DL;

    private final Ko ko;
    private final Board board;
    private final History history;
    private final PointSet heldBlack;
    private final PointSet heldWhite;

    private int[] slots = new int[INITIAL_SLOTS];
    private int entryCount;
    private long setHash;

    private final PastBoard past;
    private final PointSet blackAfter;
    private final PointSet whiteAfter;

    Repetition(Ko ko, Board board, History history) {
        this.ko = ko;
        this.board = board;
        this.history = history;
        heldBlack = board.points(Color.BLACK).copy();
        heldWhite = board.points(Color.WHITE).copy();
        past = new PastBoard(board.grid());
        blackAfter = new PointSet(board.grid());
        whiteAfter = new PointSet(board.grid());
        moveAdded();
    }

    private Repetition(Repetition other, Board board, History history) {
        this.ko = other.ko;
        this.board = board;
        this.history = history;
        heldBlack = other.heldBlack.copy();
        heldWhite = other.heldWhite.copy();
        slots = other.slots.clone();
        entryCount = other.entryCount;
        setHash = other.setHash;
        past = new PastBoard(board.grid());
        blackAfter = new PointSet(board.grid());
        whiteAfter = new PointSet(board.grid());
    }

    /** Returns a copy that goes with copies of the board and of the history. */
    Repetition copy(Board boardCopy, History historyCopy) {
        return new Repetition(this, boardCopy, historyCopy);
    }

    /** Returns the hash of the set of situations that superko can see, the present one included. */
    long setHash() {
        return setHash;
    }

    /** Takes out of {@code points} those where a play of {@code color} beside an empty point might be a repetition. */
    void removeDoubtful(PointSet points, int color) {
        // A play that simple ko forbids is never beside an empty point: it retakes where one stone had just been taken.
        if (ko.isSuperko()) {
            points.removeAll(held(color));
        }
    }

    private PointSet held(int color) {
        return color == Color.BLACK ? heldBlack : heldWhite;
    }

    /**
     * Returns the number of the move after which the position stood that {@code play}, the preview of a stone of {@code
     * color} on {@code point}, would wrongly repeat: the first such; -1 if it repeats none.
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
        if (!play.isSuicide() && !held(color).contains(point)) {
            return NONE;
        }
        boolean isColoringKnown = false;
        for (int slot = firstSlot(play.hash(), player); slots[slot] != 0; slot = nextSlot(slot)) {
            int number = slots[slot] - 1;
            if (history.hash(number) == play.hash() && player(number) == player) {
                if (!isColoringKnown) {
                    board.coloringAfter(play, point, color, blackAfter, whiteAfter);
                    isColoringKnown = true;
                }
                if (isColoringAt(number, blackAfter, whiteAfter)) {
                    return number;
                }
            }
        }
        return NONE;
    }

    private int findSimple(PlayPreview play, int point, int color) {
        int last = history.moveCount();
        if (!history.isPlay(last) || history.hash(last - 1) != play.hash()) {
            return NONE;
        }
        board.coloringAfter(play, point, color, blackAfter, whiteAfter);
        return isColoringAt(last - 1, blackAfter, whiteAfter) ? last - 1 : NONE;
    }

    /** Returns whether the coloring after move {@code number} was the given one. */
    private boolean isColoringAt(int number, PointSet black, PointSet white) {
        past.startAt(board.points(Color.BLACK), board.points(Color.WHITE), history.moveCount());
        while (past.moveNumber() > number) {
            past.stepBack(history);
        }
        return past.stones(Color.BLACK).equals(black)
                && past.stones(Color.WHITE).equals(white);
    }

    /** Takes note of the history's last move, or of the start if there is none. The board must stand there. */
    void moveAdded() {
        int number = history.moveCount();
        if (history.isPlay(number)) {
            held(history.mover(number)).add(history.move(number));
        }
        if (canSee(number) && !isInTable(number)) {
            history.markVisible(number);
            if (2 * (entryCount + 1) > slots.length) {
                grow(number);
            }
            enter(number);
            setHash ^= situationHash(number);
        }
    }

    /** Forgets the history's last move, which is about to be taken back. */
    void moveRemoved() {
        int number = history.moveCount();
        if (history.isVisible(number)) {
            int slot = firstSlot(history.hash(number), player(number));
            while (slots[slot] != number + 1) {
                slot = nextSlot(slot);
            }
            slots[slot] = 0;
            entryCount--;
            setHash ^= situationHash(number);
        }
    }

    private boolean canSee(int number) {
        return switch (ko) {
            case POSITIONAL -> number == 0 || history.isPlay(number);
            case SITUATIONAL -> true;
            case NATURAL_SITUATIONAL -> history.isPlay(number);
            case SIMPLE, NONE -> false;
        };
    }

    /** Returns the player that belongs to the situation after move {@code number}. */
    private int player(int number) {
        return switch (ko) {
            case SITUATIONAL -> history.playerToMove(number);
            case NATURAL_SITUATIONAL -> history.mover(number);
            default -> Color.EMPTY;
        };
    }

    private long situationHash(int number) {
        return SplitMix64.mix(history.hash(number) + SITUATION_SALT * (player(number) + 1));
    }

    /** Returns whether the present situation, that of move {@code number}, is in the table already. */
    private boolean isInTable(int number) {
        long hash = history.hash(number);
        int player = player(number);
        for (int slot = firstSlot(hash, player); slots[slot] != 0; slot = nextSlot(slot)) {
            int other = slots[slot] - 1;
            if (history.hash(other) == hash
                    && player(other) == player
                    && isColoringAt(other, board.points(Color.BLACK), board.points(Color.WHITE))) {
                return true;
            }
        }
        return false;
    }

    private void grow(int beforeNumber) {
        slots = new int[2 * slots.length];
        entryCount = 0;
        for (int number = 0; number < beforeNumber; number++) {
            if (history.isVisible(number)) {
                enter(number);
            }
        }
    }

    private void enter(int number) {
        int slot = firstSlot(history.hash(number), player(number));
        while (slots[slot] != 0) {
            slot = nextSlot(slot);
        }
        slots[slot] = number + 1;
        entryCount++;
    }

    private int firstSlot(long hash, int player) {
        return (int) SplitMix64.mix(hash + player) & (slots.length - 1);
    }

    private int nextSlot(int slot) {
        return (slot + 1) & (slots.length - 1);
    }
}
