package dev.tengen.server.tls;

import dev.tengen.server.identity.ReloadStatus;
import dev.tengen.server.identity.ReloadedFiles;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.grpc.util.CertificateUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The certificate of a server, its key, and the authorities of its clients. New connections use new files within a
 * second after a change; open connections continue.
 *
 * <p>Clients may show a certificate if there are authorities. They need not: others have a token, and health checks
 * need neither.
 */
public final class ServerTls implements AutoCloseable {
    private final AdvancedTlsX509KeyManager keys = new AdvancedTlsX509KeyManager();
    private final ReloadedFiles<Identity> identity;
    private final Optional<ClientTrust> clientTrust;

    private ServerTls(TlsFiles files) throws IOException {
        identity = ReloadedFiles.open(
                "tls_certificate and tls_key", List.of(files.certificate(), files.key()), Identity::parse, this::use);
        clientTrust = files.clientAuthorities().isPresent() ? Optional.of(ClientTrust.open(files)) : Optional.empty();
    }

    /**
     * Reads the files.
     *
     * @throws IOException if a file cannot be read, is malformed, or the key is not that of the certificate
     */
    public static ServerTls open(TlsFiles files) throws IOException {
        return new ServerTls(files);
    }

    private void use(Identity current) {
        keys.updateIdentityCredentials(current.chain.toArray(X509Certificate[]::new), current.key);
    }

    /** Returns the credentials for gRPC. */
    public ServerCredentials credentials() {
        TlsServerCredentials.Builder builder = TlsServerCredentials.newBuilder().keyManager(keys);
        clientTrust.ifPresent(
                trust -> builder.trustManager(trust.manager).clientAuth(TlsServerCredentials.ClientAuth.OPTIONAL));
        return builder.build();
    }

    /** Returns the context for HTTP. Its clients show no certificate. */
    public SSLContext httpContext() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every Java platform has TLS.
        }
    }

    /** Returns the status of the certificate with its key, and of the authorities. */
    public List<ReloadStatus> reloads() {
        return Stream.concat(Stream.of(identity.status()), clientTrust.stream().map(trust -> trust.files.status()))
                .toList();
    }

    @Override
    public void close() {
        identity.close();
        clientTrust.ifPresent(trust -> trust.files.close());
    }

    /** A certificate with its key. */
    private record Identity(List<X509Certificate> chain, PrivateKey key) {
        static Identity parse(List<byte[]> contents) throws IOException, GeneralSecurityException {
            X509Certificate[] chain = CertificateUtils.getX509Certificates(new ByteArrayInputStream(contents.get(0)));
            if (chain.length == 0) {
                throw new IOException("there is no certificate in the first file");
            }
            PrivateKey key = CertificateUtils.getPrivateKey(new ByteArrayInputStream(contents.get(1)));
            requirePair(chain[0], key);
            return new Identity(List.of(chain), key);
        }

        /** Signs something and verifies it. Files that are replaced one after the other do not match in between. */
        private static void requirePair(X509Certificate certificate, PrivateKey key)
                throws IOException, GeneralSecurityException {
            boolean isPair =
                    key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm());
            if (isPair) {
                String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
                Signature signature = Signature.getInstance(algorithm);
                signature.initSign(key);
                signature.update((byte) 1);
                byte[] signed = signature.sign();
                signature.initVerify(certificate.getPublicKey());
                signature.update((byte) 1);
                isPair = signature.verify(signed);
            }
            if (!isPair) {
                throw new IOException("the key is not that of the certificate");
            }
        }
    }

    /** The authorities of clients' certificates. */
    private record ClientTrust(AdvancedTlsX509TrustManager manager, ReloadedFiles<X509Certificate[]> files) {
        static ClientTrust open(TlsFiles files) throws IOException {
            AdvancedTlsX509TrustManager manager;
            try {
                manager = AdvancedTlsX509TrustManager.newBuilder()
                        .setVerification(AdvancedTlsX509TrustManager.Verification.CERTIFICATE_ONLY_VERIFICATION)
                        .build();
            } catch (GeneralSecurityException e) {
                throw new IOException(e.getMessage(), e);
            }
            return new ClientTrust(
                    manager,
                    ReloadedFiles.open(
                            "tls_client_ca",
                            List.of(files.clientAuthorities().orElseThrow()),
                            contents -> authorities(contents.get(0)),
                            trusted -> update(manager, trusted)));
        }

        private static X509Certificate[] authorities(byte[] pem) throws IOException, GeneralSecurityException {
            X509Certificate[] found = CertificateUtils.getX509Certificates(new ByteArrayInputStream(pem));
            if (found.length == 0) {
                throw new IOException("there is no certificate in it");
            }
            return found;
        }

        private static void update(AdvancedTlsX509TrustManager manager, X509Certificate[] trusted) {
            try {
                manager.updateTrustCredentials(trusted);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (GeneralSecurityException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }
}
