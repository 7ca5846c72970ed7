package dev.tengen.server.session;

import com.google.protobuf.MessageLite;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A request, or the id of one, shortened to 128 bits (the first half of a SHA-256), to tell a retry from another request.
 *
 * @param high the first 64 bits
 * @param low the others
 */
record RequestDigest(long high, long low) {
    /** Returns the digest of the kind and content of {@code request}; requests of two kinds can have the same bytes. */
    static RequestDigest of(MessageLite request) {
        MessageDigest digest = sha256();
        digest.update(request.getClass().getName().getBytes(StandardCharsets.UTF_8));
        return of(digest.digest(request.toByteArray()));
    }

    /** Returns the digest of a request id. */
    static RequestDigest of(String requestId) {
        return of(sha256().digest(requestId.getBytes(StandardCharsets.UTF_8)));
    }

    private static RequestDigest of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new RequestDigest(buffer.getLong(), buffer.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
