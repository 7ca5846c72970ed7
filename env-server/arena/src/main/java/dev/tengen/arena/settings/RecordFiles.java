package dev.tengen.arena.settings;

import com.google.common.hash.Hashing;
import dev.tengen.arena.opening.OpeningBook;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.BookOpenings;
import dev.tengen.proto.v1.Openings;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Reads the files that a tournament file names: a book of openings, and game records, by paths or by patterns such as
 * {@code openings/*.sgf}.
 *
 * @param folder the base of relative paths
 */
record RecordFiles(Path folder) {
    private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

    /**
     * Returns the game records of {@code names}. The files of a pattern are sorted by path.
     *
     * @param names the values that are the names
     * @param openings checks that each record is an opening
     * @throws dev.tengen.base.InvalidValueException if a file is missing or not an opening; the message names the file
     */
    List<String> texts(List<SettingsSource.Value> names, SgfOpenings openings) {
        List<String> texts = new ArrayList<>();
        for (SettingsSource.Value name : names) {
            for (Path file : files(name)) {
                texts.add(text(name, file, openings));
            }
        }
        return texts;
    }

    private static String text(SettingsSource.Value name, Path file, SgfOpenings openings) {
        byte[] sgf = bytes(name, file, "a game record");
        return name.at(() -> {
            openings.read(String.valueOf(file.getFileName()), sgf);
            try {
                return GameRecord.parse(sgf).toSgf(); // Without variations, and in UTF-8.
            } catch (SgfException e) {
                throw new IllegalStateException(file + " was read as an opening", e);
            }
        });
    }

    /**
     * Returns the book in the file {@code name}: an SGF collection if the name ends with ".sgf", otherwise text in
     * UTF-8 with an opening in each line.
     *
     * @param value the value that is the name
     * @param moveCount the maximum number of moves of an opening
     * @throws dev.tengen.base.InvalidValueException if the file is missing or not a book
     */
    Openings book(SettingsSource.Value value, Grid grid, int moveCount) {
        String name = value.text();
        Path file = folder.resolve(name);
        byte[] bytes = bytes(value, file, "a book of openings");
        BookOpenings.Builder book = BookOpenings.newBuilder()
                .setFile(String.valueOf(file.getFileName()))
                .setSha256(Hashing.sha256().hashBytes(bytes).toString());
        return value.at(() -> {
            OpeningBook read = name.toLowerCase(Locale.ROOT).endsWith(".sgf")
                    ? OpeningBook.ofSgf(bytes, grid, moveCount)
                    : new OpeningBook(
                            new String(bytes, StandardCharsets.UTF_8).lines().toList(), moveCount);
            book.addAllLines(read.lines()).setMoveCount(moveCount);
            return SpecConverter.openings(Openings.newBuilder().setBook(book).build());
        });
    }

    private static byte[] bytes(SettingsSource.Value name, Path file, String kind) {
        try {
            return InputFile.read(file, InputFile.MAX_RECORD_BYTES);
        } catch (NoSuchFileException e) {
            throw name.error(kind + ": there is no file " + file);
        } catch (IOException e) {
            throw name.error(kind + " that can be read: " + e.getMessage());
        }
    }

    private List<Path> files(SettingsSource.Value value) {
        String name = value.text();
        Matcher wildcard = WILDCARD.matcher(name);
        if (!wildcard.find()) {
            return List.of(folder.resolve(name));
        }
        int slash = name.lastIndexOf('/', wildcard.start());
        Path start = slash < 0 ? folder : folder.resolve(name.substring(0, slash + 1));
        List<Path> found = find(value, start, name.substring(slash + 1));
        if (found.isEmpty()) {
            throw value.error("a pattern that matches a file in " + folder);
        }
        return found;
    }

    private static List<Path> find(SettingsSource.Value name, Path start, String pattern) {
        int depth = pattern.contains("**") ? Integer.MAX_VALUE : pattern.split("/").length;
        try (Stream<Path> paths = Files.walk(start, depth)) {
            PathMatcher matcher = start.getFileSystem().getPathMatcher("glob:" + pattern);
            return paths.filter(file -> matcher.matches(start.relativize(file)) && Files.isRegularFile(file))
                    .sorted()
                    .limit(OpeningFactory.MAX_RECORD_COUNT + 1L)
                    .toList();
        } catch (IOException | UncheckedIOException | PatternSyntaxException e) {
            throw name.error("a pattern of files that can be read: " + e.getMessage());
        }
    }
}
