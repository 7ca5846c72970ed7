package dev.tengen.sgf;

import java.util.List;

/**
 * What a line of a game says.
 *
 * <p>Stones that are set up after a move, and a player who is to move again after the last move, begin a new record:
 * the history of positions that superko looks at begins anew there.
 *
 * @param stretches the records, one behind another; most lines have one
 * @param warnings what is odd
 */
public record LineRecords(List<Stretch> stretches, List<SgfWarning> warnings) {
    /** Makes a reading. */
    public LineRecords {
        stretches = List.copyOf(stretches);
        warnings = List.copyOf(warnings);
    }

    /**
     * A record of part of a line.
     *
     * @param firstNode the index in the line of the node where it begins, from 0
     * @param earlierMoveCount the moves made in the line before it
     * @param record the position there, and the moves up to the next stretch; what it says about the game is what the
     *     whole line says
     */
    public record Stretch(int firstNode, int earlierMoveCount, GameRecord record) {}
}
