package dev.tengen.cli.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Folders of rollouts for tests. */
public final class Rollouts {
    private Rollouts() {}

    /** Runs {@code tengen rollout} with {@code options}, separated by spaces, on {@code folder}. */
    static CommandRun run(Path folder, String options) {
        List<String> words = Arrays.asList(options.split(" "));
        return CommandRun.of(Stream.concat(Stream.of("rollout", "--out", folder.toString()), words.stream())
                .toArray(String[]::new));
    }

    /** Returns {@code folder} after a rollout with {@code options}, which must be complete. */
    public static Path complete(Path folder, String options) {
        CommandRun run = run(folder, options);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(folder.resolve("_manifest.json")).exists();
        return folder;
    }

    /** Returns the content of each file in {@code folder} in hexadecimal digits. */
    public static Map<String, String> contents(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            Map<String, String> contents = new TreeMap<>();
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
            return contents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies the files of {@code folder} to the new folder {@code copy}. */
    public static Path copy(Path folder, Path copy) throws IOException {
        Files.createDirectories(copy);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }
}
