package dev.tengen.cli.board;

import dev.tengen.board.InvalidValueException;
import dev.tengen.sgf.GameInfo;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Files that hold a position or a game: SGF, or a diagram as {@link Diagram} reads it. */
public final class RecordFile {
    private static final Pattern START_OF_SGF = Pattern.compile("\\(\\s*;");

    private RecordFile() {}

    /** Returns what the file holds; a diagram is a record without moves, komi and rules. */
    public static ParsedRecord read(Path file) throws RecordException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return START_OF_SGF.matcher(text).find() ? ParsedRecord.parse(bytes) : diagram(text);
        } catch (NoSuchFileException e) {
            throw new RecordException("there is no such file", e);
        } catch (SgfException | InvalidValueException | IOException e) {
            throw new RecordException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the diagram that the file holds, which may have points that are not played. */
    public static Diagram.Drawing readDiagram(Path file) throws RecordException {
        try {
            return Diagram.parseUnplayable(Files.readString(file));
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
