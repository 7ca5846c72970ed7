package dev.tengen.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A hostile mix against the packed program. The system properties {@code tengen.hostile.minutes} and {@code tengen.hostile.seed}
 * set the length and the seed of the long form.
 */
class HostileMixIT {
    private static final Path JAR = Path.of("target/tengen.jar");
    private static final int LONG_MINUTES = 60;
    private static final double MAX_HEAP_GROWTH = 1.05;
    /** The short form starts with a cold server, whose heap also grows by what it loads. */
    private static final double MAX_COLD_HEAP_GROWTH = 2;

    private static final int MIN_ANSWER_COUNT = 1_000;

    @TempDir
    private Path folder;

    @Test
    void mix_someSeconds_leavesNothingBehind() throws Exception {
        HostileMix.Result result = HostileMix.run(
                new MixSettings(
                        JAR,
                        "256m",
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(8),
                        MIN_ANSWER_COUNT,
                        7,
                        Duration.ofSeconds(2),
                        MAX_COLD_HEAP_GROWTH,
                        6,
                        true,
                        folder),
                System.out);

        assertThat(result.violations()).isEmpty();
        assertThat(result.requestCount()).isGreaterThan(MIN_ANSWER_COUNT);
        assertThat(result.outcomes()).containsKeys("EnvironmentService.Step", "BatchService.Run", "TreeService.Expand");
    }

    @ParameterizedTest
    @ValueSource(strings = {"512m", "256m"})
    @Tag("long")
    void mix_anHour_leavesNothingBehind(String heap) throws Exception {
        HostileMix.Result result = HostileMix.run(
                new MixSettings(
                        JAR,
                        heap,
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(Integer.getInteger("tengen.hostile.minutes", LONG_MINUTES)),
                        0,
                        Long.getLong("tengen.hostile.seed", 1),
                        Duration.ofSeconds(20),
                        MAX_HEAP_GROWTH,
                        8,
                        true,
                        folder),
                System.out);

        assertThat(result.violations()).isEmpty();
    }
}
