package dev.tengen.cli.arena;

import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.AgentEntrant;
import dev.tengen.arena.host.AgentNames;
import dev.tengen.arena.host.AgentRegistry;
import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.host.StoredAgentNames;
import dev.tengen.arena.service.AgentsModule;
import dev.tengen.arena.settings.EntrantFactory;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.identity.Authenticator;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A server in this process where the agents of a tournament join. */
final class AgentServer implements EntrantFactory, AutoCloseable {
    private final List<String> names;
    private final AgentRegistry agents;
    private final TengenServer server;
    private List<String> reported = List.of();
    private Runnable stopReports = () -> {};

    private AgentServer(List<String> names, AgentRegistry agents, TengenServer server) {
        this.names = names;
        this.agents = agents;
        this.server = server;
    }

    /**
     * Starts a server as {@code config} says for the agents in {@code settings}. With authentication, the names of
     * agents belong to principals.
     *
     * @param store has the names of agents
     * @param time the time source of the clocks
     */
    static AgentServer open(TournamentSettings settings, ServerConfig config, ArenaStore store, TimeSource time)
            throws IOException {
        Set<String> withdrawn = store.tournaments().get(settings.name()).withdrawn();
        List<String> names = settings.players().stream()
                .filter(PlayerSettings::isAgent)
                .map(PlayerSettings::name)
                .filter(name -> !withdrawn.contains(name))
                .toList();
        AgentSettings limits =
                new AgentSettings(TournamentSettings.MAX_PLAYER_COUNT, AgentSettings.DEFAULT.reconnect());
        AgentRegistry agents = new AgentRegistry(limits, time, nanos -> {});
        AgentNames owners = config.authenticator().equals(Authenticator.NONE)
                ? AgentNames.ANY
                : new StoredAgentNames(store.agentNames());
        try {
            TengenServer server =
                    TengenServer.start(config, List.of(), List.of(context -> new AgentsModule(agents, owners, time)));
            return new AgentServer(names, agents, server);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; choose another address for agents with --host and --port", e);
        }
    }

    /** Prints to {@code out} where agents join and which are missing, and then each change of those. */
    void reportMissing(Consumer<String> out) {
        out.accept("Agents join at " + server.endpoint() + ", each under its player's name, by"
                + " tengen.v1.ArenaService.Play; see docs/guide/arena.md.");
        stopReports = agents.onFree(() -> reportChange(out));
        reportChange(out);
    }

    private synchronized void reportChange(Consumer<String> out) {
        List<String> missing =
                names.stream().filter(name -> !agents.isConnected(name)).toList();
        if (!missing.equals(reported)) {
            reported = missing;
            out.accept(missing.isEmpty() ? "All agents are here." : "Waiting for " + String.join(", ", missing) + ".");
        }
    }

    @Override
    public Entrant create(PlayerSettings player) {
        return new AgentEntrant(player.name(), agents);
    }

    /** Ends the connections of all agents in order: the tournament is over. Otherwise they wait for a new server. */
    void completeAgents() {
        stopReports.run();
        agents.completeAll();
    }

    @Override
    public void close() {
        stopReports.run();
        server.close();
    }
}
