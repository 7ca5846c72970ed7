package dev.tengen.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tengen.server.log.LogRateLimiter;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RateLimitedAppenderTest {
    private final LoggerContext loggers = new LoggerContext();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = loggers.getLogger("test.Logger");
    private long now;

    @BeforeEach
    void start() {
        lines.start();
        RateLimitedAppender appender =
                new RateLimitedAppender(loggers, lines, new LogRateLimiter(3, Duration.ofSeconds(10), () -> now));
        appender.setContext(loggers);
        appender.start();
        Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.DEBUG);
        root.addAppender(appender);
    }

    @Test
    void append_flood_isCutAndCounted() {
        for (int i = 0; i < 1000; i++) {
            logger.warn("line {}", i);
        }
        now = Duration.ofSeconds(10).toNanos();
        logger.warn("later");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "line 0",
                        "line 1",
                        "line 2",
                        "More lines of this kind are suppressed for up to 10 s",
                        "997 lines of the next line's kind were suppressed",
                        "later");
        assertThat(lines.list).extracting(ILoggingEvent::getLevel).containsOnly(Level.WARN);
    }

    @Test
    void append_otherKindsAndDetails_pass() {
        for (int i = 0; i < 1000; i++) {
            logger.warn("flood");
            logger.debug("detail {}", i);
        }
        logger.error("other level");
        logger.warn("other exception", new IllegalStateException("bug"));
        loggers.getLogger("test.Other").warn("other logger");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("other level", "other exception", "other logger", "detail 999");
        assertThat(lines.list).hasSize(3 + 1 + 1000 + 3);
    }
}
