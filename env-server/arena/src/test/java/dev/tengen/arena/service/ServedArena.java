package dev.tengen.arena.service;

import static org.awaitility.Awaitility.await;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.proto.v1.ArenaGameState;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.ArenaServiceGrpc.ArenaServiceBlockingStub;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.GameEnding;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetTournamentRequest;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.Tournament;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.proto.v1.WatchTournamentRequest;
import dev.tengen.proto.v1.WatchTournamentResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A server with an arena at a free loopback port, and a channel to it. */
final class ServedArena implements AutoCloseable {
    private static final Duration WAIT = Duration.ofMinutes(5);

    private final TengenServer server;
    private final ManagedChannel channel;
    private final List<ArenaModule> parts = new ArrayList<>();

    private ServedArena(ArenaSettings settings, ServerConfig config) {
        try {
            server = TengenServer.start(config.listeningAt("127.0.0.1", 0), List.of(), List.of(context -> {
                parts.add(ArenaModule.open(settings, context));
                return parts.get(0);
            }));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel = connect();
    }

    /** Returns a new channel, which the caller must close. */
    final ManagedChannel connect() {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                .usePlaintext()
                .build();
    }

    /**
     * Starts a server that stores its tournaments in {@code folder} and waits for disconnected agents for
     * {@code reconnect}.
     */
    static ServedArena start(Path folder, Duration reconnect) {
        return start(folder, new AgentSettings(600, reconnect), ServerConfig.DEFAULT);
    }

    static ServedArena start(Path folder, AgentSettings agents, ServerConfig config) {
        String url = folder.resolve("arena.db").toString();
        return start(new ArenaSettings(url, agents, 8, 4096), config);
    }

    static ServedArena start(ArenaSettings settings, ServerConfig config) {
        return new ServedArena(settings, config);
    }

    Arena arena() {
        return parts.get(0).arena();
    }

    TengenServer server() {
        return server;
    }

    ManagedChannel channel() {
        return channel;
    }

    ArenaServiceBlockingStub stub() {
        return ArenaServiceGrpc.newBlockingStub(channel).withDeadlineAfter(WAIT);
    }

    /** Connects an agent that plays by {@code policy}. */
    RawAgent join(String name, RawAgent.Policy policy) {
        return RawAgent.join(channel, JoinArena.newBuilder().setName(name).build(), policy);
    }

    Tournament create(TournamentSpec spec) {
        return stub().createTournament(
                        CreateTournamentRequest.newBuilder().setSpec(spec).build())
                .getTournament();
    }

    Tournament tournament(String name) {
        return stub().getTournament(
                        GetTournamentRequest.newBuilder().setName(name).build())
                .getTournament();
    }

    /** Waits for the end of a tournament, and returns its last event. */
    WatchTournamentResponse awaitEnd(String name) {
        Iterator<WatchTournamentResponse> states = stub().watchTournament(
                        WatchTournamentRequest.newBuilder().setName(name).build());
        WatchTournamentResponse last = states.next();
        while (states.hasNext()) {
            last = states.next();
        }
        if (last.getTournament().getState() == TournamentState.TOURNAMENT_STATE_RUNNING) {
            throw new AssertionError("the tournament has not ended: " + last);
        }
        return last;
    }

    /** Waits for the end of a game, and returns its outcome. */
    GameEnding awaitGameEnding(String game) {
        GetArenaGameRequest request =
                GetArenaGameRequest.newBuilder().setGameId(game).build();
        return await().forever()
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> stub().getArenaGame(request).getGame(),
                        known -> known.getState() == ArenaGameState.ARENA_GAME_STATE_ENDED)
                .getEnding();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.close();
    }
}
