package dev.tengen.server.error;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A call failed for a reason that the client receives. The call changed nothing. */
public final class CallException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN_LENGTH = 64;

    private final Reason reason;
    private final transient Map<String, String> metadata = new LinkedHashMap<>();
    private final transient Optional<Duration> retryDelay;

    private CallException(Reason reason, String message, Optional<Duration> retryDelay) {
        // The message says what is wrong with the call. A stack trace would add nothing and cost much.
        super(message, null, false, false);
        this.reason = reason;
        this.retryDelay = retryDelay;
    }

    /** Returns an error with a message for people. */
    public static CallException of(Reason reason, String message) {
        return new CallException(reason, message, Optional.empty());
    }

    /** Returns an error after which the client may retry in {@code delay}. */
    public static CallException retryAfter(Reason reason, Duration delay, String message) {
        return new CallException(reason, message, Optional.of(delay));
    }

    /** Returns the error that the server is shutting down. */
    public static CallException shuttingDown() {
        return of(Reason.SHUTTING_DOWN, "the server is shutting down");
    }

    /** Returns the error that a field has an invalid value. */
    public static CallException invalid(Reason reason, InvalidValueException error) {
        String value = shown(error.value());
        return of(reason, String.valueOf(error.getMessage()).replace(error.value(), value))
                .with("field", error.field())
                .with("value", value)
                .with("allowed", error.allowed());
    }

    /** Returns the error that {@code field} has an invalid value; {@code allowed} describes the valid ones. */
    public static CallException invalid(String field, Object value, String allowed) {
        return invalid(Reason.INVALID_VALUE, InvalidValueException.not(field, value, allowed));
    }

    /**
     * Returns {@code value} as error messages repeat it: truncated if it is long. Trailers hold a few thousand bytes; a
     * client closes the connection, with all its calls, when they are longer.
     */
    public static String shown(String value) {
        if (value.length() <= MAX_SHOWN_LENGTH) {
            return value;
        }
        boolean isPairCut = Character.isHighSurrogate(value.charAt(MAX_SHOWN_LENGTH - 1));
        return value.substring(0, isPairCut ? MAX_SHOWN_LENGTH - 1 : MAX_SHOWN_LENGTH) + "...";
    }

    /** Adds a detail for programs, and returns this exception. */
    public CallException with(String key, Object value) {
        metadata.put(key, String.valueOf(value));
        return this;
    }

    /**
     * Returns this exception for an element of a list, such as "specs[3]": its field, and the message that begins with
     * it, begin with {@code element}.
     */
    public CallException within(String element) {
        String field = metadata.getOrDefault("field", "");
        String message = String.valueOf(getMessage());
        boolean startsWithField = !field.isEmpty() && message.startsWith(field + " ");
        CallException same = new CallException(reason, element + (startsWithField ? "." : ": ") + message, retryDelay);
        same.metadata.putAll(metadata);
        same.metadata.put("field", field.isEmpty() ? element : element + "." + field);
        return same;
    }

    /** Returns this exception without a delay after which the client may retry. */
    public CallException withoutRetry() {
        CallException same = of(reason, String.valueOf(getMessage()));
        same.metadata.putAll(metadata);
        return same;
    }

    /** Returns why the call failed. */
    public Reason reason() {
        return reason;
    }

    /** Returns the details by name: {@code field}, {@code value}, {@code allowed} and others. */
    public Map<String, String> metadata() {
        return metadata;
    }

    /** Returns how long to wait before a retry, if a retry may help. */
    public Optional<Duration> retryDelay() {
        return retryDelay;
    }
}
