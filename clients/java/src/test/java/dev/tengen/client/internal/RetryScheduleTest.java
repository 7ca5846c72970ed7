package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.error.TengenException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryScheduleTest {
    private static TengenException error(String status, String reason) {
        return new TengenException(status, reason, "", Map.of(), new IllegalStateException());
    }

    @ParameterizedTest
    @CsvSource({
        "UNAVAILABLE, '', true",
        "UNAVAILABLE, SHUTTING_DOWN, true",
        "UNAVAILABLE, ENGINE_FAILED, false",
        "UNAVAILABLE, STORE_FAILED, false",
        "DEADLINE_EXCEEDED, '', false",
        "RESOURCE_EXHAUSTED, TOO_MANY_SESSIONS, false",
        "INTERNAL, INTERNAL, false"
    })
    void delayAfter_error_existsIfTheServerCannotBeReached(String status, String reason, boolean isRetryable) {
        RetrySchedule schedule = new RetrySchedule(Duration.ofMinutes(1));

        assertThat(schedule.delayAfter(error(status, reason)).isPresent()).isEqualTo(isRetryable);
    }

    @Test
    void delayAfter_manyErrors_doublesUpToASecond() {
        RetrySchedule schedule = new RetrySchedule(Duration.ofMinutes(1));
        long backoffMs = 50;

        for (int attempt = 0; attempt < 20; attempt++) {
            assertThat(schedule.delayAfter(error("UNAVAILABLE", "")).orElseThrow())
                    .isBetween(Duration.ofMillis(backoffMs / 2), Duration.ofMillis(backoffMs));
            backoffMs = Math.min(2 * backoffMs, 1000);
        }
    }

    @Test
    void delayAfter_deadlineWouldPass_isNone() {
        RetrySchedule schedule = new RetrySchedule(Duration.ofMillis(20));

        assertThat(schedule.delayAfter(error("UNAVAILABLE", ""))).isEmpty();
    }

    @Test
    void failure_deadlinePassedDuringARetry_isTheErrorBefore() {
        RetrySchedule schedule = new RetrySchedule(Duration.ofMinutes(1));
        TengenException unavailable = error("UNAVAILABLE", "");
        TengenException late = error("DEADLINE_EXCEEDED", "");

        assertThat(schedule.failure(late)).isSameAs(late);
        assertThat(schedule.delayAfter(unavailable)).isPresent();
        assertThat(schedule.failure(late)).isSameAs(unavailable).hasSuppressedException(late);
        TengenException illegal = error("FAILED_PRECONDITION", "OCCUPIED");
        assertThat(schedule.failure(illegal)).isSameAs(illegal);
    }
}
