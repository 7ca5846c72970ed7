package dev.tengen.proto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A command that has ended.
 *
 * @param exitCode its exit code, 0 for success
 * @param output what it wrote to standard output and standard error
 */
record Command(int exitCode, String output) {
    private static final int TIMEOUT_SECONDS = 600;

    /** Runs a command in {@code folder} until it ends. */
    static Command run(Path folder, String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .as("%s has ended", words[0])
                .isTrue();
        return new Command(process.exitValue(), output);
    }
}
