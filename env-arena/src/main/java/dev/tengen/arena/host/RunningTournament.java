package dev.tengen.arena.host;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.host.TournamentView.Phase;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.tournament.StoredTournamentRunner;
import dev.tengen.arena.tournament.TournamentListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tournament that runs in a thread of its own. Thread-safe. */
final class RunningTournament {
    private static final Logger LOG = LoggerFactory.getLogger(RunningTournament.class);

    private final TournamentSettings settings;
    private final StoredTournamentRunner kept;
    private final LiveGameRegistry games;
    private final ArenaListener listener;
    private final Runnable change;
    private final AtomicInteger endedCount;
    private final CompletableFuture<Phase> end = new CompletableFuture<>();

    /**
     * Makes a tournament that waits for its start.
     *
     * @param settings what it is played by
     * @param kept the tournament itself
     * @param endedCount how many of its games have ended before
     * @param games where its games are while they are played
     * @param listener hears of games that end
     * @param change runs after each change
     */
    RunningTournament(
            TournamentSettings settings,
            StoredTournamentRunner kept,
            int endedCount,
            LiveGameRegistry games,
            ArenaListener listener,
            Runnable change) {
        this.settings = settings;
        this.kept = kept;
        this.endedCount = new AtomicInteger(endedCount);
        this.games = games;
        this.listener = listener;
        this.change = change;
    }

    void start() {
        Thread thread = new Thread(this::run, "arena " + settings.name());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        Phase phase = Phase.FAILED;
        try {
            phase = phase(kept.run(new Listener()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Tournament {} cannot go on; it will be tried again when the server is started",
                    settings.name(),
                    e);
        } finally {
            games.removeAll(settings.name());
            end.complete(phase);
            change.run();
        }
    }

    private static Phase phase(TournamentState state) {
        return switch (state) {
            case OPEN -> Phase.RUNNING; // It was stopped, and goes on when the server is started again.
            case ENDED -> Phase.ENDED;
            case CANCELLED -> Phase.CANCELLED;
        };
    }

    TournamentSettings settings() {
        return settings;
    }

    /** Returns how it stands. */
    Phase phase() {
        return end.getNow(Phase.RUNNING);
    }

    /** Returns the count of games that have ended. */
    int endedCount() {
        return endedCount.get();
    }

    /** Returns what tells of the end of its thread. */
    CompletableFuture<Phase> end() {
        return end;
    }

    /** Gives it up. */
    void cancel() {
        kept.cancel();
    }

    /** Lets it wait for another start. */
    void stop() {
        kept.stop();
    }

    /** Keeps count. */
    private final class Listener implements TournamentListener {
        @Override
        public void started(GameId id, RefereedGame game) {
            games.add(id, game);
            change.run();
        }

        @Override
        public void ended(GameId id, GameReport report) {
            endedCount.incrementAndGet();
            games.remove(id);
            listener.ended(report.outcome().verdict());
            change.run();
        }
    }
}
