package dev.tengen.client.error;

import java.util.Map;

/**
 * Thrown if a call fails. A failed call changes nothing, with one exception: if no answer came (UNAVAILABLE or
 * DEADLINE_EXCEEDED), the server may have executed a call that changes something. The message then says so, and how to
 * find out, and the metadata has the {@code request_id} of the call, with which it can be repeated safely.
 */
public class TengenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String status;
    private final String reason;
    private final transient Map<String, String> metadata;

    /**
     * Creates an exception. The client does.
     *
     * @param status the gRPC status
     * @param reason the reason, or an empty string
     * @param message the message
     * @param metadata details by name
     * @param cause the error from gRPC
     */
    public TengenException(
            String status, String reason, String message, Map<String, String> metadata, Throwable cause) {
        super(message, cause);
        this.status = status;
        this.reason = reason;
        this.metadata = Map.copyOf(metadata);
    }

    /** Returns the gRPC status, as in "INVALID_ARGUMENT". */
    public String status() {
        return status;
    }

    /**
     * Returns the reason, as in "INVALID_VALUE" or "SESSION_EXPIRED"; empty if the server gave none.
     * {@code docs/reference/protocol.md} lists the reasons.
     */
    public String reason() {
        return reason;
    }

    /** Returns details by name: {@code field}, {@code value}, {@code allowed} and others. */
    public Map<String, String> metadata() {
        return metadata;
    }
}
