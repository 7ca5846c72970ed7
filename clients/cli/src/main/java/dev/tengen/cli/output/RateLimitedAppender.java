package dev.tengen.cli.output;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.log.LogRateLimiter;

/**
 * Passes log lines to another appender, but only a few of each kind in a period, so that nothing can flood the log. It
 * says when it starts to suppress lines of a kind, and how many it has suppressed. Lines below INFO always pass: who
 * turns them on wants them all.
 */
final class RateLimitedAppender extends AppenderBase<ILoggingEvent> {
    private final LoggerContext loggers;
    private final Appender<ILoggingEvent> target;
    private final LogRateLimiter limiter;

    RateLimitedAppender(LoggerContext loggers, Appender<ILoggingEvent> target, LogRateLimiter limiter) {
        this.loggers = loggers;
        this.target = target;
        this.limiter = limiter;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getThrowableProxy() instanceof ThrowableProxy proxy) {
            FatalErrors.check(proxy.getThrowable()); // A library may have caught the error, and logs it.
        }
        if (!event.getLevel().isGreaterOrEqual(Level.INFO)) {
            target.doAppend(event);
            return;
        }
        IThrowableProxy thrown = event.getThrowableProxy();
        LogRateLimiter.Decision decision = limiter.next(
                event.getLoggerName(), event.getLevel().toString(), thrown == null ? "" : thrown.getClassName());
        if (decision.suppressedCount() > 0) {
            note(event, decision.suppressedCount() + " lines of the next line's kind were suppressed");
        }
        if (decision.isLogged()) {
            target.doAppend(event);
        }
        if (decision.isLast()) {
            note(event, "More lines of this kind are suppressed for up to " + limiter.periodSeconds() + " s");
        }
    }

    private void note(ILoggingEvent event, String text) {
        Logger logger = loggers.getLogger(event.getLoggerName());
        target.doAppend(
                new LoggingEvent(RateLimitedAppender.class.getName(), logger, event.getLevel(), text, null, null));
    }
}
