package dev.tengen.arena.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of these tests in a process of its own, which is killed at some moment. */
public final class KilledProgram {
    private final List<String> command = new ArrayList<>();

    /** Makes it ready to run {@code main} with {@code arguments}. */
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
     * Runs it until it has said {@code lineCount} lines, kills it {@code delayMicros} microseconds later, if it has not ended by
     * then, and returns all lines that it said.
     */
    public List<String> run(int lineCount, int delayMicros) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
            int left = lineCount;
            StringBuilder said = new StringBuilder();
            for (int read = output.read(); read >= 0; read = output.read()) {
                said.append((char) read);
                if (read == '\n' && --left == 0) {
                    TimeUnit.MICROSECONDS.sleep(delayMicros);
                    // Not by the process itself, which would close the pipe and what was said with it.
                    program.toHandle().destroyForcibly();
                }
            }
            // A line without an end is no acknowledgment: it may be a part of a number.
            return said.substring(0, said.lastIndexOf("\n") + 1).lines().toList();
        } finally {
            program.destroyForcibly().waitFor();
        }
    }
}
