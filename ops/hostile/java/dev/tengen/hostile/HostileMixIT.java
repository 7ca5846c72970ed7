package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A hostile mix against the packed program. The system properties {@code tengen.hostile.minutes} and
 * {@code tengen.hostile.seed} set the length and the seed of the long form.
 */
@Tag("full")
class HostileMixIT {
    private static final int MIN_ANSWER_COUNT = 500;

    @TempDir
    private Path folder;

    /** The server is cold, so its heap also grows by what it loads. */
    @Test
    void mix_someSeconds_leavesNothingBehind() throws Exception {
        HostileMix.Result result = HostileMix.run(
                MixSettings.parse(
                        "--jar", "target/tengen.jar",
                        "--heap", "256m",
                        "--warm-up-seconds", "0",
                        "--quiet-seconds", "1",
                        "--minutes", "0.1",
                        "--doors", "all",
                        "--min-answers", Integer.toString(MIN_ANSWER_COUNT),
                        "--seed", "7",
                        "--idle-seconds", "5",
                        "--max-growth", "3",
                        "--clients", "6",
                        "--nice", "0",
                        "--log-format", "json",
                        "--access-log", "yes",
                        "--folder", folder.toString()),
                System.out);

        assertThat(result.violations()).isEmpty();
        assertThat(result.requestCount()).isGreaterThan(MIN_ANSWER_COUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"512m", "256m"})
    @Tag("long")
    void mix_anHour_leavesNothingBehind(String heap) throws Exception {
        HostileMix.Result result = HostileMix.run(
                MixSettings.parse(
                        "--jar", "target/tengen.jar",
                        "--heap", heap,
                        "--minutes", System.getProperty("tengen.hostile.minutes", "60"),
                        "--seed", System.getProperty("tengen.hostile.seed", "1"),
                        "--folder", folder.toString()),
                System.out);

        assertThat(result.violations()).isEmpty();
    }
}
