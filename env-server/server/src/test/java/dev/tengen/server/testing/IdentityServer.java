package dev.tengen.server.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.identity.AuthenticatorChain;
import dev.tengen.server.identity.CertificateAuthenticator;
import dev.tengen.server.identity.JwtAuthenticator;
import dev.tengen.server.identity.JwtSettings;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.StaticToken;
import dev.tengen.server.identity.TokenAuthenticator;
import dev.tengen.server.tls.PrivateAuthority;
import dev.tengen.server.tls.TlsFiles;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server with TLS that takes tokens, JWTs and certificates, and channels to it for principals by each of them. It
 * knows every name in {@link #NAMES} with every role.
 */
public final class IdentityServer implements BeforeAllCallback, AfterAllCallback {
    /** The names of the principals. */
    public static final List<String> NAMES = List.of("me", "owner", "lister", "root", "first", "second", "third");

    /** How a principal proves who it is. */
    public enum Proof {
        /** A token of the operator's file. */
        TOKEN,
        /** A token of the issuer. */
        JWT,
        /** A client certificate. */
        CERTIFICATE
    }

    private final ServerConfig config;
    private final PrivateAuthority authority = new PrivateAuthority();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Map<String, ManagedChannel> channels = new ConcurrentHashMap<>();
    private RSAKey key;
    private Path folder;
    private AuthenticatorChain chain;
    private TengenServer server;

    /** Creates a server with the default configuration. */
    public IdentityServer() {
        this(ServerConfig.DEFAULT);
    }

    /** Creates a server with another configuration, without its endpoint and identity. */
    public IdentityServer(ServerConfig config) {
        this.config = config;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        folder = Files.createTempDirectory("tengen-identity");
        Files.writeString(file("ca.pem"), authority.certificatePem());
        authority.server(List.of("localhost", "127.0.0.1")).write(file("server.pem"), file("server-key.pem"));
        key = JwtIssuer.firstKey();
        Files.writeString(file("jwks.json"), new JWKSet(key.toPublicJWK()).toString());
        writePrincipals();
        chain = new AuthenticatorChain(List.of(
                CertificateAuthenticator.open(file("ca.pem"), file("roles")),
                TokenAuthenticator.open(file("tokens")),
                JwtAuthenticator.open(new JwtSettings(
                        "https://id.example",
                        "tengen",
                        file("jwks.json").toString(),
                        Set.of("RS256"),
                        "tengen_role"))));
        server = TengenServer.start(config.listeningAt("127.0.0.1", 0)
                .withAuthenticator(chain)
                .withTls(new TlsFiles(file("server.pem"), file("server-key.pem"), Optional.of(file("ca.pem")))));
    }

    private void writePrincipals() throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> roles = new ArrayList<>();
        for (String name : NAMES) {
            for (Role role : Role.values()) {
                String token = StaticToken.newToken();
                tokens.put(id(name, role), token);
                lines.add(
                        new StaticToken(new Principal(name, role), StaticToken.digest(token), Optional.empty()).line());
                roles.add("DNS:" + id(name, role) + " " + name + " " + role.text());
            }
        }
        Files.write(file("tokens"), lines);
        Files.write(file("roles"), roles);
    }

    private static String id(String name, Role role) {
        return name + "." + role.text();
    }

    /** Returns the file of the server that has this name, such as "server.pem". */
    public Path file(String name) {
        return folder.resolve(name);
    }

    public TengenServer server() {
        return server;
    }

    /** Returns a channel of a principal. */
    public Channel channel(String name, Role role, Proof proof) {
        return switch (proof) {
            case TOKEN -> channel(tokens.get(id(name, role)));
            case JWT -> channel(jwt(name, role));
            case CERTIFICATE ->
                channels.computeIfAbsent(id(name, role), id -> connect(Optional.of(authority.client(id))));
        };
    }

    /** Returns a channel that sends a bearer token. Such channels share one connection. */
    public Channel channel(String token) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return ClientInterceptors.intercept(
                channels.computeIfAbsent("", id -> connect(Optional.empty())),
                MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    /** Returns the token of a principal. */
    public String token(String name, Role role) {
        return tokens.get(id(name, role));
    }

    /** Returns the metrics as an operator gets them, if the server has an HTTP port. */
    public String metrics() throws IOException, GeneralSecurityException, InterruptedException {
        SSLContext context = SSLContext.getInstance("TLS");
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(file("ca.pem"))) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        context.init(null, trust.getTrustManagers(), null);
        int port = server.httpEndpoint().orElseThrow().port();
        return HttpClient.newBuilder()
                .sslContext(context)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/metrics"))
                                .header("Authorization", "Bearer " + jwt("monitor", Role.OPERATOR))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Returns a new JWT of a principal. */
    public String jwt(String name, Role role) {
        try {
            return JwtIssuer.signed(key, JwtIssuer.claims().subject(name).claim("tengen_role", role.text()));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a new connection, which shows a certificate if there is one. */
    private ManagedChannel connect(Optional<PrivateAuthority.Signed> client) {
        try {
            TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder()
                    .trustManager(file("ca.pem").toFile());
            if (client.isPresent()) {
                Path certificate = Files.createTempFile(folder, "client", ".pem");
                Path privateKey = Files.createTempFile(folder, "client-key", ".pem");
                client.get().write(certificate, privateKey);
                credentials.keyManager(certificate.toFile(), privateKey.toFile());
            }
            return NettyChannelBuilder.forAddress("127.0.0.1", server.port(), credentials.build())
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        channels.values().forEach(ManagedChannel::shutdownNow);
        server.close();
        chain.close();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
