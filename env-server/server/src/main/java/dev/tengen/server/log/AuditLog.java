package dev.tengen.server.log;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The log of who created, ended and was refused what: the logger {@value #LOGGER}. A line has an {@link Event} as its
 * message, and fields as key-value pairs. No field has a token, a key or a complete id of a session: the first
 * {@value #SHOWN_ID_LENGTH} of 32 digits distinguish sessions and give no access.
 *
 * <p>It has a rate limit of its own for each event, so that refusals, which strangers can cause, hide nothing else.
 * Thread-safe.
 */
public final class AuditLog {
    /** The name of the logger. */
    public static final String LOGGER = "tengen.audit";

    static final int SHOWN_ID_LENGTH = 8;
    private static final int MAX_LINE_COUNT = 200;
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int MAX_TEXT_LENGTH = 128;

    /** The reasons of calls that were refused for their principal. */
    private static final Set<String> REFUSALS = Set.of(
            "UNAUTHENTICATED",
            "PERMISSION_DENIED",
            "QUOTA_EXCEEDED",
            "NOT_YOUR_TURN",
            "SESSION_NOT_FOUND",
            "AGENT_NAME_TAKEN",
            "CSRF_TOKEN_NEEDED",
            "FOREIGN_ORIGIN");

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

    private final LogRateLimiter limiter;

    /** Creates a log with the default rate limit: {@value #MAX_LINE_COUNT} lines of an event in ten seconds. */
    public AuditLog() {
        this(new LogRateLimiter(MAX_LINE_COUNT, PERIOD, System::nanoTime));
    }

    /** Creates a log with another rate limit. */
    AuditLog(LogRateLimiter limiter) {
        this.limiter = limiter;
    }

    /** What happened. */
    public enum Event {
        /** A session, a stream, a tournament or a login of the page was created. */
        CREATED,
        /** A session, a stream, a tournament or a login of the page was ended. */
        ENDED,
        /** A call was refused. */
        REFUSED
    }

    /**
     * A line of the log.
     *
     * @param event what happened
     * @param rpc the full name of the call; at the page, of the one that does the same
     * @param principal the name of the one who made the call; empty if nobody has proved to be one
     * @param role the role of the principal, or the place of its seat; empty if there is no principal
     * @param session the id of the session, of which the log shows a part; empty if there is none
     * @param reason why the call was refused; empty otherwise
     * @param peer the address of the caller
     */
    public record Line(
            Event event, String rpc, String principal, String role, String session, String reason, String peer) {}

    /** Returns whether calls that were refused for {@code reason} are written: those refused for who made them. */
    public static boolean isAudited(String reason) {
        return REFUSALS.contains(reason);
    }

    /** Writes {@code line}, unless there have been too many of its event. */
    public void write(Line line) {
        LogRateLimiter.Decision decision = limiter.next(LOGGER, line.event().name(), "");
        if (!decision.isLogged()) {
            return;
        }
        LoggingEventBuilder builder = LOG.atInfo()
                .addKeyValue("rpc", line.rpc())
                .addKeyValue("principal", line.principal())
                .addKeyValue("role", line.role())
                .addKeyValue("peer", line.peer());
        if (!line.session().isEmpty()) {
            builder = builder.addKeyValue("session", shown(line.session()));
        }
        if (!line.reason().isEmpty()) {
            builder = builder.addKeyValue("reason", line.reason());
        }
        if (decision.suppressedCount() > 0) {
            builder = builder.addKeyValue("suppressed", decision.suppressedCount());
        }
        builder.log(line.event().name().toLowerCase(Locale.ROOT));
    }

    /** Returns the part of the id of a session that logs may have; of other texts, nothing. */
    static String shown(String id) {
        return id.length() <= MAX_TEXT_LENGTH && id.matches("[0-9a-f]{32}")
                ? id.substring(0, SHOWN_ID_LENGTH)
                : "(malformed)";
    }
}
