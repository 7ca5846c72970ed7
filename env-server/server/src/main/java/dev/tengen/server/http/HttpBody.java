package dev.tengen.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.Locale;

/** The body of a request. */
public final class HttpBody {
    private HttpBody() {}

    /**
     * Returns the body of {@code call}, which must be JSON by its content type.
     *
     * @throws HttpException if it is too long, incomplete, or of another content type
     */
    public static byte[] json(Context call) {
        String type = call.contentType();
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            throw new HttpException(415, "WRONG_TYPE", "the body is not application/json", "Content-Type");
        }
        byte[] bytes;
        try {
            bytes = call.bodyInputStream().readNBytes(HttpPort.MAX_BODY_BYTES + 1);
        } catch (IOException e) {
            throw new HttpException(400, "BODY_UNREADABLE", "the body is incomplete", "body");
        }
        if (bytes.length > HttpPort.MAX_BODY_BYTES) {
            throw new HttpException(
                    413, "BODY_TOO_LARGE", "the body is longer than " + HttpPort.MAX_BODY_BYTES + " bytes", "body");
        }
        return bytes;
    }
}
