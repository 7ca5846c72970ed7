package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.error.TengenException;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        "UNAVAILABLE, ANSWER_LOST, true",
        "UNAVAILABLE, NOT_READY, true",
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
    void delayAfter_backoffWouldPassTheDeadline_leavesTimeForTheLastAttempt() {
        RetrySchedule schedule = new RetrySchedule(Duration.ofMillis(700));

        for (int attempt = 0; attempt < 6; attempt++) {
            assertThat(schedule.delayAfter(error("UNAVAILABLE", ""))).isPresent();
        }

        // The test does not wait, so the seventh delay could be a second.
        assertThat(schedule.delayAfter(error("UNAVAILABLE", "")).orElseThrow()).isLessThan(Duration.ofMillis(601));
        assertThat(schedule.attemptCount()).isEqualTo(7);
        assertThat(schedule.mayBeExecuted()).isFalse();
    }

    @Test
    void delayAfter_overloaded_doublesTheDelayUpToASecond() {
        RetrySchedule schedule = new RetrySchedule(Duration.ofMinutes(1));
        List<Long> delays = new ArrayList<>();

        for (int attempt = 0; attempt < 8; attempt++) {
            delays.add(schedule.delayAfter(refusal("100")).orElseThrow().toMillis());
        }

        assertThat(delays).containsExactly(100L, 200L, 400L, 800L, 1000L, 1000L, 1000L, 1000L);
        assertThat(schedule.delayAfter(refusal("2500"))).contains(Duration.ofMillis(2500));
        assertThat(schedule.delayAfter(refusal("61000"))).isEmpty();
    }

    private static TengenException refusal(String pushbackMillis) {
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER), pushbackMillis);
        return new TengenException(
                "RESOURCE_EXHAUSTED",
                "SERVER_OVERLOADED",
                "",
                Map.of(),
                Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));
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
