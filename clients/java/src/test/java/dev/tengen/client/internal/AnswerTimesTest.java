package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Two servers without processor time handed a session back and forth, because each answer came after the timeout. */
class AnswerTimesTest {
    private static final Duration LEAST = Duration.ofMillis(400);

    private final AnswerTimes times = new AnswerTimes();

    private void add(int count, Duration time) {
        for (int i = 0; i < count; i++) {
            times.add(time.toNanos());
        }
    }

    @Test
    void timeout_noOrFastAnswers_isTheLeast() {
        assertThat(times.timeout(LEAST)).isEqualTo(LEAST);

        add(100, Duration.ofMillis(5));

        assertThat(times.timeout(LEAST)).isEqualTo(LEAST);
    }

    @Test
    void timeout_slowAnswers_coversThem() {
        add(1, Duration.ofMillis(700));

        assertThat(times.timeout(LEAST)).isEqualTo(Duration.ofMillis(2100));
    }

    @Test
    void timeout_answersThatGetFastAgain_shrinks() {
        add(20, Duration.ofSeconds(1));
        add(60, Duration.ofMillis(5));

        assertThat(times.timeout(LEAST)).isEqualTo(LEAST);
    }

    @Test
    void timeout_verySlowAnswers_isBounded() {
        add(20, Duration.ofHours(1));

        assertThat(times.timeout(LEAST)).isEqualTo(LEAST.multipliedBy(16));
    }
}
