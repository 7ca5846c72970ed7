package dev.tengen.server.tls;

import dev.tengen.file.AtomicFile;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;

/**
 * An authority that signs certificates for trying out, and for servers without another authority. Its key exists in
 * this process alone, so what it signs at once belongs together. Keys are on the curve P-256.
 */
public final class PrivateAuthority {
    private static final Duration LIFETIME = Duration.ofDays(825);
    private static final Duration BACKDATED = Duration.ofHours(1);
    private static final byte[] ECDSA_WITH_SHA256 = Der.identifier("2a8648ce3d040302");
    private static final byte[] BASIC_CONSTRAINTS = Der.identifier("551d13");
    private static final byte[] KEY_USAGE = Der.identifier("551d0f");
    private static final byte[] SUBJECT_KEY_IDENTIFIER = Der.identifier("551d0e");
    private static final byte[] AUTHORITY_KEY_IDENTIFIER = Der.identifier("551d23");
    private static final byte[] EXTENDED_KEY_USAGE = Der.identifier("551d25");
    private static final byte[] ALTERNATIVE_NAMES = Der.identifier("551d11");
    private static final byte[] SERVER_AUTHENTICATION = Der.identifier("2b06010505070301");
    private static final byte[] CLIENT_AUTHENTICATION = Der.identifier("2b06010505070302");
    private static final int SERIAL_BITS = 120;
    private static final int KEY_IDENTIFIER_BYTES = 20;

    /** The length of the point of a public key, at the end of its encoding. */
    private static final int POINT_BYTES = 65;

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X500Principal name =
            new X500Principal("CN=Tengen private authority " + Long.toHexString(RANDOM.nextLong()));
    private final KeyPair keys = newKeys();
    private final byte[] certificate = sign(
            name,
            keys,
            List.of(
                    extension(
                            BASIC_CONSTRAINTS,
                            true,
                            Der.value(Der.SEQUENCE, Der.isTrue(), Der.integer(BigInteger.ZERO))),
                    extension(KEY_USAGE, true, Der.bits(1, (byte) 0x06)))); // Signs certificates and revocation lists.

    /** Creates an authority. */
    public PrivateAuthority() {}

    /**
     * A certificate with its key.
     *
     * @param certificatePem the certificate
     * @param keyPem the key, in PKCS #8
     */
    public record Signed(String certificatePem, String keyPem) {
        /**
         * Replaces both files, as {@link AtomicFile} does. Only its owner may read a new key.
         *
         * @throws IOException if that fails
         */
        public void write(Path certificateFile, Path keyFile) throws IOException {
            AtomicFile.replaceSecret(keyFile, keyPem);
            AtomicFile.replace(certificateFile, certificatePem);
        }
    }

    /** Returns a new certificate of a server. {@code names} are its DNS names and IP addresses: one or more. */
    public Signed server(List<String> names) {
        return leaf(names.get(0), names, SERVER_AUTHENTICATION);
    }

    /** Returns a new certificate of a client with a DNS name. */
    public Signed client(String clientName) {
        return leaf(clientName, List.of(clientName), CLIENT_AUTHENTICATION);
    }

    private Signed leaf(String commonName, List<String> names, byte[] purpose) {
        KeyPair pair = newKeys();
        byte[][] alternatives =
                names.stream().map(PrivateAuthority::alternativeName).toArray(byte[][]::new);
        byte[] signed = sign(
                new X500Principal("CN=" + quoted(commonName)),
                pair,
                List.of(
                        extension(BASIC_CONSTRAINTS, true, Der.value(Der.SEQUENCE)),
                        extension(KEY_USAGE, true, Der.bits(7, (byte) 0x80)), // Signs the handshake.
                        extension(EXTENDED_KEY_USAGE, false, Der.value(Der.SEQUENCE, purpose)),
                        extension(ALTERNATIVE_NAMES, false, Der.value(Der.SEQUENCE, alternatives))));
        return new Signed(pem("CERTIFICATE", signed), keyPem(pair));
    }

    private static byte[] alternativeName(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return Der.value(0x82, text.getBytes(StandardCharsets.US_ASCII));
        }
        try {
            return Der.value(0x87, InetAddress.getByName(text).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not an IP address", e);
        }
    }

    private static byte[] extension(byte[] identifier, boolean isCritical, byte[] content) {
        byte[] critical = isCritical ? Der.isTrue() : new byte[0];
        return Der.value(Der.SEQUENCE, identifier, critical, Der.value(Der.OCTET_STRING, content));
    }

    private static String quoted(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Returns the certificate of {@code pair}, signed by this authority; see RFC 5280. */
    private byte[] sign(X500Principal subject, KeyPair pair, List<byte[]> extensions) {
        Instant now = Instant.now();
        List<byte[]> all = new ArrayList<>(extensions);
        all.add(extension(SUBJECT_KEY_IDENTIFIER, false, Der.value(Der.OCTET_STRING, identifier(pair))));
        all.add(extension(AUTHORITY_KEY_IDENTIFIER, false, Der.value(Der.SEQUENCE, Der.value(0x80, identifier(keys)))));
        byte[] content = Der.value(
                Der.SEQUENCE,
                Der.value(0xa0, Der.integer(BigInteger.TWO)), // Version 3.
                Der.integer(new BigInteger(SERIAL_BITS, RANDOM).setBit(0)),
                Der.value(Der.SEQUENCE, ECDSA_WITH_SHA256),
                name.getEncoded(),
                Der.value(Der.SEQUENCE, Der.time(now.minus(BACKDATED)), Der.time(now.plus(LIFETIME))),
                subject.getEncoded(),
                pair.getPublic().getEncoded(),
                Der.value(0xa3, Der.value(Der.SEQUENCE, all.toArray(new byte[0][]))));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(content);
            return Der.value(
                    Der.SEQUENCE, content, Der.value(Der.SEQUENCE, ECDSA_WITH_SHA256), Der.bits(0, signature.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every Java platform has ECDSA.
        }
    }

    /** Returns the identifier of a key: a part of its digest, the first method of RFC 7093. */
    private static byte[] identifier(KeyPair pair) {
        byte[] encoded = pair.getPublic().getEncoded();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(Arrays.copyOfRange(encoded, encoded.length - POINT_BYTES, encoded.length));
            return Arrays.copyOf(digest, KEY_IDENTIFIER_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every Java platform has SHA-256.
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every Java platform has P-256.
        }
    }

    /** Returns the certificate of the authority, which clients trust. */
    public String certificatePem() {
        return pem("CERTIFICATE", certificate);
    }

    private static String keyPem(KeyPair pair) {
        return pem("PRIVATE KEY", pair.getPrivate().getEncoded());
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }
}
