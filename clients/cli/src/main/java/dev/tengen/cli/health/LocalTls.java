package dev.tengen.cli.health;

import dev.tengen.client.Channels;
import dev.tengen.client.ConnectionSecurity;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Connects to a server on this machine whose certificate the environment names: that very certificate is trusted. */
final class LocalTls {
    private static final String CERTIFICATE_VARIABLE = "TENGEN_SERVE_TLS_CERTIFICATE";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private LocalTls() {}

    /**
     * Returns a channel to the server that these environment variables configure.
     *
     * @throws IOException if its certificate cannot be read
     */
    static ManagedChannel channel(String target, Map<String, String> environment) throws IOException {
        String file = environment.getOrDefault(CERTIFICATE_VARIABLE, "");
        // A server without TLS may have the name of a file that it would make.
        if (file.isEmpty() || !Files.exists(Path.of(file))) {
            return Channels.to(target).build();
        }
        ManagedChannelBuilder<?> builder =
                Channels.to(target, ConnectionSecurity.tls().withAuthorities(Path.of(file)));
        // The certificate may be for the name of the machine alone.
        return builder.overrideAuthority(name(Path.of(file))).build();
    }

    private static String name(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            X509Certificate certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(content);
            @Nullable Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return (names == null ? List.<List<?>>of() : names)
                    .stream()
                            .filter(name ->
                                    name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS))
                            .map(name -> String.valueOf(name.get(1)).replace("*.", "any."))
                            .findFirst()
                            .orElseThrow(() -> new IOException(file + " is for no name"));
        } catch (CertificateException e) {
            throw new IOException(file + " is not a certificate: " + e.getMessage(), e);
        }
    }
}
