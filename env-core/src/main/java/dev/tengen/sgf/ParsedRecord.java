package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;

/**
 * The main line of the first game of a file as one record, with its warnings.
 *
 * @param record the record
 * @param warnings the oddities of the text and of the line
 */
public record ParsedRecord(GameRecord record, List<SgfWarning> warnings) {
    /** Keeps a copy of the warnings. */
    public ParsedRecord {
        warnings = List.copyOf(warnings);
    }

    /** The size of a node with its move in a record, in a replay and in the history of its game. */
    private static final long NODE_BYTES = 150;

    /** The size of a value with its property. */
    private static final long VALUE_BYTES = 130;

    /** The size of a byte of text that is kept: as a character, in the text and in a value. */
    private static final long TEXT_BYTES = 3;

    /**
     * Returns an estimate of the greatest size in memory of what is made of {@code sgf} while it is parsed and replayed, in bytes. It
     * counts marks, so it is cheap, and text in which they are frequent is overestimated.
     */
    public static long memoryBytes(byte[] sgf) {
        long nodes = 0;
        long values = 0;
        for (byte mark : sgf) {
            nodes += mark == ';' ? 1 : 0;
            values += mark == '[' ? 1 : 0;
        }
        return NODE_BYTES * nodes + VALUE_BYTES * values + TEXT_BYTES * sgf.length;
    }

    /**
     * Parses the bytes of an SGF file.
     *
     * @param sgf the bytes, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that the record needs is invalid, or
     *     stones are set up after a move
     */
    public static ParsedRecord parse(byte[] sgf) throws SgfException {
        SgfWarning.Collector warnings = new SgfWarning.Collector();
        return parse(SgfDecoder.decode(sgf, warnings), warnings);
    }

    /** Parses {@code sgf}; {@code warnings} already has those about its bytes. */
    static ParsedRecord parse(String sgf, SgfWarning.Collector warnings) throws SgfException {
        SgfLine line = new SgfParser(sgf, warnings)
                .nextGame()
                .orElseThrow(SgfCollection::noGame)
                .mainLine();
        ParsedRecord parsed = GameRecordReader.readRecord(line.nodes());
        List<SgfWarning> all = new ArrayList<>(warnings.toList());
        all.addAll(parsed.warnings());
        return new ParsedRecord(parsed.record(), all);
    }
}
