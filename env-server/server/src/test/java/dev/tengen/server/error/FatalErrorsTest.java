package dev.tengen.server.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.execution.StreamAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap of a process is filled where errors are caught: the process must end, and say why in one line. */
@Tag("full")
class FatalErrorsTest {
    /** The process that has no memory. */
    static final class Full {
        private Full() {}

        /** Fills the heap in the place that {@code arguments} name. */
        public static void main(String[] arguments) throws InterruptedException {
            LogManager.getLogManager().reset(); // Otherwise the stack trace comes first.
            FatalErrors.install();
            switch (arguments[0]) {
                case "thread" -> new Thread(Full::fill).start();
                case "call" -> {
                    try {
                        fill();
                    } catch (OutOfMemoryError e) {
                        throw StatusConverter.toStatus(new IllegalStateException(e));
                    }
                }
                case "rows" -> {
                    try (RowExecutor rows = new RowExecutor()) {
                        rows.stream(new CallToken("client"), 361, false)
                                .execute(1000, 1, (from, to) -> fill(), () -> "", new Ignored());
                        TimeUnit.SECONDS.sleep(30);
                    }
                }
                case "library" -> {
                    try {
                        fill();
                    } catch (OutOfMemoryError e) {
                        Logger.getLogger("io.netty.util.concurrent")
                                .log(Level.WARNING, "A task raised an exception.", e);
                    }
                }
                case "timer" -> {
                    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
                    Future<?> unused = timer.submit(FatalErrors.checked(Full::fill));
                }
                case "budget" -> {
                    FatalErrors.nameBudget(20 << 20, 30 << 20);
                    fill();
                }
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }

        private static void fill() {
            List<long[]> all = new ArrayList<>();
            while (true) {
                all.add(new long[1 << 16]);
            }
        }
    }

    /** Gets no answer. */
    private static final class Ignored implements StreamAnswer<String> {
        @Override
        public void answered(String answer) {}

        @Override
        public void failed(Throwable error) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "call", "rows", "library", "timer"})
    void outOfMemory_endsTheProcessWithOneLine(String place) throws IOException, InterruptedException {
        assertThat(outputOf(place))
                .isEqualTo("tengen: out of memory, ending: the heap limit is 32 MB; raise it with -Xmx\n");
    }

    @Test
    void outOfMemory_inAServer_namesTheBudget() throws IOException, InterruptedException {
        assertThat(outputOf("budget"))
                .isEqualTo(
                        "tengen: out of memory, ending: the heap limit is 32 MB, of which clients may reserve 20 MB, and 30 MB of"
                                + " direct memory; raise the heap with -Xmx, or lower the budget with"
                                + " --max-memory-megabytes and --max-direct-memory-megabytes\n");
    }

    private static String outputOf(String place) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Full.class.getName(),
                        place)
                .redirectErrorStream(true)
                .start();

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(FatalErrors.EXIT_CODE);
        return output;
    }

    @Test
    void check_otherErrors_returns() {
        FatalErrors.check(new StackOverflowError());
        FatalErrors.check(new IllegalStateException(new AssertionError("no memory error")));

        assertThat(Thread.currentThread().isAlive()).isTrue();
    }
}
