package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StaysTest {
    private final long[] now = {Long.MAX_VALUE - 10};
    private final Stays stays = new Stays(Duration.ofNanos(100), () -> now[0]);

    @Test
    void contains_sessionThatWasAdded_untilItsTimeIsOver() {
        stays.add("a");
        assertThat(stays.contains("a")).isTrue();
        assertThat(stays.contains("b")).isFalse();

        now[0] += 99;
        assertThat(stays.contains("a")).isTrue();

        now[0] += 1;
        assertThat(stays.contains("a")).isFalse();
    }

    @Test
    void add_again_beginsAgain() {
        stays.add("a");
        now[0] += 60;
        stays.add("a");
        now[0] += 60;

        assertThat(stays.contains("a")).isTrue();
    }

    @Test
    void settings_outOfRange_throw() {
        Duration lease = Duration.ofSeconds(1);

        assertThat(new SharingSettings(lease, Duration.ZERO).heartbeat()).isEqualTo(Duration.ofMillis(250));
        assertThatThrownBy(() -> new SharingSettings(Duration.ofMillis(199), Duration.ZERO))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("store_lease_ms");
        assertThatThrownBy(() -> new SharingSettings(lease, Duration.ofMillis(60_001)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("store_stay_ms");
    }
}
