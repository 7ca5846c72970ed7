package dev.tengen.arena.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeControlTest {
    @Test
    void parse_eachKind_isThatKind() {
        assertThat(TimeControl.parse("none")).isEqualTo(TimeControl.NONE);
        assertThat(TimeControl.parse("5s/move")).isEqualTo(TimeControl.perMove(Duration.ofSeconds(5)));
        assertThat(TimeControl.parse("10m")).isEqualTo(TimeControl.suddenDeath(Duration.ofMinutes(10)));
        assertThat(TimeControl.parse("10m+5x30s"))
                .isEqualTo(TimeControl.byoYomi(Duration.ofMinutes(10), 5, Duration.ofSeconds(30)));
        assertThat(TimeControl.parse("5m+3s"))
                .isEqualTo(TimeControl.fischer(Duration.ofMinutes(5), Duration.ofSeconds(3)));
        assertThat(TimeControl.parse("0s+1x2s")).isEqualTo(TimeControl.perMove(Duration.ofSeconds(2)));
    }

    @ParameterizedTest
    @CsvSource({"90s, 1m30s", "1h0m5s, 1h5s", "1500ms, 1s500ms", "1m+2x1000ns, 1m+2x1us", "60m+60s, 1h+1m"})
    void toString_durations_areInTheLargestUnits(String text, String canonical) {
        assertThat(TimeControl.parse(text)).hasToString(canonical);
    }

    @Test
    void toString_randomControls_areReadAsTheSame() {
        SplitMix64 random = new SplitMix64(21);
        for (int i = 0; i < 1000; i++) {
            Duration main = Duration.ofNanos(1 + (random.nextLong() >>> 18));
            Duration part = Duration.ofNanos(1 + (random.nextLong() >>> 23));
            TimeControl control = switch (random.nextInt(4)) {
                case 0 -> TimeControl.perMove(main);
                case 1 -> TimeControl.suddenDeath(main);
                case 2 -> TimeControl.byoYomi(main, 1 + random.nextInt(1000), part);
                default -> TimeControl.fischer(main, part);
            };

            assertThat(TimeControl.parse(control.toString())).isEqualTo(control);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "five",
                "-5s",
                "5 s",
                "1s1m",
                "5s/turn",
                "5s+",
                "+5s",
                "5s+3x",
                "5s+x3s",
                "1+1s",
                "5s+3s+2s",
                "1.5s",
                "99999999999s",
                "5s+12345x1s",
                "/move",
                "10m/move/move"
            })
    void parse_noTimeControl_namesFieldValueAndForms(String text) {
        assertThatThrownBy(() -> TimeControl.parse(text)).isInstanceOfSatisfying(InvalidValueException.class, e -> {
            assertThat(e.field()).isEqualTo("time_control");
            assertThat(e.value()).isEqualTo('"' + text + '"');
            assertThat(e.allowed()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0s | main_time 0s is outside [1ns, 24h]",
                "25h | main_time 25h is outside [1ns, 24h]",
                "0s/move | period 0s is outside [1ns, 24h]",
                "1s+0x1s | period_count 0 is outside [1, 1000]",
                "1s+1001x1s | period_count 1001 is outside [0, 1000]",
                "1s+2x25h | period 25h is outside [1ns, 24h]",
                "1s+0s | increment 0s is outside [1ns, 1h]",
                "1s+2h | increment 2h is outside [1ns, 1h]",
                "0s+1s | main_time 0s is not more than 0s, as there is an increment",
            })
    void parse_valueOutOfRange_namesItAndTheRange(String text, String message) {
        assertThatThrownBy(() -> TimeControl.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }

    @Test
    void new_partsThatDoNotGoTogether_areRefused() {
        Duration second = Duration.ofSeconds(1);

        assertThatThrownBy(() -> new TimeControl(second, second, 1, second))
                .hasMessage("increment 1s is not 0s, as there are periods");
        assertThatThrownBy(() -> new TimeControl(second, Duration.ZERO, 0, second))
                .hasMessage("period 1s is not 0s, as there are no periods");
        assertThatThrownBy(() -> TimeControl.suddenDeath(second.negated()))
                .hasMessage("main_time -1s is outside [1ns, 24h]");
    }

    @Test
    void parse_partThatIsNoDuration_isNamed() {
        assertThatThrownBy(() -> TimeControl.parse("10m+5x30"))
                .hasMessage(
                        "time_control \"10m+5x30\" has the duration \"30\", which is not whole numbers with units h, m,"
                                + " s, ms, us, ns, as in 1m30s");
    }
}
