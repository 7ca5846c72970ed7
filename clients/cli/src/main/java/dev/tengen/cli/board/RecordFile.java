package dev.tengen.cli.board;

import dev.tengen.arena.settings.InputFile;
import dev.tengen.base.InvalidValueException;
import dev.tengen.sgf.GameInfo;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads files with a position or a game: SGF, or a {@link Diagram}. */
public final class RecordFile {
    private static final Pattern START_OF_SGF = Pattern.compile("\\(\\s*;");

    /** What no diagram has. A file with it is a record, if a broken one. */
    private static final Pattern PROPERTY = Pattern.compile("[A-Z]\\s?\\[");

    /** The maximum length of a diagram, far above that of a drawing of the largest board. */
    private static final int MAX_DIAGRAM_BYTES = 65_536;

    private RecordFile() {}

    /**
     * Returns the record in a file. A diagram is a record without moves, komi and rules.
     *
     * @param mode what to do with a record that breaks the format
     * @throws RecordException if the file cannot be read or parsed
     */
    public static ParsedRecord read(Path file, SgfMode mode) throws RecordException {
        try {
            byte[] bytes = InputFile.read(file, InputFile.MAX_RECORD_BYTES);
            // Zero bytes are half of the characters of a record in UTF-16.
            String text = new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
            if (START_OF_SGF.matcher(text).find() || PROPERTY.matcher(text).find()) {
                return ParsedRecord.parse(bytes, mode);
            }
            if (bytes.length > MAX_DIAGRAM_BYTES) {
                throw new RecordException(
                        "it is not SGF, and longer than the " + MAX_DIAGRAM_BYTES + " bytes of a diagram");
            }
            return diagram(text);
        } catch (NoSuchFileException e) {
            throw new RecordException("there is no such file", e);
        } catch (SgfException | InvalidValueException | IOException e) {
            throw new RecordException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Returns the diagram in a file, which may have {@code _}.
     *
     * @throws RecordException if the file cannot be read or parsed
     */
    public static Diagram.Drawing readDiagram(Path file) throws RecordException {
        try {
            return Diagram.parseUnplayable(new String(InputFile.read(file, MAX_DIAGRAM_BYTES), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new RecordException("there is no such file", e);
        } catch (InvalidValueException | IOException e) {
            throw new RecordException(String.valueOf(e.getMessage()), e);
        }
    }

    private static ParsedRecord diagram(String text) {
        return new ParsedRecord(new GameRecord(Diagram.parse(text), List.of(), GameInfo.NONE), List.of());
    }
}
