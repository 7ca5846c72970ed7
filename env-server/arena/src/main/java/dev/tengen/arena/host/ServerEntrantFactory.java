package dev.tengen.arena.host;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.arena.game.ScoreAdjudicator;
import dev.tengen.arena.settings.EntrantFactory;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.tournament.BuiltInEntrant;
import dev.tengen.arena.tournament.EngineAdjudicator;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.base.InvalidValueException;
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
 * Creates the entrants of a server's tournaments: built-in players, the engines that the server allows, and agents. It
 * owns the threads in which players think. Thread-safe.
 */
final class ServerEntrantFactory implements EntrantFactory, AutoCloseable {
    private final Engines engines;
    private final AgentRegistry agents;
    private final ExecutorService builtInThreads;
    private final ExecutorService engineThreads;
    private final ExecutorService adjudicatorThreads;

    ServerEntrantFactory(Engines engines, AgentRegistry agents) {
        this.engines = engines;
        this.agents = agents;
        // Built-in players that think are bound by the processor.
        builtInThreads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), threads("player"));
        engineThreads = Executors.newCachedThreadPool(threads("engine"));
        adjudicatorThreads = Executors.newFixedThreadPool(EngineAdjudicator.MAX_CONCURRENCY, threads("adjudicator"));
    }

    private static ThreadFactory threads(String name) {
        return new ThreadFactoryBuilder()
                .setNameFormat("arena " + name)
                .setDaemon(true)
                .build();
    }

    /**
     * {@inheritDoc}
     *
     * @throws CallException with {@link Reason#UNKNOWN_PLAYER} if the server does not allow the engine
     */
    @Override
    public Entrant create(PlayerSettings player) {
        if (player.isAgent()) {
            return new AgentEntrant(player.name(), agents);
        }
        if (player.engine().isPresent()) {
            return new ServerEngineEntrant(
                    player.name(), player.player(), engine("player", player.player()), engines, engineThreads);
        }
        return new BuiltInEntrant(player.name(), player.builtIn().orElseThrow(), builtInThreads);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The processes of adjudicators do not count towards the limit of the server. At most
     * {@value EngineAdjudicator#MAX_CONCURRENCY} run at once: the players of a game keep their own until it has a
     * score.
     *
     * @throws CallException with {@link Reason#UNKNOWN_PLAYER} if the server does not allow the engine
     */
    @Override
    public ScoreAdjudicator adjudicator(String player) {
        return new EngineAdjudicator(engine("adjudicator", player), adjudicatorThreads);
    }

    private EngineSpec engine(String field, String player) {
        List<String> names =
                engines.factories().stream().map(PlayerFactory::playerName).toList();
        return engines.spec(player)
                .orElseThrow(() -> CallException.invalid(
                        Reason.UNKNOWN_PLAYER,
                        InvalidValueException.not(
                                field,
                                '"' + player + '"',
                                "an engine of the server: " + (names.isEmpty() ? "it has none" : names))));
    }

    /** Stops the threads. The seats close their engines. */
    @Override
    public void close() {
        builtInThreads.shutdown();
        engineThreads.shutdown();
        adjudicatorThreads.shutdownNow();
    }
}
