package dev.tengen.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LogRateLimiterTest {
    private long now = Long.MAX_VALUE - 5;
    private final LogRateLimiter limiter = new LogRateLimiter(2, Duration.ofNanos(10), () -> now);

    private LogRateLimiter.Decision next(String logger) {
        return limiter.next(logger, "WARN", "");
    }

    @Test
    void next_moreThanTheLimit_isSuppressedUntilThePeriodEnds() {
        assertThat(next("a")).isEqualTo(new LogRateLimiter.Decision(true, false, 0));
        assertThat(next("a")).isEqualTo(new LogRateLimiter.Decision(true, true, 0));
        for (int i = 0; i < 7; i++) {
            assertThat(next("a")).isEqualTo(new LogRateLimiter.Decision(false, false, 0));
        }

        now += 9;
        assertThat(next("a").isLogged()).isFalse();
        now += 1;
        assertThat(next("a")).isEqualTo(new LogRateLimiter.Decision(true, false, 8));
        assertThat(next("a")).isEqualTo(new LogRateLimiter.Decision(true, true, 0));
    }

    @Test
    void next_otherKind_hasItsOwnLimit() {
        next("a");
        next("a");

        assertThat(next("a").isLogged()).isFalse();
        assertThat(next("b").isLogged()).isTrue();
        assertThat(limiter.next("a", "ERROR", "").isLogged()).isTrue();
        assertThat(limiter.next("a", "WARN", "java.io.IOException").isLogged()).isTrue();
    }

    @Test
    void next_moreKindsThanAreKept_shareOneLimit() {
        for (int i = 0; i < 1000; i++) {
            assertThat(next("known" + i).isLogged()).isTrue();
        }
        int loggedCount = 0;
        for (int i = 0; i < 1000; i++) {
            loggedCount += next("other" + i).isLogged() ? 1 : 0;
        }

        assertThat(loggedCount).isEqualTo(2);
        assertThat(next("known0").isLogged()).isTrue();
    }
}
