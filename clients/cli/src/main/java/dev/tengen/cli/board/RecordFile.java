package dev.tengen.cli.board;

import dev.tengen.board.InvalidValueException;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Files that hold a position or a game: SGF, or a diagram as {@link Diagram} reads it. */
public final class RecordFile {
    private static final Pattern START_OF_SGF = Pattern.compile("\\(\\s*;");

    private RecordFile() {}

    /** Returns what the file holds; a diagram is a record without moves and komi. */
    public static GameRecord read(Path file) throws RecordException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return START_OF_SGF.matcher(text).find() ? GameRecord.parse(bytes) : diagram(text);
        } catch (NoSuchFileException e) {
            throw new RecordException("there is no such file", e);
        } catch (SgfException | InvalidValueException | IOException e) {
            throw new RecordException(String.valueOf(e.getMessage()), e);
        }
    }

    private static GameRecord diagram(String text) {
        return new GameRecord(
                Diagram.parse(text),
                0,
                OptionalDouble.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
