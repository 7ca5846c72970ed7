package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;

/**
 * The main line of the first game of a file, read as one record.
 *
 * @param record the record
 * @param warnings what is odd in the text and in the line
 */
public record ParsedRecord(GameRecord record, List<SgfWarning> warnings) {
    /** Makes a reading. */
    public ParsedRecord {
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads {@code sgf} as {@link GameRecord#parse(byte[])} does.
     *
     * @param sgf the bytes of an SGF file
     * @throws SgfException as {@link GameRecord#parse(byte[])} does
     */
    public static ParsedRecord parse(byte[] sgf) throws SgfException {
        SgfWarnings warnings = new SgfWarnings();
        return parse(SgfDecoder.decode(sgf, warnings), warnings);
    }

    /** Reads {@code sgf}, of whose bytes {@code warnings} tell already. */
    static ParsedRecord parse(String sgf, SgfWarnings warnings) throws SgfException {
        SgfLine line = new SgfParser(sgf, warnings)
                .nextGame()
                .orElseThrow(SgfCollection::noGame)
                .mainLine();
        ParsedRecord reading = GameRecordReader.readRecord(line.nodes());
        List<SgfWarning> all = new ArrayList<>(warnings.toList());
        all.addAll(reading.warnings());
        return new ParsedRecord(reading.record(), all);
    }
}
