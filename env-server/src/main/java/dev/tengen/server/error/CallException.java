package dev.tengen.server.error;

import dev.tengen.board.InvalidValueException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A call that fails with a reason the client is told. It changed nothing. */
public final class CallException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN_LENGTH = 64;

    private final Reason reason;
    private final transient Map<String, String> metadata = new LinkedHashMap<>();
    private final transient Optional<Duration> retryDelay;

    private CallException(Reason reason, String message, Optional<Duration> retryDelay) {
        // Clients are told what is wrong with their call; a stack trace would tell them nothing and cost much.
        super(message, null, false, false);
        this.reason = reason;
        this.retryDelay = retryDelay;
    }

    /** Returns an error with a message for people. */
    public static CallException of(Reason reason, String message) {
        return new CallException(reason, message, Optional.empty());
    }

    /** Returns an error that may go away after {@code delay}. */
    public static CallException retryAfter(Reason reason, Duration delay, String message) {
        return new CallException(reason, message, Optional.of(delay));
    }

    /** Returns the error that a field has a value which is not allowed. */
    public static CallException invalid(Reason reason, InvalidValueException error) {
        String value = shown(error.value());
        return of(reason, String.valueOf(error.getMessage()).replace(error.value(), value))
                .with("field", error.field())
                .with("value", value)
                .with("allowed", error.allowed());
    }

    /**
     * Returns {@code value} as errors repeat it, cut where it is long. Trailers have room for a few thousand bytes; a
     * client closes the connection, with all its calls, on longer ones.
     */
    public static String shown(String value) {
        if (value.length() <= MAX_SHOWN_LENGTH) {
            return value;
        }
        boolean isPairCut = Character.isHighSurrogate(value.charAt(MAX_SHOWN_LENGTH - 1));
        return value.substring(0, isPairCut ? MAX_SHOWN_LENGTH - 1 : MAX_SHOWN_LENGTH) + "...";
    }

    /** Returns the error that {@code field} has a value which is not what {@code allowed} says. */
    public static CallException invalid(String field, Object value, String allowed) {
        return invalid(Reason.INVALID_VALUE, InvalidValueException.not(field, value, allowed));
    }

    /** Adds a detail that programs can read, and returns this. */
    public CallException with(String key, Object value) {
        metadata.put(key, String.valueOf(value));
        return this;
    }

    /** Returns why the call failed. */
    public Reason reason() {
        return reason;
    }

    /** Returns details by name: {@code field}, {@code value}, {@code allowed} and others. */
    public Map<String, String> metadata() {
        return metadata;
    }

    /** Returns how long to wait before the call may succeed, if waiting helps. */
    public Optional<Duration> retryDelay() {
        return retryDelay;
    }
}
