package dev.tengen.analysis;

import dev.tengen.board.Color;
import dev.tengen.board.ReadingBoard;
import java.util.Arrays;

/**
 * Depth-first search that decides whether one chain can be captured in a ladder.
 *
 * <p>Only the constructor allocates, and a list of moves that grows when it must. Not thread-safe.
 */
final class LadderSearch {
    /*
     * A ladder is a capture by ataris alone. Two players alternate moves around one chain, the target:
     *
     * - The defender, in atari, may play the target's only liberty, or capture any chain beside the target that is in
     *   atari itself. If the target has two liberties or more on the defender's turn, it has escaped: the attacker
     *   failed to give atari.
     * - The attacker may play either of the target's two liberties. If the target has three liberties or more on the
     *   attacker's turn, it has escaped. If it has one, the next play captures it.
     *
     * Nobody plays suicide: it removes no liberty from the target and adds none. Every atari forces an answer, so the
     * tree is narrow. Only ko could lead to cycles, and for ko there are conventions. They are KataGo's, whose networks
     * were trained on these answers:
     *
     * - An atari that leaves a simple ko to retake fails, because the ladder would depend on the ko. The exception is
     *   the defender who moves first: earlier moves do not count.
     * - The attacker may not retake a ko at once.
     * - The target is captured in a double ko: its two liberties are both mouths of kos, connecting at neither gives
     *   more than two liberties, and no chain beside the target can be captured. One ko threat saves only one ko.
     * - A line of play 1.5 times as long as the board has points counts as a capture. A search that reaches the limit
     *   of plays counts as an escape.
     *
     * The answer is exact under these conventions, so move ordering and pruning only affect the time. They affect it
     * greatly. The attacker first tries the liberty where an extension would give the defender more liberties. In a
     * plain ladder this is the right move at every step, so a ladder costs about one play for each of its stones
     * instead of an exponential number.
     */
    private final ReadingBoard board;
    private final int depthLimit;
    private final int playLimit;
    private final short[] liberties = new short[3];

    /** The defender's moves at all depths, a stack. */
    private short[] moves = new short[256];

    private int moveCount;

    private int target;
    private int defender;
    private int attacker;
    private int depth;
    private int playCount;

    /**
     * Creates a search on {@code board}. Each search leaves the board unchanged and makes fewer than {@code playLimit}
     * plays.
     */
    LadderSearch(ReadingBoard board, int playLimit) {
        this.board = board;
        this.playLimit = playLimit;
        depthLimit = board.grid().pointCount() * 3 / 2;
    }

    /**
     * Returns whether the chain at {@code stone}, which must be in atari, is captured although its owner moves first.
     */
    boolean isCaptured(int stone) {
        target = stone;
        defender = board.colorAt(stone);
        attacker = Color.opponent(defender);
        depth = 0;
        playCount = 0;
        return isLostForDefender();
    }

    /** Returns whether the last search stopped at the limit, which counts as an escape. */
    boolean isLimitReached() {
        return playCount >= playLimit;
    }

    /**
     * Returns whether, after an atari at {@code move}, the last liberty {@code other} has three empty neighbors. In
     * that case the defender escapes by playing there.
     */
    boolean leavesRoom(int move, int other) {
        return board.emptyNeighborCount(other) >= 3 && !areNeighbors(move, other);
    }

    private boolean areNeighbors(int first, int second) {
        int distance = Math.abs(first - second);
        return distance == board.grid().width()
                || (distance == 1 && board.grid().row(first) == board.grid().row(second));
    }

    private boolean isLostForDefender() {
        if (depth >= depthLimit) {
            return true;
        }
        int liberty = board.onlyLiberty(target);
        boolean isKoLeft = depth > 0 && board.koPoint() != ReadingBoard.NOWHERE;
        if (liberty == ReadingBoard.NOWHERE || isKoLeft || board.emptyNeighborCount(liberty) >= 3) {
            return false;
        }
        int start = moveCount;
        addCaptures();
        addMove(start, liberty);
        int end = moveCount;
        boolean isLost = true;
        for (int i = start; i < end && isLost; i++) {
            isLost = board.isSuicide(moves[i], defender) || isCapturedAfter(moves[i], defender);
        }
        moveCount = start;
        return isLost;
    }

    /** Adds the moves that capture a chain beside the target. */
    private void addCaptures() {
        int start = moveCount;
        int stone = target;
        do {
            for (int direction = 0; direction < 4; direction++) {
                int neighbor = board.grid().neighbor(stone, direction);
                if (board.colorAt(neighbor) == attacker) {
                    int capture = board.onlyLiberty(neighbor);
                    if (capture != ReadingBoard.NOWHERE) {
                        addMove(start, capture);
                    }
                }
            }
            stone = board.next(stone);
        } while (stone != target);
    }

    /** Adds a move, unless it is already listed at index {@code start} or later. */
    private void addMove(int start, int move) {
        for (int i = start; i < moveCount; i++) {
            if (moves[i] == move) {
                return;
            }
        }
        if (moveCount == moves.length) {
            moves = Arrays.copyOf(moves, 2 * moveCount);
        }
        moves[moveCount++] = (short) move;
    }

    private boolean isCapturedAfter(int move, int color) {
        board.place(move, color);
        depth++;
        playCount++;
        boolean isCaptured = false;
        if (!isLimitReached()) {
            isCaptured = color == attacker ? isLostForDefender() : isWonForAttacker();
        }
        depth--;
        board.undo();
        return isCaptured;
    }

    private boolean isWonForAttacker() {
        if (depth >= depthLimit) {
            return true;
        }
        int count = board.liberties(target, 3, liberties, 0);
        if (count != 2) {
            return count < 2;
        }
        int first = liberties[0];
        int second = liberties[1];
        return isDoubleKo(first, second) || isWonByAtari(first, second);
    }

    private boolean isWonByAtari(int first, int second) {
        if (board.emptyNeighborCount(second) > board.emptyNeighborCount(first)) {
            return isWonByAtariAt(second, first) || isWonByAtariAt(first, second);
        }
        return isWonByAtariAt(first, second) || isWonByAtariAt(second, first);
    }

    private boolean isWonByAtariAt(int move, int other) {
        return !isLimitReached()
                && move != board.koPoint()
                && !leavesRoom(move, other)
                && !board.isSuicide(move, attacker)
                && isCapturedAfter(move, attacker);
    }

    private boolean isDoubleKo(int first, int second) {
        return isMouthOfKo(first)
                && isMouthOfKo(second)
                && !hasRoomAfterConnecting(first)
                && !hasRoomAfterConnecting(second)
                && !canCapture();
    }

    /**
     * Returns whether a play of the attacker at a point among the defender's stones would capture exactly one stone,
     * which starts a ko.
     */
    private boolean isMouthOfKo(int point) {
        int inAtari = 0;
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = board.grid().neighbor(point, direction);
            int color = board.grid().contains(neighbor) ? board.colorAt(neighbor) : defender;
            if (color != defender) {
                return false;
            }
            if (board.grid().contains(neighbor) && board.onlyLiberty(neighbor) == point) {
                inAtari += board.chainSize(neighbor);
            }
        }
        return inAtari == 1;
    }

    private boolean hasRoomAfterConnecting(int point) {
        board.place(point, defender);
        boolean hasRoom = board.liberties(target, 3, liberties, 0) == 3;
        board.undo();
        return hasRoom;
    }

    private boolean canCapture() {
        int start = moveCount;
        addCaptures();
        boolean canCapture = moveCount > start;
        moveCount = start;
        return canCapture;
    }
}
