package dev.tengen.arena.settings;

import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Game records that a tournament's file names: paths, or patterns as {@code openings/*.sgf}.
 *
 * @param folder where relative paths begin
 */
record RecordFiles(Path folder) {
    private static final String PATTERN_CHARACTERS = "*?[{";

    /**
     * Returns the records that {@code names} lists, each read by {@code openings} so that errors name the file. What a pattern
     * finds comes in the order of the paths.
     */
    List<String> texts(SettingNode names, SgfOpenings openings) {
        List<String> texts = new ArrayList<>();
        for (SettingNode name : names.items()) {
            for (Path file : files(name)) {
                texts.add(text(name, file, openings));
            }
        }
        return texts;
    }

    private static String text(SettingNode name, Path file, SgfOpenings openings) {
        byte[] sgf;
        try {
            sgf = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw name.error("a game record: there is no file " + file);
        } catch (IOException e) {
            throw name.error("a game record that can be read: " + e.getMessage());
        }
        return name.make(() -> {
            openings.read(String.valueOf(file.getFileName()), sgf);
            try {
                return GameRecord.parse(sgf).toSgf(); // Without variations, and in UTF-8 whatever the file is in.
            } catch (SgfException e) {
                throw new IllegalStateException(file + " was read as an opening", e);
            }
        });
    }

    private List<Path> files(SettingNode name) {
        String text = name.text();
        int first = firstPatternCharacter(text);
        if (first < 0) {
            return List.of(folder.resolve(text));
        }
        int slash = text.lastIndexOf('/', first);
        Path start = slash < 0 ? folder : folder.resolve(text.substring(0, slash + 1));
        String pattern = text.substring(slash + 1);
        List<Path> found = find(name, start, pattern);
        if (found.isEmpty()) {
            throw name.error("a pattern that any file in " + folder + " has");
        }
        return found;
    }

    private static List<Path> find(SettingNode name, Path start, String pattern) {
        PathMatcher matcher = name.make(() -> start.getFileSystem().getPathMatcher("glob:" + pattern));
        int depth = pattern.contains("**") ? Integer.MAX_VALUE : pattern.split("/").length;
        try (Stream<Path> paths = Files.walk(start, depth)) {
            return paths.filter(path -> matcher.matches(start.relativize(path)) && Files.isRegularFile(path))
                    .sorted()
                    .limit(OpeningSettings.Records.MAX_RECORD_COUNT + 1L)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw name.error("a pattern of files that can be read: " + e.getMessage());
        }
    }

    private static int firstPatternCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (PATTERN_CHARACTERS.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
