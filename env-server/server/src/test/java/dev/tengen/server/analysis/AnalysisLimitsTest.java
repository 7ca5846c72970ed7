package dev.tengen.server.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.budget.SearchLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalysisLimitsTest {
    private static AnalysisLimits limits(long maxNodes, long maxMillis) {
        return new AnalysisLimits(1, 0, maxNodes, Duration.ofMillis(maxMillis), 0);
    }

    @ParameterizedTest(name = "{0} states and {1} ms of at most {2} and {3} are {4} and {5}")
    @CsvSource({
        "0, 0, 100, 60000, 100, 5000",
        "0, 0, 100, 3000, 100, 3000",
        "1, 1, 100, 60000, 1, 1",
        "100, 60000, 100, 60000, 100, 60000",
        "101, 60001, 100, 60000, 100, 60000",
        "9223372036854775807, 9223372036854775807, 100, 60000, 100, 60000",
        "-9223372036854775808, -9223372036854775808, 100, 60000, 100, 60000",
        "-1, -1, 100, 60000, 100, 60000",
        "-1, -1, 9223372036854775807, 3153600000000, 9223372036854775807, 3153600000000"
    })
    void granted_anyNumberOf64Bits_isWithinTheLimits(
            long nodes, long millis, long maxNodes, long maxMillis, long grantedNodes, long grantedMillis) {
        assertThat(limits(maxNodes, maxMillis).granted(nodes, millis))
                .isEqualTo(new SearchLimits(grantedNodes, Duration.ofMillis(grantedMillis)));
    }

    @Test
    void constructor_valueOutside_throws() {
        assertThatThrownBy(() -> new AnalysisLimits(0, 0, 1, Duration.ofSeconds(1), 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_analysis_count 0 is outside [1, 1000]");
        assertThatThrownBy(() -> new AnalysisLimits(1, -1, 1, Duration.ofSeconds(1), 0))
                .hasMessage("max_waiting_analysis_count -1 is outside [0, 2147482647]");
        assertThatThrownBy(() -> new AnalysisLimits(1, 0, 0, Duration.ofSeconds(1), 0))
                .hasMessage("max_analysis_node_count 0 is outside [1, 9223372036854775807]");
        assertThatThrownBy(() -> new AnalysisLimits(1, 0, 1, Duration.ZERO, 0))
                .hasMessage("max_analysis_time_ms 0 is outside [1, 3153600000000]");
        assertThatThrownBy(() -> new AnalysisLimits(1, 0, 1, Duration.ofSeconds(1), -1))
                .hasMessage("max_analysis_table_bytes -1 is outside [0, 9223372036854775807]");
    }
}
