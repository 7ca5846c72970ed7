package dev.tengen.server.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Finds principals by the subject alternative names of client certificates, which a file maps to names and roles. A
 * line is {@code KIND:VALUE NAME ROLE}, as in {@code DNS:trainer.lab trainer agent}; kinds are DNS, URI, EMAIL and IP.
 * The first name of the certificate that has a line counts. A certificate without a line proves nothing, so that a
 * token may.
 *
 * <p>The transport has verified the certificates when the connection began. They are verified again when the
 * authorities change, and their dates at each call: a connection may last longer than a certificate. Thread-safe.
 */
public final class CertificateAuthenticator implements AuthenticatorChain.Closeable {
    private static final Map<Integer, String> KINDS = Map.of(1, "EMAIL", 2, "DNS", 6, "URI", 7, "IP");
    private static final int FIELD_COUNT = 3;

    private final ReloadedFiles<X509TrustManager> authorities;
    private final ReloadedFiles<Map<String, Principal>> principals;

    /** The authorities by which a certificate was last verified. */
    private final Cache<X509Certificate, X509TrustManager> verified =
            Caffeine.newBuilder().weakKeys().maximumSize(10_000).build();

    private CertificateAuthenticator(
            ReloadedFiles<X509TrustManager> authorities, ReloadedFiles<Map<String, Principal>> principals) {
        this.authorities = authorities;
        this.principals = principals;
    }

    /**
     * Reads the files.
     *
     * @param authorities PEM file of the certificates of the authorities that sign clients' certificates
     * @param roles file that maps names to principals
     * @throws IOException if a file cannot be read or is malformed
     */
    public static CertificateAuthenticator open(Path authorities, Path roles) throws IOException {
        ReloadedFiles<X509TrustManager> trust = ReloadedFiles.open(
                "tls_client_ca", List.of(authorities), contents -> trustManager(contents.get(0)), manager -> {});
        try {
            return new CertificateAuthenticator(
                    trust,
                    ReloadedFiles.open(
                            "certificate_roles",
                            List.of(roles),
                            contents -> parse(new String(contents.get(0), StandardCharsets.UTF_8)),
                            map -> {}));
        } catch (IOException e) {
            trust.close();
            throw e;
        }
    }

    /** Returns what verifies certificates by the authorities in {@code pem}. */
    private static X509TrustManager trustManager(byte[] pem) throws IOException, GeneralSecurityException {
        Collection<? extends Certificate> certificates =
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
        if (certificates.isEmpty()) {
            throw new IOException("there is no certificate in it");
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int count = 0;
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("authority-" + count, certificate);
            count++;
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager found) {
                return found;
            }
        }
        throw new GeneralSecurityException("this Java platform cannot verify certificates");
    }

    private static Map<String, Principal> parse(String text) throws IOException {
        Map<String, Principal> principals = new HashMap<>();
        List<String> lines = text.lines().toList();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\s+", -1);
            String kind = fields[0].substring(0, Math.max(0, fields[0].indexOf(':')));
            if (fields.length != FIELD_COUNT || !KINDS.containsValue(kind)) {
                throw new IOException("line " + number
                        + " is not \"KIND:VALUE NAME ROLE\", as in \"DNS:trainer.lab trainer agent\", with a kind of DNS,"
                        + " URI, EMAIL and IP");
            }
            try {
                principals.put(
                        fields[0], new Principal(StaticToken.requireName(fields[1]), StaticToken.role(fields[2])));
            } catch (IllegalArgumentException e) {
                throw new IOException("line " + number + ": " + e.getMessage(), e);
            }
        }
        return principals;
    }

    @Override
    public Optional<Principal> authenticate(Credentials credentials) {
        List<X509Certificate> chain = credentials.certificates();
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        try {
            verify(chain);
            return principal(chain.get(0));
        } catch (CertificateException e) {
            throw CallException.of(Reason.UNAUTHENTICATED, "the certificate proves no principal");
        }
    }

    private void verify(List<X509Certificate> chain) throws CertificateException {
        X509Certificate certificate = chain.get(0);
        certificate.checkValidity();
        X509TrustManager current = authorities.value();
        if (!current.equals(verified.getIfPresent(certificate))) {
            current.checkClientTrusted(
                    chain.toArray(new X509Certificate[0]),
                    certificate.getPublicKey().getAlgorithm());
            verified.put(certificate, current);
        }
    }

    private Optional<Principal> principal(X509Certificate certificate) throws CertificateParsingException {
        @Nullable Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        if (names == null) {
            return Optional.empty();
        }
        Map<String, Principal> known = principals.value();
        return names.stream()
                .map(name -> KINDS.getOrDefault((Integer) name.get(0), "") + ":" + name.get(1))
                .filter(known::containsKey)
                .findFirst()
                .map(known::get);
    }

    @Override
    public List<ReloadStatus> reloads() {
        return List.of(authorities.status(), principals.status());
    }

    @Override
    public void close() {
        authorities.close();
        principals.close();
    }
}
