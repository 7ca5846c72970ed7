package dev.tengen.web;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.file.AtomicFile;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.StaticToken;
import dev.tengen.server.identity.TokenAuthenticator;
import dev.tengen.server.tls.PrivateAuthority;
import dev.tengen.server.tls.TlsFiles;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A page with TLS, tokens and a ladder, whose principals are the agents ann and bob, the orchestrator orla, the
 * operator olga and the spectator sam.
 */
final class GuardedPage implements AutoCloseable {
    private static final List<Principal> PRINCIPALS = List.of(
            new Principal("ann", Role.AGENT),
            new Principal("bob", Role.AGENT),
            new Principal("olga", Role.OPERATOR),
            new Principal("orla", Role.ORCHESTRATOR),
            new Principal("sam", Role.SPECTATOR));

    private final Map<String, String> tokens = new TreeMap<>();
    private final Path file;
    private final TokenAuthenticator authenticator;
    private final ServedPage page;
    private final String authorityPem;

    private GuardedPage(Path folder) throws IOException, GeneralSecurityException {
        PRINCIPALS.forEach(principal -> tokens.put(principal.name(), StaticToken.newToken()));
        file = folder.resolve("tokens");
        allowAllBut("nobody");
        PrivateAuthority authority = new PrivateAuthority();
        authorityPem = authority.certificatePem();
        Path certificate = folder.resolve("server.pem");
        Path key = folder.resolve("server-key.pem");
        authority.server(List.of("localhost", "127.0.0.1")).write(certificate, key);
        authenticator = TokenAuthenticator.open(file);
        page = ServedPage.withTls(
                ServerConfig.DEFAULT
                        .withAuthenticator(authenticator)
                        .withTls(new TlsFiles(certificate, key, Optional.empty())),
                folder,
                TournamentSettings.of("open ladder", List.of(), FormatSettings.Ladder.DEFAULT, Grid.square(5)),
                trusting(authorityPem));
    }

    /** Starts a server whose files are in {@code folder}. */
    static GuardedPage start(Path folder) throws IOException, GeneralSecurityException {
        return new GuardedPage(folder);
    }

    private static SSLContext trusting(String authorityPem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null);
        store.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(authorityPem.getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Writes the tokens of all principals but one. */
    void allowAllBut(String name) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Principal principal : PRINCIPALS) {
            if (!principal.name().equals(name)) {
                String digest = StaticToken.digest(token(principal.name()));
                lines.append(new StaticToken(principal, digest, Optional.empty()).line())
                        .append('\n');
            }
        }
        AtomicFile.replaceSecret(file, lines.toString());
    }

    /** Returns the token of a principal. */
    String token(String name) {
        return tokens.getOrDefault(name, "");
    }

    Authenticator authenticator() {
        return authenticator;
    }

    /** Creates a session with seats on 5x5 that belongs to the principal {@code name}. */
    CreateSessionResponse newSession(String name) throws IOException {
        ChannelCredentials tls = TlsChannelCredentials.newBuilder()
                .trustManager(new ByteArrayInputStream(authorityPem.getBytes(StandardCharsets.US_ASCII)))
                .build();
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(
                        "localhost", page.server().port(), tls)
                .build();
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token(name));
        try {
            return EnvironmentServiceGrpc.newBlockingStub(channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                    .createSession(CreateSessionRequest.newBuilder()
                            .setSpec(EnvironmentSpec.newBuilder().setWidth(5).setHeight(5))
                            .setWithPlayerSeats(true)
                            .setWithSpectatorSeat(true)
                            .build());
        } finally {
            channel.shutdownNow();
        }
    }

    ServedPage page() {
        return page;
    }

    @Override
    public void close() {
        page.close();
        authenticator.close();
    }
}
