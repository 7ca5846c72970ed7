package dev.tengen.client.error;

import java.util.Map;

/**
 * Thrown if the server does not know a call: it is older than this client, or newer. The reason is
 * {@code SERVER_TOO_OLD} or {@code CLIENT_TOO_OLD} and names the side to update. If the numbers of both versions are
 * equal, the server is the older build.
 */
public final class VersionMismatchException extends TengenException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception. The client does.
     *
     * @param reason the side to update
     * @param message the message
     * @param metadata {@code rpc}, {@code client_version} and {@code server_version}
     * @param cause the error from gRPC
     */
    public VersionMismatchException(String reason, String message, Map<String, String> metadata, Throwable cause) {
        super("UNIMPLEMENTED", reason, message, metadata, cause);
    }

    /** Returns the version of this client, as in "0.1.0". */
    public String clientVersion() {
        return metadata().getOrDefault("client_version", "");
    }

    /** Returns the version of the server; empty if it did not say. */
    public String serverVersion() {
        return metadata().getOrDefault("server_version", "");
    }
}
