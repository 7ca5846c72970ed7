package dev.tengen.sgf;

import java.util.ArrayList;
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
     * Parses the main line of the first game in the bytes of an SGF file.
     *
     * @param sgf the bytes, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @return its records, with the warnings about the text and the line
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that a record needs is invalid,
     *     or there are more than 1,000 records; in strict mode also if a repair or a guess would be needed
     */
    public static LineRecords parse(byte[] sgf, SgfMode mode) throws SgfException {
        SgfWarning.Collector warnings = new SgfWarning.Collector(mode);
        SgfLine line = ParsedRecord.firstLine(SgfDecoder.decode(sgf, warnings), warnings);
        LineRecords records = line.records(mode);
        List<SgfWarning> all = new ArrayList<>(warnings.toList());
        all.addAll(records.warnings);
        return new LineRecords(records.segments, all);
    }

    /**
     * Returns the last part of the line that begins after {@code moveCount} moves or earlier. It has the position after
     * these moves, and the set-up there.
     */
    public Segment segmentAt(int moveCount) {
        Segment found = segments.get(0);
        for (Segment segment : segments) {
            found = segment.earlierMoveCount <= moveCount ? segment : found;
        }
        return found;
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
