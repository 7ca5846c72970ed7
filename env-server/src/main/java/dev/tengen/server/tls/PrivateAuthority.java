package dev.tengen.server.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * An authority that signs certificates for trying out, and for servers without another authority. Its key exists in this process alone,
 * so what it signs at once belongs together. Keys are on the curve P-256.
 */
public final class PrivateAuthority {
    private static final Duration LIFETIME = Duration.ofDays(825);
    private static final Duration BACKDATED = Duration.ofHours(1);
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final int SERIAL_BITS = 120;
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X500Principal name =
            new X500Principal("CN=Tengen private authority " + Long.toHexString(RANDOM.nextLong()));
    private final KeyPair keys = newKeys();
    private final X509Certificate certificate;

    /** Creates an authority. */
    public PrivateAuthority() {
        try {
            JcaX509v3CertificateBuilder builder = builder(name, keys);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            certificate = sign(builder);
        } catch (IOException e) {
            throw new IllegalStateException(e); // Nothing here reads or writes.
        }
    }

    /**
     * A certificate with its key.
     *
     * @param certificatePem the certificate
     * @param keyPem the key, in PKCS #8
     */
    public record Signed(String certificatePem, String keyPem) {
        /**
         * Writes both files. Each appears whole. Only the owner may read the key.
         *
         * @throws IOException if that fails
         */
        public void write(Path certificateFile, Path keyFile) throws IOException {
            writeSecret(keyFile, keyPem);
            replace(certificateFile, certificatePem);
        }
    }

    /** Returns a new certificate of a server. {@code names} are its DNS names and IP addresses: one or more. */
    public Signed server(List<String> names) {
        return leaf(names.get(0), names, KeyPurposeId.id_kp_serverAuth);
    }

    /** Returns a new certificate of a client with a DNS name. */
    public Signed client(String clientName) {
        return leaf(clientName, List.of(clientName), KeyPurposeId.id_kp_clientAuth);
    }

    private Signed leaf(String commonName, List<String> names, KeyPurposeId purpose) {
        KeyPair pair = newKeys();
        GeneralName[] alternatives = names.stream()
                .map(text -> new GeneralName(
                        ADDRESS.matcher(text).matches() ? GeneralName.iPAddress : GeneralName.dNSName, text))
                .toArray(GeneralName[]::new);
        try {
            JcaX509v3CertificateBuilder builder = builder(new X500Principal("CN=" + quoted(commonName)), pair);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives));
            return new Signed(pem(sign(builder)), keyPem(pair));
        } catch (IOException e) {
            throw new IllegalStateException(e); // Nothing here reads or writes.
        }
    }

    private static String quoted(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private JcaX509v3CertificateBuilder builder(X500Principal subject, KeyPair pair) throws IOException {
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(SERIAL_BITS, RANDOM).setBit(0),
                Date.from(now.minus(BACKDATED)),
                Date.from(now.plus(LIFETIME)),
                subject,
                pair.getPublic());
        try {
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(pair.getPublic()));
            builder.addExtension(
                    Extension.authorityKeyIdentifier, false, extensions.createAuthorityKeyIdentifier(keys.getPublic()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every Java platform has SHA-1 for identifiers.
        }
        return builder;
    }

    private X509Certificate sign(JcaX509v3CertificateBuilder builder) {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(keys.getPrivate())));
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every Java platform has ECDSA.
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
        return pem(certificate);
    }

    private static String pem(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e); // It was encoded when it was signed.
        }
    }

    private static String keyPem(KeyPair pair) {
        return pem("PRIVATE KEY", pair.getPrivate().getEncoded());
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }

    /**
     * Writes a file that only its owner may read. It appears whole.
     *
     * @throws IOException if that fails
     */
    public static void writeSecret(Path file, String content) throws IOException {
        Path draft = draft(file);
        Files.deleteIfExists(draft);
        if (draft.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(draft, content, StandardCharsets.UTF_8);
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Writes a file. It appears whole.
     *
     * @throws IOException if that fails
     */
    public static void replace(Path file, String content) throws IOException {
        Path draft = draft(file);
        Files.writeString(draft, content, StandardCharsets.UTF_8);
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path draft(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".new");
    }
}
