package dev.tengen.cli.arena;

import dev.tengen.arena.settings.EntrantFactory;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.tournament.BuiltInEntrant;
import dev.tengen.arena.tournament.EngineEntrant;
import dev.tengen.arena.tournament.Entrant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** The players of a file that play on this machine, and the threads in which they think. */
public final class LocalEntrantFactory implements EntrantFactory, AutoCloseable {
    private final TournamentFile file;
    private final EntrantFactory agents;

    /** As many as can think at once: more of them would only make each other slower. */
    private final ExecutorService thinkers =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), daemons("player"));

    private final ExecutorService engines = Executors.newCachedThreadPool(daemons("engine"));

    /** Makes the players of {@code file}; {@code agents} finds those that come over the network. */
    public LocalEntrantFactory(TournamentFile file, EntrantFactory agents) {
        this.file = file;
        this.agents = agents;
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public Entrant make(PlayerSettings player) {
        return file.engine(player)
                .<Entrant>map(engine -> new EngineEntrant(player.name(), engine, engines))
                .or(() -> player.builtIn().map(builtIn -> new BuiltInEntrant(player.name(), builtIn, thinkers)))
                .orElseGet(() -> agents.make(player));
    }

    /** Lets go of the threads; a player that still thinks thinks to the end, to no effect. */
    @Override
    public void close() {
        thinkers.shutdownNow();
        engines.shutdownNow();
    }
}
