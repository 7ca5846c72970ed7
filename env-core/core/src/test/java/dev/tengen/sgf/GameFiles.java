package dev.tengen.sgf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the game records that tests read. */
final class GameFiles {
    private GameFiles() {}

    /** Returns the records of this project, games of GNU Go against itself, in alphabetical order. */
    static List<Path> generated() {
        URL folder = Objects.requireNonNull(GameFiles.class.getResource("/games/generated"));
        try {
            return under(Path.of(folder.toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the folder {@code shared/games} next to this working copy, with records that are not part of the project.
     */
    static Optional<Path> shared() {
        Path start = Path.of("").toAbsolutePath();
        return Stream.iterate(start, Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolveSibling("shared").resolve("games"))
                .filter(Files::isDirectory)
                .findFirst();
    }

    /** Returns all SGF files in {@code folder} and below, in alphabetical order. */
    static List<Path> under(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".sgf"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the content of {@code file}. */
    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
