package dev.tengen.analysis;

import dev.tengen.board.Color;
import dev.tengen.board.ReadingBoard;
import java.util.Arrays;

/**
 * Reads out whether one chain can be captured in a ladder.
 *
 * <p>Nothing here allocates but the constructor and a list of moves that grows when it must. Not thread-safe.
 */
final class LadderSearch {
    /*
     * A ladder is a capture by ataris alone. Two players take turns over one chain, the target:
     *
     * - The defender, in atari, may play the target's only liberty, or capture any chain beside the target that is in
     *   atari itself. With two liberties or more when it is the defender's turn, the target has escaped: the attacker
     *   failed to give atari.
     * - The attacker may play either of the target's two liberties. With three liberties or more when it is the
     *   attacker's turn, the target has escaped; with one, it is captured by the next play.
     *
     * Nobody plays suicide: it takes no liberty from the target, and gives it none. Every atari forces an answer, so the
     * tree is narrow. What could go round in circles is ko, and for ko there are conventions. They are KataGo's, whose
     * networks were trained on the answers:
     *
     * - An atari that leaves a simple ko to retake fails, since the ladder would depend on the ko. The defender who moves
     *   first is the exception: what stood before does not count.
     * - The attacker may not retake a ko at once.
     * - Where the target's two liberties are both mouths of kos, connecting at neither gives more than two liberties, and
     *   nothing beside the target can be captured, the target is captured: one ko threat saves one ko alone.
     * - A line of play half again as long as the board has points counts as a capture, and a search of so many plays as
     *   the limit says counts as an escape.
     *
     * The answer is exact under these conventions, so the order of the moves and the short cuts matter for the time
     * alone. They matter much: the attacker first tries the liberty where the defender's extension would gain more, which
     * in a plain ladder is the right one all along, so a ladder costs about one play for each stone of it and not a number
     * that grows exponentially.
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

    /** Prepares searches on {@code board}, each of which leaves it as it was, of fewer than {@code playLimit} plays. */
    LadderSearch(ReadingBoard board, int playLimit) {
        this.board = board;
        this.playLimit = playLimit;
        depthLimit = board.grid().pointCount() * 3 / 2;
    }

    /** Returns whether the chain at {@code stone}, which is in atari, is captured though its owner moves first. */
    boolean isCaptured(int stone) {
        target = stone;
        defender = board.colorAt(stone);
        attacker = Color.opponent(defender);
        depth = 0;
        playCount = 0;
        return isLostForDefender();
    }

    /** Returns whether the last search was given up at the limit, and so called an escape. */
    boolean isLimitReached() {
        return playCount >= playLimit;
    }

    /**
     * Returns whether an atari at {@code move} leaves {@code other}, the last liberty, with three empty neighbors, where the
     * defender has then escaped.
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

    /** Adds a move, unless it is among those from {@code start} on. */
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

    /** Returns whether the attacker, at a point among the defender's stones, would capture one that may be retaken. */
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
