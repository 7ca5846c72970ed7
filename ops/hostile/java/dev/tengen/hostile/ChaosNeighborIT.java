package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A well-behaved client next to attackers gets right answers. The long form also checks its latency, on an idle
 * machine.
 */
@Tag("full")
class ChaosNeighborIT {
    private static final Path JAR = Path.of("target/tengen.jar");
    private static final int MAX_SLOWDOWN = 5;
    private static final double ALWAYS_FAST_ENOUGH_MS = 20;
    private static final double MAX_P99_MS = 100;
    private static final int MIN_CALL_COUNT = 200;

    @TempDir
    private Path folder;

    /** The rows that once ended the server or kept memory, in seconds each. The long form has all rows. */
    @ParameterizedTest
    @EnumSource(names = {"LANES", "REMEMBERED_ANSWERS", "SEARCHES", "MANY_STREAMS", "SELF_PLAYS"})
    void attack_ofASecond_leavesTheNeighborRight(Attack attack) throws Exception {
        ChaosNeighbor.Row row = ChaosNeighbor.run(
                        JAR, "256m", Duration.ofSeconds(1), List.of(attack), folder, System.out)
                .get(0);

        assertThat(row.outcome().roundCount()).as("rounds of the attack").isPositive();
        assertThat(row.isAlive()).as("the server is alive").isTrue();
        assertThat(row.during().latencies()).as("calls").isNotEmpty();
        assertThat(row.during().wrongCount()).as("wrong answers").isZero();
        assertThat(row.during().failedCount()).as("failed calls").isZero();
    }

    @Test
    @Tag("long")
    void attack_eachRow_leavesTheNeighborFast() throws Exception {
        List<ChaosNeighbor.Row> rows =
                ChaosNeighbor.run(JAR, "512m", Duration.ofSeconds(20), List.of(Attack.values()), folder, System.out);

        for (ChaosNeighbor.Row row : rows) {
            assertThat(row.isAlive()).as(row.toString()).isTrue();
            assertThat(row.outcome().roundCount()).as(row.toString()).isPositive();
            assertThat(row.during().latencies()).as(row.toString()).hasSizeGreaterThan(MIN_CALL_COUNT);
            assertThat(row.during().wrongCount() + row.during().failedCount())
                    .as(row.toString())
                    .isZero();
            assertThat(row.during().quantileMs(0.99))
                    .as(row.toString())
                    .isLessThan(Math.min(
                            MAX_P99_MS,
                            Math.max(
                                    ALWAYS_FAST_ENOUGH_MS,
                                    MAX_SLOWDOWN * row.quiet().quantileMs(0.99))));
        }
    }
}
