package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.gtp.driver.EngineSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineLimitsTest {
    private static final EngineSpec ENGINE = EngineSpec.of("gnugo", "gnugo --mode gtp");

    @Test
    void new_nameTwice_isRejected() {
        assertThatThrownBy(() -> new EngineLimits(List.of(ENGINE, ENGINE), 1, 1))
                .hasMessage("engine \"gnugo\" is not named once");
    }

    @Test
    void new_countsOutOfRange_areRejected() {
        assertThatThrownBy(() -> new EngineLimits(List.of(), 0, 1))
                .hasMessage("max_engines_each 0 is outside [1, 1000]");
        assertThatThrownBy(() -> new EngineLimits(List.of(), 1, 1001))
                .hasMessage("max_engines 1001 is outside [1, 1000]");
        assertThat(new EngineLimits(List.of(), 1, 1000).maxCount()).isEqualTo(1000);
    }
}
