package dev.tengen.client.error;

import dev.tengen.client.env.IllegalReason;
import java.util.Map;
import java.util.OptionalInt;

/** Thrown if the rules forbid an action or the episode is over. The position is unchanged. */
public final class IllegalActionException extends TengenException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception. The client does.
     *
     * @param status the gRPC status
     * @param reason the name of the reason
     * @param message the message
     * @param metadata details by name
     * @param cause the error from gRPC
     */
    public IllegalActionException(
            String status, String reason, String message, Map<String, String> metadata, Throwable cause) {
        super(status, reason, message, metadata, cause);
    }

    /** Returns why the action is illegal. */
    public IllegalReason illegalReason() {
        return IllegalReason.named(reason());
    }

    /** Returns, for a repetition, the number of the move after which the position occurred before; 0 is the start. */
    public OptionalInt repeatsMove() {
        String number = metadata().get("repeats_move");
        return number == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(number));
    }
}
