package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.service.ArenaModule;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.journal.DatabaseSessionStore;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.server.Endpoint;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.ServerModule;
import dev.tengen.server.TengenServer;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.session.SessionStore;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A server with its page, at free loopback ports. */
final class ServedPage implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    private static final ServerConfig FREE_PORT = ServerConfig.DEFAULT.withHttp("127.0.0.1", 0);

    private final TengenServer server;
    private final Endpoint.Tcp httpEndpoint;
    private final ManagedChannel channel;
    private final HttpClient http;
    private final ServerConfig config;
    private final String scheme;
    private final AtomicReference<Arena> arena = new AtomicReference<>();

    private ServedPage(
            PageSettings settings,
            Optional<ArenaSettings> arenaSettings,
            ServerConfig config,
            Optional<SSLContext> clientTls) {
        http = clientTls
                .map(tls -> HttpClient.newBuilder().sslContext(tls).build())
                .orElseGet(HttpClient::newHttpClient);
        this.config = config;
        scheme = clientTls.isPresent() ? "https" : "http";
        List<ServerModule.Factory> parts = new ArrayList<>();
        arenaSettings.ifPresent(wanted -> parts.add(context -> {
            ArenaModule part = ArenaModule.open(wanted, context);
            arena.set(part.arena());
            return part;
        }));
        parts.add(PageModule.factory(settings, () -> Optional.ofNullable(arena.get())));
        try {
            server = TengenServer.start(config.listeningAt("127.0.0.1", 0), List.of(), parts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        httpEndpoint = server.httpEndpoint().orElseThrow();
        channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                .usePlaintext()
                .build();
    }

    /** Starts a server without an arena. */
    static ServedPage start(PageSettings settings) {
        return new ServedPage(settings, Optional.empty(), FREE_PORT, Optional.empty());
    }

    /** Starts a server without an arena that stores its sessions in {@code folder}. */
    static ServedPage withStore(Path folder) {
        SessionStore.Factory store =
                DatabaseSessionStore.factory(folder.resolve("sessions.db").toString());
        return new ServedPage(
                PageSettings.DEFAULT, Optional.empty(), FREE_PORT.withSessionStore(store), Optional.empty());
    }

    /**
     * Starts a server without an arena at the HTTP port of this one, which has been closed. It has the sessions of this
     * one if they are stored.
     */
    ServedPage startAgain() {
        return new ServedPage(
                PageSettings.DEFAULT,
                Optional.empty(),
                config.withHttp("127.0.0.1", httpEndpoint.port()),
                Optional.empty());
    }

    private static ArenaSettings in(Path folder) {
        return new ArenaSettings(folder.resolve("arena.db").toString());
    }

    /** Starts a server with an arena and {@code ladder}, with the authentication and TLS of {@code config}. */
    static ServedPage withTls(ServerConfig config, Path folder, TournamentSettings ladder, SSLContext clientTls) {
        return new ServedPage(
                PageSettings.DEFAULT,
                Optional.of(in(folder).withLadder(ladder)),
                config.withHttp("127.0.0.1", 0),
                Optional.of(clientTls));
    }

    /** Starts a server whose arena stores its tournaments in {@code folder}. */
    static ServedPage withArena(PageSettings settings, Path folder) {
        return new ServedPage(settings, Optional.of(in(folder)), FREE_PORT, Optional.empty());
    }

    /** Starts a server whose arena has a ladder, too. */
    static ServedPage withLadder(Path folder, TournamentSettings ladder) {
        return new ServedPage(
                PageSettings.DEFAULT, Optional.of(in(folder).withLadder(ladder)), FREE_PORT, Optional.empty());
    }

    TengenServer server() {
        return server;
    }

    Arena arena() {
        return arena.get();
    }

    /** Creates and starts a tournament. */
    void create(TournamentSettings settings) {
        arena().tournaments().create(settings, Quotas.defaults(Long.MAX_VALUE).of(Principal.LOCAL));
    }

    ManagedChannel channel() {
        return channel;
    }

    EnvironmentServiceBlockingStub sessions() {
        return EnvironmentServiceGrpc.newBlockingStub(channel);
    }

    /** Creates a session over gRPC, on a square board. */
    String session(int size) {
        EnvironmentSpec spec =
                EnvironmentSpec.newBuilder().setWidth(size).setHeight(size).build();
        return sessions()
                .createSession(CreateSessionRequest.newBuilder()
                        .setSpec(spec)
                        .setSeed(1)
                        .build())
                .getSessionId();
    }

    /** Closes a session. */
    void close(String session) {
        sessions()
                .closeSession(
                        CloseSessionRequest.newBuilder().setSessionId(session).build());
    }

    /** Plays an action in a session. */
    void step(String session, int action) {
        sessions()
                .step(StepRequest.newBuilder()
                        .setSessionId(session)
                        .setAction(action)
                        .build());
    }

    /** Plays {@code moveCount} moves of the greedy player. */
    void playGreedily(String session, int moveCount) {
        for (int move = 0; move < moveCount; move++) {
            step(
                    session,
                    sessions()
                            .chooseAction(ChooseActionRequest.newBuilder()
                                    .setSessionId(session)
                                    .setPlayer("greedy")
                                    .setSeed(move)
                                    .build())
                            .getAction());
        }
    }

    /** Returns an address of the HTTP port. It stays the same after {@link #close}. */
    String address(String path) {
        return scheme + "://" + httpEndpoint + path;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address(path)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Opens a stream of events, and returns its lines, which arrive until the caller closes it. */
    CompletableFuture<Stream<String>> stream(HttpRequest.Builder request) {
        return http.sendAsync(
                        request.header("Accept", "text/event-stream").build(), HttpResponse.BodyHandlers.ofLines())
                .thenApply(HttpResponse::body);
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json");
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    JsonNode json(String path) {
        return json(get(path));
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(response.body(), e);
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.close();
    }
}
