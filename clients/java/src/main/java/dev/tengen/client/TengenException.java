package dev.tengen.client;

import java.util.Map;

/** A call that failed. It changed nothing, unless the server could not be reached and nobody knows. */
public class TengenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String status;
    private final String reason;
    private final transient Map<String, String> metadata;

    TengenException(String status, String reason, String message, Map<String, String> metadata, Throwable cause) {
        super(message, cause);
        this.status = status;
        this.reason = reason;
        this.metadata = Map.copyOf(metadata);
    }

    /** Returns the gRPC status, as in "INVALID_ARGUMENT". */
    public String status() {
        return status;
    }

    /** Returns the reason, as in "INVALID_VALUE"; empty where the server gave none. */
    public String reason() {
        return reason;
    }

    /** Returns details by name: {@code field}, {@code value}, {@code allowed} and others. */
    public Map<String, String> metadata() {
        return metadata;
    }
}
