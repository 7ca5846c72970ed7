package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs each fuzz test with Jazzer in a process of its own, which looks for inputs that reach new code. Jazzer fuzzes
 * one test in a process. The system property {@code tengen.fuzz.seconds} sets the time of each, 120 by default. What it
 * finds and learns is in {@code target/fuzz}.
 */
@Tag("long")
class FuzzRunTest {
    private static final int SECONDS = 120;
    private static final int MIN_EDGE_COUNT = 100;
    private static final Pattern COVERAGE = Pattern.compile("cov: (\\d+)");
    private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs in");
    private static final Pattern HANDLED = Pattern.compile(RequestFuzzTest.REPORT + "([0-9.]+) of (\\d+) answers");

    @ParameterizedTest
    @CsvSource({
        "InputFuzzTest, record, 1000",
        "InputFuzzTest, gtp, 100",
        "InputFuzzTest, tournamentFile, 50",
        "InputFuzzTest, diagram, 1000",
        "InputFuzzTest, snapshot, 1000",
        "RequestFuzzTest, requests, 30"
    })
    void fuzz_eachTest_findsNothing(String type, String method, long minRunCount) throws Exception {
        String output = fuzz(FuzzRunTest.class.getPackageName() + "." + type, method);

        assertThat(number(RUNS, output)).as(output).isGreaterThan(minRunCount);
        // A run that starts with the corpus of an earlier one may find nothing new.
        assertThat(COVERAGE.matcher(output).results().mapToLong(found -> Long.parseLong(found.group(1))))
                .as("edges reached")
                .anyMatch(count -> count > MIN_EDGE_COUNT);
        if (method.equals("requests")) {
            Matcher handled = HANDLED.matcher(output);
            assertThat(handled.find()).as(output).isTrue();
            assertThat(Double.parseDouble(handled.group(1))).isGreaterThan(RequestFuzzTest.MIN_HANDLED_SHARE);
        }
    }

    /** Returns the output of a run without a finding. */
    private static String fuzz(String type, String method) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(Path.of("target", "fuzz", method).toAbsolutePath());
        Path log = folder.resolve("log.txt");
        int exitCode = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + type,
                        "--target_method=" + method,
                        "--instrumentation_includes=dev.tengen.**",
                        "--custom_hook_includes=dev.tengen.**",
                        // Reading the files that a tournament file names is no fault.
                        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.FilePathTraversal",
                        "-seed=1",
                        "-max_total_time=" + Integer.getInteger("tengen.fuzz.seconds", SECONDS)))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        String output = Files.readString(log);
        System.out.println(method + ": "
                + RUNS.matcher(output).results().map(found -> found.group()).toList());
        assertThat(exitCode).as(output).isZero();
        return output;
    }

    private static long number(Pattern pattern, String output) {
        Matcher matcher = pattern.matcher(output);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
