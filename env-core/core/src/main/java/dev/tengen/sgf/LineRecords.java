package dev.tengen.sgf;

import java.util.List;

/**
 * The records of one line.
 *
 * <p>Stones that are set up after a move, and a player who moves again after the last move, start a new record. The
 * history that superko sees starts anew there.
 *
 * @param segments the records in order; most lines have one
 * @param warnings the oddities of the line
 */
public record LineRecords(List<Segment> segments, List<SgfWarning> warnings) {
    /** Keeps copies of the lists. */
    public LineRecords {
        segments = List.copyOf(segments);
        warnings = List.copyOf(warnings);
    }

    /**
     * The record of a part of a line.
     *
     * @param firstNode the index in the line of the node where the part starts, from 0
     * @param earlierMoveCount number of moves in the line before it
     * @param record the position there and the moves up to the next segment, with the game information of the whole
     *     line
     */
    public record Segment(int firstNode, int earlierMoveCount, GameRecord record) {}
}
