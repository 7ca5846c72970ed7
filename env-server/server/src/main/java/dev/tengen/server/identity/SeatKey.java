package dev.tengen.server.identity;

import java.security.SecureRandom;
import javax.crypto.spec.SecretKeySpec;

/** The secret from which the tokens of seats are derived. Everyone who knows it can make the token of any seat. */
public final class SeatKey {
    static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final byte[] secret;

    private SeatKey(byte[] secret) {
        this.secret = secret;
    }

    /** Returns a new random key. */
    public static SeatKey random() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return new SeatKey(secret);
    }

    /** Returns the key with these bytes, from {@link #bytes}. */
    public static SeatKey of(byte[] bytes) {
        return new SeatKey(bytes.clone());
    }

    /** Returns a copy of the bytes, which must be kept secret. */
    public byte[] bytes() {
        return secret.clone();
    }

    SecretKeySpec spec() {
        return new SecretKeySpec(secret, ALGORITHM);
    }
}
