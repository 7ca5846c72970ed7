package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A {@link WorkerProgram} in another process, which a test kills, freezes and thaws. */
final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final Thread reader = new Thread(this::read, "output of a worker");

    WorkerProcess(String url, Cup.Format format, String name, int leaseSeconds) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkerProgram.class.getName(),
                        url,
                        format.name(),
                        name,
                        Integer.toString(leaseSeconds))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (UncheckedIOException | IOException e) {
            assertThat(process.isAlive()).as("the output ended early").isFalse();
        }
    }

    /** Returns the lines so far. */
    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Returns the ids of the games that it has recorded so far. */
    List<String> games() {
        return lines().stream()
                .filter(line -> line.startsWith(WorkerProgram.NAME + "/"))
                .toList();
    }

    /** Waits until {@code condition} holds for the lines so far. */
    void await(Predicate<List<String>> condition) throws InterruptedException {
        while (!condition.test(lines())) {
            assertThat(process.isAlive()).as("alive after %s", lines()).isTrue();
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Waits for the end of the process, and returns its last line. */
    String awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.MINUTES))
                .as("ended after %s", lines())
                .isTrue();
        reader.join();
        assertThat(process.exitValue()).isZero();
        return lines().get(lines().size() - 1);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
    }
}
