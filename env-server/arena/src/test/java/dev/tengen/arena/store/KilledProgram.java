package dev.tengen.arena.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A test program in another process, which is killed at a random moment. */
public final class KilledProgram {
    private final List<String> command = new ArrayList<>();

    /** Prepares to run {@code main} with {@code arguments}. */
    public KilledProgram(Class<?> main, String... arguments) {
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
    }

    /**
     * Runs the program until it has printed {@code lineCount} lines, kills it {@code delayMicros} microseconds later
     * unless it has ended, and returns its complete lines.
     */
    public List<String> run(int lineCount, int delayMicros) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
            int left = lineCount;
            StringBuilder printed = new StringBuilder();
            for (int read = output.read(); read >= 0; read = output.read()) {
                printed.append((char) read);
                if (read == '\n' && --left == 0) {
                    TimeUnit.MICROSECONDS.sleep(delayMicros);
                    // Not Process.destroy, which would close the pipe and lose unread output.
                    program.toHandle().destroyForcibly();
                }
            }
            // An incomplete line is no acknowledgment: it may be part of a number.
            return printed.substring(0, printed.lastIndexOf("\n") + 1).lines().toList();
        } finally {
            program.destroyForcibly().waitFor();
        }
    }
}
