package dev.tengen.client;

import dev.tengen.client.internal.LocalAddress;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptor;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * How a client proves who it is, and how it knows its server: TLS and a token. Immutable; its text holds no token.
 *
 * <pre>{@code
 * ConnectionSecurity security = ConnectionSecurity.tls().withAuthorities(Path.of("ca.pem")).withToken(token);
 * TengenClient client = TengenClient.connect("go.example:9019", Duration.ofSeconds(10), security);
 * }</pre>
 */
public final class ConnectionSecurity {
    /** Neither TLS nor a token: for servers that only this machine can reach. */
    public static final ConnectionSecurity NONE =
            new ConnectionSecurity(false, Optional.empty(), Optional.empty(), Optional.empty());

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final boolean hasTls;
    private final Optional<Path> authorities;
    private final Optional<ClientCertificate> certificate;
    private final Optional<String> token;

    private ConnectionSecurity(
            boolean hasTls,
            Optional<Path> authorities,
            Optional<ClientCertificate> certificate,
            Optional<String> token) {
        this.hasTls = hasTls;
        this.authorities = authorities;
        this.certificate = certificate;
        this.token = token;
    }

    private record ClientCertificate(Path certificate, Path key) {}

    /** Returns TLS that trusts the authorities of the Java platform. */
    public static ConnectionSecurity tls() {
        return new ConnectionSecurity(true, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Returns what the environment variables say: {@code TENGEN_TLS} is 1 for TLS; {@code TENGEN_CA},
     * {@code TENGEN_CERTIFICATE} and {@code TENGEN_KEY} are PEM files, and mean TLS, too; {@code TENGEN_TOKEN} is a
     * token.
     *
     * @throws IllegalArgumentException if there is only one of a certificate and its key
     */
    public static ConnectionSecurity fromEnvironment(Map<String, String> environment) {
        String authorities = environment.getOrDefault("TENGEN_CA", "");
        String certificate = environment.getOrDefault("TENGEN_CERTIFICATE", "");
        String key = environment.getOrDefault("TENGEN_KEY", "");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException("set both TENGEN_CERTIFICATE and TENGEN_KEY, or neither");
        }
        String choice = environment.getOrDefault("TENGEN_TLS", "");
        boolean isGiven = !authorities.isEmpty() || !certificate.isEmpty();
        ConnectionSecurity security = choice.equals("1") || (isGiven && !choice.equals("0")) ? tls() : NONE;
        if (security.hasTls && !authorities.isEmpty()) {
            security = security.withAuthorities(Path.of(authorities));
        }
        if (security.hasTls && !certificate.isEmpty()) {
            security = security.withCertificate(Path.of(certificate), Path.of(key));
        }
        String token = environment.getOrDefault("TENGEN_TOKEN", "");
        return token.isEmpty() ? security : security.withToken(token);
    }

    /** Returns this with TLS that trusts the authorities in a PEM file alone. */
    public ConnectionSecurity withAuthorities(Path file) {
        return new ConnectionSecurity(true, Optional.of(file), certificate, token);
    }

    /** Returns this with TLS and the certificate of the client, PEM files both. The key is in PKCS #8. */
    public ConnectionSecurity withCertificate(Path file, Path key) {
        return new ConnectionSecurity(true, authorities, Optional.of(new ClientCertificate(file, key)), token);
    }

    /** Returns this with a token that proves who calls. */
    public ConnectionSecurity withToken(String other) {
        return new ConnectionSecurity(hasTls, authorities, certificate, Optional.of(other));
    }

    /** Returns whether the connection is encrypted. */
    public boolean hasTls() {
        return hasTls;
    }

    /**
     * Returns the credentials of a channel.
     *
     * @throws IllegalArgumentException if a file cannot be used, or a token would travel over a network without TLS
     */
    ChannelCredentials credentials(String address) {
        if (!hasTls) {
            if (token.isPresent() && !LocalAddress.matches(address)) {
                throw new IllegalArgumentException("the token would travel to " + address
                        + " without encryption; use TLS, as with TENGEN_TLS=1 or TENGEN_CA");
            }
            return InsecureChannelCredentials.create();
        }
        TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
        try {
            if (authorities.isPresent()) {
                builder.trustManager(authorities.get().toFile());
            }
            if (certificate.isPresent()) {
                builder.keyManager(
                        certificate.get().certificate().toFile(),
                        certificate.get().key().toFile());
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("a file of TLS cannot be read: " + e.getMessage(), e);
        }
        return builder.build();
    }

    /** Returns what sends the token with each call; empty without one. */
    Optional<ClientInterceptor> interceptor() {
        return token.map(text -> {
            Metadata headers = new Metadata();
            headers.put(AUTHORIZATION, "Bearer " + text);
            return MetadataUtils.newAttachHeadersInterceptor(headers);
        });
    }

    @Override
    public String toString() {
        return "ConnectionSecurity[tls=" + hasTls + ", authorities=" + authorities + ", certificate="
                + certificate.map(ClientCertificate::certificate) + ", token="
                + (token.isPresent() ? "present" : "none")
                + "]";
    }
}
