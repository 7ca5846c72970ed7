package dev.tengen.client;

import java.util.Map;
import java.util.OptionalInt;

/** The rules forbid the action, or the episode is over. The position is unchanged. */
public final class IllegalActionException extends TengenException {
    private static final long serialVersionUID = 1L;

    IllegalActionException(
            String status, String reason, String message, Map<String, String> metadata, Throwable cause) {
        super(status, reason, message, metadata, cause);
    }

    /** Returns why the action is illegal. */
    public IllegalReason illegalReason() {
        return Messages.enumOf(IllegalReason.class, reason(), IllegalReason.UNKNOWN);
    }

    /** For a repetition, returns the number of the move after which the repeated position stood; 0 is the start. */
    public OptionalInt repeatsMove() {
        String number = metadata().get("repeats_move");
        return number == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(number));
    }
}
