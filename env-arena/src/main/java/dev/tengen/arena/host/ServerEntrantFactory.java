package dev.tengen.arena.host;

import dev.tengen.arena.settings.EntrantFactory;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.tournament.BuiltInEntrant;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.board.InvalidValueException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.Engines;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * Who may play in the arena of a server: built-in players, the engines that the server allows, and agents. Has the threads in
 * which players think. Thread-safe.
 */
public final class ServerEntrantFactory implements EntrantFactory, AutoCloseable {
    private final Engines engines;
    private final AgentRegistry agents;
    private final ExecutorService builtInThreads;
    private final ExecutorService engineThreads;

    /** Makes the players of a server with {@code engines} and {@code agents}. */
    public ServerEntrantFactory(Engines engines, AgentRegistry agents) {
        this.engines = engines;
        this.agents = agents;
        // Built-in players that think keep a processor busy: more at once would only take time from each other.
        builtInThreads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), daemons("player"));
        engineThreads = Executors.newCachedThreadPool(daemons("engine"));
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, "arena " + name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Returns who plays as {@code settings} say.
     *
     * @throws CallException with {@link Reason#UNKNOWN_PLAYER} where the server does not allow the engine
     */
    @Override
    public Entrant create(PlayerSettings settings) {
        if (settings.isAgent()) {
            return new AgentEntrant(settings.name(), agents);
        }
        if (settings.engine().isPresent()) {
            return new ServerEngineEntrant(
                    settings.name(), settings.player(), engine(settings), engines, engineThreads);
        }
        return new BuiltInEntrant(settings.name(), settings.builtIn().orElseThrow(), builtInThreads);
    }

    private EngineSpec engine(PlayerSettings settings) {
        List<String> names =
                engines.factories().stream().map(PlayerFactory::playerName).toList();
        return engines.spec(settings.player())
                .orElseThrow(() -> CallException.invalid(
                        Reason.UNKNOWN_PLAYER,
                        InvalidValueException.not(
                                "player",
                                '"' + settings.player() + '"',
                                "an engine of the server: " + (names.isEmpty() ? "it has none" : names))));
    }

    /** Ends the threads; engines are ended by their seats. */
    @Override
    public void close() {
        builtInThreads.shutdown();
        engineThreads.shutdown();
    }
}
