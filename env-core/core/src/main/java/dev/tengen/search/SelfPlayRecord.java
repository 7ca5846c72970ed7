package dev.tengen.search;

import dev.tengen.base.MemoryModel;
import dev.tengen.env.EndReason;
import java.util.List;

/**
 * A finished game of a self-play. Actions and policies are those of the board itself, regardless of the symmetries its
 * positions were evaluated through. Immutable.
 *
 * @param slot the slot in which the game was played
 * @param number the number of the game in its slot, from 0
 * @param moves the moves with what their searches found
 * @param endReason why the game ended: passes, repetition, resignation or its number of moves
 * @param winner the {@link dev.tengen.board.Color} that won; 0 for a tie, and for a game that its number of moves ended
 *     unless the spec scores it
 * @param margin Black's points minus White's in the last position as it stands, with handicap bonus and komi. After a
 *     resignation this does not decide.
 * @param owners the {@link dev.tengen.board.Color} that owns each point in the last position, 0 for nobody
 * @param mayResign whether resignation was allowed in this game
 */
public record SelfPlayRecord(
        int slot,
        long number,
        List<SearchedMove> moves,
        EndReason endReason,
        int winner,
        double margin,
        List<Integer> owners,
        boolean mayResign) {
    /** Keeps copies of the lists. */
    public SelfPlayRecord {
        moves = List.copyOf(moves);
        owners = List.copyOf(owners);
    }

    /** Returns an estimate of its size in memory, in bytes. */
    public long memoryBytes() {
        long shares = 0;
        for (SearchedMove move : moves) {
            shares += move.policySize();
        }
        return memoryBytes(owners.size(), moves.size(), shares);
    }

    /** Returns an estimate of the size in memory of a record with {@code shareCount} shares of actions in all. */
    static long memoryBytes(int pointCount, int moveCount, long shareCount) {
        return MemoryModel.SELF_PLAY_RECORD.bytes(pointCount)
                + moveCount * MemoryModel.SEARCHED_MOVE.bytes(0)
                + (MemoryModel.SEARCHED_MOVE.bytes(1) - MemoryModel.SEARCHED_MOVE.bytes(0)) * shareCount;
    }
}
