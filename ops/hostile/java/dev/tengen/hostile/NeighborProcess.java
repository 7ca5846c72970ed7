package dev.tengen.hostile;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A {@link Neighbor} in a process of its own, so that the garbage and the threads of the attackers do not slow it down.
 */
final class NeighborProcess implements AutoCloseable {
    private static final long PAUSE_MS = 2;
    private static final Duration PERIOD = Duration.ofMillis(200);

    private static final String BEGIN = "begin";
    private static final String LATEST = "latest";
    private static final String TOTAL = "total";
    private static final String END = "end";

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private NeighborProcess(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        input = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * What the neighbor experienced.
     *
     * @param callCount the number of its calls
     * @param wrongCount answers that differ from the rules
     * @param failedCount calls that failed
     * @param p50Ms the median of the latency in milliseconds
     * @param p99Ms the latency that 99 % of the calls do not exceed
     * @param maxMs the greatest latency
     */
    record Report(long callCount, long wrongCount, long failedCount, double p50Ms, double p99Ms, double maxMs) {
        @Override
        public String toString() {
            return String.format(
                    "%,d calls, %d wrong, %d failed, p50 %.2f ms, p99 %.2f ms, max %.0f ms",
                    callCount, wrongCount, failedCount, p50Ms, p99Ms, maxMs);
        }
    }

    /** Starts to play on {@code server} as the principal with {@code token}, and returns when the session is open. */
    static NeighborProcess start(JarServer server, String token) throws IOException {
        NeighborProcess started = new NeighborProcess(new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NeighborProcess.class.getName(),
                        server.address(),
                        token))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        started.read();
        return started;
    }

    /** Returns what happened since the last {@link #begin}. */
    Report total() throws IOException {
        return ask(TOTAL);
    }

    /** Returns what happened since the last report of this kind. */
    Report latest() throws IOException {
        return ask(LATEST);
    }

    /** Forgets what has happened until now. */
    void begin() throws IOException {
        ask(BEGIN);
    }

    private Report ask(String question) throws IOException {
        input.write(question + "\n");
        input.flush();
        return read();
    }

    private Report read() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("the neighbor has ended");
        }
        String[] words = line.split(" ");
        return new Report(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]),
                Double.parseDouble(words[5]));
    }

    /** Ends the session and the process. */
    @Override
    public void close() {
        try {
            input.write(END + "\n");
            input.close();
            process.waitFor(20, TimeUnit.SECONDS);
        } catch (IOException e) {
            // The process has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    /** What was counted. Not thread-safe. */
    private static final class Counts {
        private long[] latencies = new long[1 << 10];
        private int count;
        private long wrong;
        private long failed;

        void add(Neighbor.Experience experience) {
            long[] added = experience.latencies();
            if (latencies.length < count + added.length) {
                latencies = Arrays.copyOf(latencies, 2 * (count + added.length));
            }
            System.arraycopy(added, 0, latencies, count, added.length);
            count += added.length;
            wrong += experience.wrongCount();
            failed += experience.failedCount();
        }

        String line() {
            long[] sorted = Arrays.copyOf(latencies, count);
            Arrays.sort(sorted);
            Neighbor.Experience all = new Neighbor.Experience(sorted, 0, 0);
            return count + " " + wrong + " " + failed + " " + all.quantileMs(0.5) + " " + all.quantileMs(0.99) + " "
                    + all.quantileMs(1);
        }
    }

    /**
     * Plays until its input ends, and answers each line of it.
     *
     * @param args the address of the server and the token
     */
    public static void main(String[] args) throws Exception {
        BlockingQueue<String> questions = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> {
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                    .lines()
                    .forEach(questions::add);
            questions.add(END); // The process that asked is gone.
        });
        reader.setDaemon(true);
        reader.start();
        try (Neighbor neighbor = new Neighbor(args[0], args.length > 1 ? args[1] : "")) {
            Counts total = new Counts();
            Counts latest = new Counts();
            System.out.println(latest.line());
            while (true) {
                Neighbor.Experience experience = neighbor.play(PERIOD, PAUSE_MS);
                total.add(experience);
                latest.add(experience);
                String question = questions.poll();
                if (END.equals(question)) {
                    return;
                }
                if (BEGIN.equals(question)) {
                    total = new Counts();
                    latest = new Counts();
                }
                if (question != null) {
                    System.out.println(question.equals(LATEST) ? latest.line() : total.line());
                }
                if (LATEST.equals(question)) {
                    latest = new Counts();
                }
            }
        }
    }
}
