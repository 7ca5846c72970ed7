package dev.tengen.server.session;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Identifies a request for retries: by its request id, with a digest of its content to distinguish a retry from another
 * request with the same id.
 *
 * @param id the request id; empty for a request that cannot be retried
 * @param idDigest the digest of the id and of the principal that chose it. Principals other than
 *     {@link Principal#LOCAL} cannot meet the ids of each other
 * @param content the digest of the kind and the content of the request
 */
public record RequestKey(String id, Digest idDigest, Digest content) {
    /** The key of a request without a request id. */
    public static final RequestKey NONE = new RequestKey("", Digest.ZERO, Digest.ZERO);

    /**
     * The first 128 bits of a SHA-256.
     *
     * @param high the first 64 bits
     * @param low the other 64 bits
     */
    public record Digest(long high, long low) {
        static final Digest ZERO = new Digest(0, 0);

        private static Digest of(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Digest(buffer.getLong(), buffer.getLong());
        }
    }

    /**
     * Returns the key of a request.
     *
     * @param id the request id; empty for none
     * @param kind the kind of request; two kinds may have the same bytes
     * @param content the bytes of the request
     */
    public static RequestKey of(String id, String kind, byte[] content) {
        return of(Principal.LOCAL, id, kind, content);
    }

    /** Returns the key of a request of {@code caller}; see {@link #of(String, String, byte[])}. */
    public static RequestKey of(Principal caller, String id, String kind, byte[] content) {
        if (id.isEmpty()) {
            return NONE;
        }
        MessageDigest digest = sha256();
        if (!caller.name().equals(Principal.LOCAL.name())) {
            byte[] name = caller.name().getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(name.length).array());
            digest.update(name);
        }
        Digest idDigest = Digest.of(digest.digest(id.getBytes(StandardCharsets.UTF_8)));
        digest.update(kind.getBytes(StandardCharsets.UTF_8));
        return new RequestKey(id, idDigest, Digest.of(digest.digest(content)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Returns whether the request has no request id. */
    public boolean isNone() {
        return id.isEmpty();
    }

    /**
     * Requires that the earlier request with this id, whose content had the digest {@code first}, was the same request.
     *
     * @throws CallException if it was another request
     */
    public void requireSame(Digest first) {
        if (!first.equals(content)) {
            throw CallException.of(
                            Reason.REQUEST_ID_REUSED,
                            "request_id \"" + id + "\" was used for another request; every new request needs its own")
                    .with("field", "request_id")
                    .with("value", id);
        }
    }
}
