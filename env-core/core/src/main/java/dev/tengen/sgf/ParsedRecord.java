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

    /** Starts a shift to another character set in ISO-2022-JP. */
    private static final byte ESCAPE = 0x1b;

    /** The size of a node with its move in a record, in a replay and in the history of its game. */
    private static final long NODE_BYTES = 150;

    /** The size of a value with its property. */
    private static final long VALUE_BYTES = 130;

    /** The size of a byte of text that is kept: as a character, in the text and in a value. */
    private static final long TEXT_BYTES = 3;

    /**
     * Returns an estimate of the greatest size in memory of what is made of {@code sgf} while it is parsed and
     * replayed, in bytes. It counts marks, so it is cheap, and text in which they are frequent is overestimated.
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
     * Returns a lower bound of the number of moves that {@link #parse(byte[])} finds, without making objects of them:
     * the nodes with a move before the first closing parenthesis, where the main line of the first game ends. In text
     * that is not UTF-8, a closing bracket may be half of a character; the count stops there.
     */
    public static int leastMoveCount(byte[] sgf) {
        int count = 0;
        boolean isMove = false;
        for (int index = startOfGame(sgf); index < sgf.length && sgf[index] != ')'; index++) {
            byte mark = sgf[index];
            if (mark == ';') {
                isMove = false;
            } else if (mark == '[') {
                if (!isMove && isMoveProperty(sgf, index)) {
                    isMove = true;
                    count++;
                }
                int end = endOfValue(sgf, index + 1);
                if (isAmbiguous(sgf, index + 1, end)) {
                    return count;
                }
                index = end;
            }
        }
        return count;
    }

    /** Returns whether a mark in a value may be half of a character. */
    private static boolean isAmbiguous(byte[] sgf, int start, int end) {
        boolean isUtf8 = true;
        boolean isMarkAfterByte = false;
        WebCharset utf8 = WebCharset.named("UTF-8");
        for (int index = start; index < Math.min(end, sgf.length); ) {
            if (sgf[index] == ESCAPE) {
                return true;
            }
            int step = utf8.step(sgf, index, sgf.length);
            isUtf8 &= step >= 0;
            index += WebCharset.length(step);
            boolean isMark = index < sgf.length && (sgf[index] == ']' || sgf[index] == '\\');
            isMarkAfterByte |= sgf[index - 1] < 0 && isMark;
        }
        return isMarkAfterByte && !isUtf8;
    }

    /** Returns the index of the first parenthesis that is followed by a semicolon, or the length. */
    private static int startOfGame(byte[] sgf) {
        for (int index = 0; index + 1 < sgf.length; index++) {
            if (sgf[index] == '(' && sgf[index + 1] == ';') {
                return index;
            }
        }
        return sgf.length;
    }

    /** Returns whether the identifier before the bracket at {@code index} is B or W, directly after a semicolon. */
    private static boolean isMoveProperty(byte[] sgf, int index) {
        return index >= 2 && (sgf[index - 1] == 'B' || sgf[index - 1] == 'W') && sgf[index - 2] == ';';
    }

    /** Returns the index of the bracket that closes the value from {@code start} on, or the length. */
    private static int endOfValue(byte[] sgf, int start) {
        int index = start;
        while (index < sgf.length && sgf[index] != ']') {
            index += sgf[index] == '\\' ? 2 : 1;
        }
        return index;
    }

    /**
     * Parses the bytes of an SGF file.
     *
     * @param sgf the bytes, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that the record needs is
     *     invalid, or stones are set up after a move
     */
    public static ParsedRecord parse(byte[] sgf) throws SgfException {
        return parse(sgf, SgfMode.TOLERANT);
    }

    /**
     * Parses the bytes of an SGF file.
     *
     * @param sgf the bytes, any version from FF[1] to FF[4]; text before and after the game is ignored
     * @throws SgfException if the text has no game of Go or breaks the grammar, a value that the record needs is
     *     invalid, or stones are set up after a move; in strict mode also if a repair or a guess would be needed
     */
    public static ParsedRecord parse(byte[] sgf, SgfMode mode) throws SgfException {
        SgfWarning.Collector warnings = new SgfWarning.Collector(mode);
        return parse(SgfDecoder.decode(sgf, warnings), mode, warnings);
    }

    /** Parses {@code sgf}; {@code warnings} already has those about its bytes. */
    static ParsedRecord parse(String sgf, SgfMode mode, SgfWarning.Collector warnings) throws SgfException {
        SgfLine line = firstLine(sgf, warnings);
        ParsedRecord parsed = GameRecordReader.readRecord(line.nodes(), mode);
        List<SgfWarning> all = new ArrayList<>(warnings.toList());
        all.addAll(parsed.warnings());
        return new ParsedRecord(parsed.record(), all);
    }

    /** Returns the main line of the first game. */
    static SgfLine firstLine(String sgf, SgfWarning.Collector warnings) throws SgfException {
        return new SgfParser(sgf, warnings)
                .nextGame()
                .orElseThrow(SgfCollection::noGame)
                .mainLine();
    }
}
