package dev.tengen.server.log;

import dev.tengen.text.VisibleText;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits what gRPC's transport logs about its clients. The transport writes a stack trace for each stream and each
 * connection that a client breaks, so a client could fill a disk. This filter passes a few lines of each kind in a
 * period. It replaces the stack trace of a checked exception or a status, which a client causes, by its message. Other
 * exceptions are bugs and keep their stack traces.
 *
 * <p>gRPC logs through {@code java.util.logging} in every program, so the filter also works for a server inside another
 * program. A filter that the program has set on the same logger before is asked first. Thread-safe.
 */
public final class TransportLogFilter implements Filter {
    /**
     * Maximum of lines of a kind in a period: below the default, so that a limit on the whole log does not cut them
     * again.
     */
    static final int MAX_LINE_COUNT = LogRateLimiter.DEFAULT_MAX_LINE_COUNT / 2;

    private static final int MAX_MESSAGE_LENGTH = 300;

    /** The loggers. {@code java.util.logging} itself holds loggers weakly. */
    private static final List<Logger> LOGGERS = Stream.of(
                    "io.grpc.netty.NettyServerHandler",
                    "io.grpc.netty.NettyServerStream",
                    "io.grpc.netty.NettyServerTransport",
                    "io.grpc.netty.NettyServerTransport.connections")
            .map(Logger::getLogger)
            .toList();

    private final LogRateLimiter limiter;
    private final @Nullable Filter earlier;

    TransportLogFilter(LogRateLimiter limiter, @Nullable Filter earlier) {
        this.limiter = limiter;
        this.earlier = earlier;
    }

    /** Sets the filter on the loggers of gRPC's transport, once in a process. */
    public static synchronized void install() {
        LogRateLimiter limiter = new LogRateLimiter(MAX_LINE_COUNT, LogRateLimiter.DEFAULT_PERIOD, System::nanoTime);
        for (Logger logger : LOGGERS) {
            if (!(logger.getFilter() instanceof TransportLogFilter)) {
                logger.setFilter(new TransportLogFilter(limiter, logger.getFilter()));
            }
        }
    }

    /** Returns whether the limit lets {@code record} pass. Shortens its message and may remove its exception. */
    @Override
    public boolean isLoggable(LogRecord record) {
        if (earlier != null && !earlier.isLoggable(record)) {
            return false;
        }
        Throwable thrown = record.getThrown();
        LogRateLimiter.Decision decision = limiter.next(
                String.valueOf(record.getLoggerName()),
                record.getLevel().getName(),
                thrown == null ? "" : thrown.getClass().getName());
        if (!decision.isLogged()) {
            return false;
        }
        StringBuilder message = new StringBuilder(String.valueOf(record.getMessage()));
        if (thrown != null && isOfClient(thrown)) {
            record.setThrown(null);
            message.append(": ").append(shortText(thrown));
        }
        if (decision.suppressedCount() > 0) {
            message.append(" (").append(decision.suppressedCount()).append(" lines of this kind were suppressed)");
        }
        if (decision.isLast()) {
            message.append(" (more lines of this kind are suppressed for up to ")
                    .append(limiter.periodSeconds())
                    .append(" s)");
        }
        record.setMessage(VisibleText.line(message.toString()));
        return true;
    }

    private static boolean isOfClient(Throwable thrown) {
        boolean isUnchecked = thrown instanceof RuntimeException || thrown instanceof Error;
        return !isUnchecked || thrown instanceof StatusRuntimeException;
    }

    /** Returns class and message, shortened. A message may quote what the client sent. */
    private static String shortText(Throwable thrown) {
        Class<?> type = thrown.getClass();
        if (type.isAnonymousClass()) {
            type = type.getSuperclass();
        }
        String text = type.getSimpleName() + ": " + thrown.getMessage();
        return text.length() <= MAX_MESSAGE_LENGTH ? text : text.substring(0, MAX_MESSAGE_LENGTH) + "...";
    }
}
