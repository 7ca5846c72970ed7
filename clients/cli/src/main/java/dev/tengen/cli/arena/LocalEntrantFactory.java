package dev.tengen.cli.arena;

import dev.tengen.arena.game.ScoreAdjudicator;
import dev.tengen.arena.settings.EntrantFactory;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.tournament.AbsentEntrant;
import dev.tengen.arena.tournament.BuiltInEntrant;
import dev.tengen.arena.tournament.EngineAdjudicator;
import dev.tengen.arena.tournament.EngineEntrant;
import dev.tengen.arena.tournament.Entrant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

/** Creates the players of a tournament file that run on this machine, and owns their threads. */
public final class LocalEntrantFactory implements EntrantFactory, AutoCloseable {
    private final TournamentFile file;
    private final EntrantFactory agents;
    private final Predicate<PlayerSettings> isOffered;

    /** One thread per processor: more would only slow each other down. */
    private final ExecutorService playerThreads =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), daemons("player"));

    private final ExecutorService engineThreads = Executors.newCachedThreadPool(daemons("engine"));

    private final ExecutorService adjudicatorThreads =
            Executors.newFixedThreadPool(EngineAdjudicator.MAX_CONCURRENCY, daemons("adjudicator"));

    /**
     * Creates a factory for {@code file}.
     *
     * @param agents creates players that connect over the network
     * @param isOffered whether this process runs a player; others are absent
     */
    public LocalEntrantFactory(TournamentFile file, EntrantFactory agents, Predicate<PlayerSettings> isOffered) {
        this.file = file;
        this.agents = agents;
        this.isOffered = isOffered;
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public Entrant create(PlayerSettings player) {
        if (!isOffered.test(player)) {
            return new AbsentEntrant(player.name());
        }
        return file.engine(player)
                .<Entrant>map(engine -> new EngineEntrant(player.name(), engine, engineThreads))
                .or(() -> player.builtIn().map(builtIn -> new BuiltInEntrant(player.name(), builtIn, playerThreads)))
                .orElseGet(() -> agents.create(player));
    }

    @Override
    public ScoreAdjudicator adjudicator(String player) {
        return new EngineAdjudicator(file.adjudicatorEngine().orElseThrow(), adjudicatorThreads);
    }

    /** Stops the threads. A player that is choosing a move may finish, without effect. */
    @Override
    public void close() {
        playerThreads.shutdownNow();
        engineThreads.shutdownNow();
        adjudicatorThreads.shutdownNow();
    }
}
