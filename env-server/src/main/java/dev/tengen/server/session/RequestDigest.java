package dev.tengen.server.session;

import com.google.protobuf.MessageLite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The kind and content of a request, shortened to 32 bytes (SHA-256), to tell a retry from another request.
 *
 * <p>The kind counts because requests of two kinds can have the same bytes.
 */
final class RequestDigest {
    private final byte[] bytes;

    private RequestDigest(byte[] bytes) {
        this.bytes = bytes;
    }

    static RequestDigest of(MessageLite request) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(request.getClass().getName().getBytes(StandardCharsets.UTF_8));
            return new RequestDigest(digest.digest(request.toByteArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RequestDigest digest && Arrays.equals(bytes, digest.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
