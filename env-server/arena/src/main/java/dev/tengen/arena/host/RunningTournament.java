package dev.tengen.arena.host;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.host.TournamentView.Phase;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TrackedGame;
import dev.tengen.arena.tournament.StoredTournamentRunner;
import dev.tengen.arena.tournament.TournamentListener;
import dev.tengen.server.error.FatalErrors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tournament that runs in its own thread. Thread-safe. */
final class RunningTournament {
    private static final Logger LOG = LoggerFactory.getLogger(RunningTournament.class);

    private final TournamentSettings settings;
    private final StoredTournamentRunner runner;
    private final LiveGameRegistry games;
    private final ArenaListener listener;
    private final Runnable onChange;
    private final AtomicInteger endedCount;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final CompletableFuture<Phase> end = new CompletableFuture<>();

    /**
     * Creates a tournament. {@link #start} starts it.
     *
     * @param settings the settings
     * @param runner the runner
     * @param endedCount the number of games that ended before
     * @param games the registry of games in progress
     * @param listener is called when games end
     * @param onChange runs after each change
     */
    RunningTournament(
            TournamentSettings settings,
            StoredTournamentRunner runner,
            int endedCount,
            LiveGameRegistry games,
            ArenaListener listener,
            Runnable onChange) {
        this.settings = settings;
        this.runner = runner;
        this.endedCount = new AtomicInteger(endedCount);
        this.games = games;
        this.listener = listener;
        this.onChange = onChange;
    }

    void start() {
        Thread thread = new Thread(this::run, "arena " + settings.name());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        Phase phase = Phase.FAILED;
        try {
            phase = phase(runner.run(new Listener()));
        } catch (InterruptedException e) {
            LOG.warn("Tournament {} was interrupted", settings.name(), e);
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            FatalErrors.check(e);
            LOG.error("Tournament {} failed; it will be retried when the server restarts", settings.name(), e);
        } finally {
            games.removeAll(settings.name());
            end.complete(phase);
            onChange.run();
        }
    }

    private static Phase phase(TournamentState state) {
        return switch (state) {
            case OPEN -> Phase.RUNNING; // It was stopped, and resumes when the server restarts.
            case ENDED -> Phase.ENDED;
            case CANCELLED -> Phase.CANCELLED;
        };
    }

    TournamentSettings settings() {
        return settings;
    }

    Phase phase() {
        return end.getNow(Phase.RUNNING);
    }

    /** Returns the number of games that have ended. */
    int endedCount() {
        return endedCount.get();
    }

    /** Returns a future that completes when the games of the store are known, or when the thread ends. */
    CompletableFuture<?> opened() {
        return CompletableFuture.anyOf(opened, end);
    }

    /** Returns a future that completes when the thread ends. */
    CompletableFuture<Phase> end() {
        return end;
    }

    /** Cancels the tournament. */
    void cancel() {
        runner.cancel();
    }

    /** Stops the tournament, so that it can resume later. */
    void stop() {
        runner.stop();
    }

    private final class Listener implements TournamentListener {
        @Override
        public void opened(List<TrackedGame> known) {
            endedCount.set((int)
                    known.stream().filter(game -> game.winner().isPresent()).count());
            opened.complete(null);
        }

        @Override
        public void endedElsewhere(TrackedGame game) {
            endedCount.incrementAndGet();
            onChange.run();
        }

        @Override
        public void leaseLost() {
            games.removeAll(settings.name());
            onChange.run();
        }

        @Override
        public void started(GameId id, RefereedGame game) {
            games.add(id, game);
            onChange.run();
        }

        @Override
        public void ended(GameId id, GameReport report) {
            endedCount.incrementAndGet();
            games.remove(id);
            listener.ended(report.outcome().verdict());
            onChange.run();
        }
    }
}
