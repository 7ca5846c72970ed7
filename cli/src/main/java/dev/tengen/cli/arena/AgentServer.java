package dev.tengen.cli.arena;

import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.AgentEntrant;
import dev.tengen.arena.host.AgentRegistry;
import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.service.AgentsModule;
import dev.tengen.arena.settings.EntrantFactory;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.server.Endpoint;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.util.List;

/** Where the agents of a tournament join it: a server of this process. */
final class AgentServer implements EntrantFactory, AutoCloseable {
    private final List<String> names;
    private final AgentRegistry agents;
    private final TengenServer server;

    private AgentServer(List<String> names, AgentRegistry agents, TengenServer server) {
        this.names = names;
        this.agents = agents;
        this.server = server;
    }

    /** Opens a hall at {@code endpoint} for the agents that play by {@code settings}; clocks go by {@code time}. */
    static AgentServer open(TournamentSettings settings, Endpoint.Tcp endpoint, TimeSource time) throws IOException {
        List<String> names = settings.players().stream()
                .filter(PlayerSettings::isAgent)
                .map(PlayerSettings::name)
                .toList();
        AgentSettings limits =
                new AgentSettings(TournamentSettings.MAX_PLAYER_COUNT, AgentSettings.DEFAULT.reconnect());
        AgentRegistry agents = new AgentRegistry(limits, time, nanos -> {});
        ServerConfig config = ServerConfig.DEFAULT.listeningAt(endpoint.host(), endpoint.port());
        try {
            TengenServer server =
                    TengenServer.start(config, List.of(), List.of(context -> new AgentsModule(agents, time)));
            return new AgentServer(names, agents, server);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; name another place for agents with --host and --port", e);
        }
    }

    /** Returns where agents connect. */
    Endpoint address() {
        return server.endpoint();
    }

    /** Returns the names of agents that are not connected. */
    List<String> missing() {
        return names.stream().filter(name -> !agents.isConnected(name)).toList();
    }

    /** Runs {@code listener} whenever agents may have come or gone. */
    void onChange(Runnable listener) {
        agents.onFree(listener);
    }

    @Override
    public Entrant make(PlayerSettings player) {
        return new AgentEntrant(player.name(), agents);
    }

    @Override
    public void close() {
        server.close();
    }
}
