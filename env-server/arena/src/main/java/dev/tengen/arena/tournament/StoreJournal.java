package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.pairing.LivePairing;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.arena.store.TrackedGame;
import dev.tengen.arena.store.TrackedTournament;
import dev.tengen.arena.store.Winner;
import dev.tengen.arena.store.WorkerLease;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.base.InvalidValueException;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoredText;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the plans and results of a tournament in the store, for one worker among any number of them. The id of a plan
 * or a report is the text of its {@link GameId}. One thread calls it, except for {@link #started}. An exception stops
 * the tournament.
 */
final class StoreJournal {
    private static final Logger LOG = LoggerFactory.getLogger(StoreJournal.class);

    /** While other workers play games whose end may be the last one. */
    private static final Duration BUSY_SYNC_INTERVAL = Duration.ofMillis(250);

    /** While this worker has everything to itself, or waits for players. */
    private static final Duration IDLE_SYNC_INTERVAL = Duration.ofSeconds(2);

    private final ArenaStore store;
    private final String name;
    private final TournamentConfig config;
    private final StoreRetryPolicy retries;
    private final WorkerSettings worker;
    private final LeaseHeartbeat heartbeat;
    private volatile TournamentListener listener = new TournamentListener() {};

    /** The lease. Only the thread that calls the journal changes it. */
    private @Nullable WorkerLease lease;

    /** The time of the database minus that of this machine. */
    private Duration clockOffset = Duration.ZERO;

    StoreJournal(
            ArenaStore store, String name, TournamentConfig config, WorkerSettings worker, StoreRetryPolicy retries) {
        this.worker = worker;
        heartbeat = new LeaseHeartbeat(store.workers(), worker.leaseDuration());
        this.store = store;
        this.name = name;
        this.config = config;
        this.retries = retries;
    }

    /** Sets the listener. */
    void listen(TournamentListener listener) {
        this.listener = listener;
    }

    /**
     * Returns the state of the tournament.
     *
     * @throws InvalidValueException if the stored tournament does not fit the configuration
     */
    TournamentState state() {
        TournamentStatus status = retries.call(() -> store.tournaments().get(name));
        StoredTournament stored = status.tournament();
        List<String> players = stored.players().stream().map(StoredPlayer::name).toList();
        List<String> entrants = config.entrants().stream().map(Entrant::name).toList();
        if (!new HashSet<>(players).equals(new HashSet<>(entrants))) {
            throw InvalidValueException.not("entrants", entrants, players + ", as in the store");
        }
        if (config.seed() != stored.seed()) {
            throw InvalidValueException.not("seed", config.seed(), stored.seed() + ", as in the store");
        }
        for (PlannedPair pair : retries.call(() -> store.games().pairs(name))) {
            InvalidValueException.requireWithin(
                    "opening of a planned pair",
                    pair.opening(),
                    0,
                    config.openings().size() - 1);
        }
        return status.state();
    }

    /** Returns the name of the tournament. */
    String tournament() {
        return name;
    }

    /**
     * Returns a scheduler of the games that are left. Called once, before anything else.
     *
     * @param onLeaseLost runs, in any thread, when the lease of this worker was lost, so that the next {@link #sync}
     *     throws
     */
    GameScheduler open(Runnable onLeaseLost) {
        lease = retries.call(() -> store.workers().join(name, worker));
        heartbeat.start(lease(), onLeaseLost);
        clockOffset = Duration.between(Instant.now(), retries.call(store.workers()::now));
        TrackedTournament stored = retries.call(() -> store.games().track(lease(), 0, List.of()));
        List<TrackedGame> known = stored.games();
        List<GamePlan> unfinished = known.stream()
                .filter(game -> game.game().state() != GameState.ENDED)
                .map(game -> plan(game.game()))
                .toList();
        LivePairing pairing = config.pairing().begin();
        pairing.withdrawn(stored.withdrawn());
        List<PlannedPair> pairs =
                known.stream().map(game -> game.game().pair()).distinct().toList();
        pairs.forEach(pairing::started);
        for (TrackedGame game : known) {
            if (game.winner().equals(Optional.of(Winner.VOID))) {
                pairing.voided(game.game().game());
            } else {
                game.result().ifPresent(pairing::ended);
            }
        }
        listener.opened(known);
        return new GameScheduler(pairing, pairs.size(), unfinished, this::plan);
    }

    private WorkerLease lease() {
        return Objects.requireNonNull(lease, "the journal is not open");
    }

    private static GamePlan plan(StoredGame game) {
        return new GamePlan(
                game.pair(), game.pair().games().indexOf(game.game()), game.id().toString());
    }

    /**
     * Plans {@code pair}, unless other workers have planned pairs that the scheduler does not know. Returns the new
     * games.
     */
    private List<GamePlan> plan(int pairCount, PlannedPair pair) {
        return callIfOpen(() -> store.games().planAfter(lease(), pairCount, pair)).stream()
                .map(StoreJournal::plan)
                .toList();
    }

    /**
     * Updates {@code scheduler} with what other workers have done.
     *
     * @throws ClosedException if the tournament was cancelled
     * @throws LeaseLostException if the lease of this worker is lost
     */
    void sync(GameScheduler scheduler) {
        int known = 2 * scheduler.pairCount();
        List<Integer> numbers = scheduler.trackedIds().stream()
                .map(id -> GameId.parse(id).number())
                .toList();
        TrackedTournament news = callIfOpen(() -> store.games().track(lease(), known, numbers));
        if (news.games().stream().anyMatch(game -> isLeftByWithdrawal(game, news.withdrawn()))) {
            callIfOpen(() -> {
                store.tournaments().voidWithdrawn(name, Verdict.CANCELLATION.name(), now());
                return name;
            });
            sync(scheduler);
            return;
        }
        scheduler.setWithdrawn(news.withdrawn());
        scheduler.add(news.games().stream()
                .filter(game -> game.game().id().number() >= known)
                .map(game -> plan(game.game()))
                .toList());
        for (TrackedGame game : news.games()) {
            if (scheduler.track(game.game().id().toString(), game)) {
                listener.endedElsewhere(game);
            }
        }
    }

    /** Returns whether nobody will play a game, because a player has withdrawn and its worker has given it back. */
    private static boolean isLeftByWithdrawal(TrackedGame game, Set<String> withdrawn) {
        return game.game().state() == GameState.PLANNED && game.game().pair().isOfAny(withdrawn);
    }

    /** Returns the time until the next {@link #sync} if nothing happens here. */
    Duration syncInterval(GameScheduler scheduler) {
        return scheduler.hasGamesElsewhere() ? BUSY_SYNC_INTERVAL : IDLE_SYNC_INTERVAL;
    }

    /**
     * Claims the game of {@code plan} for this worker. Returns false if another worker plays it or has ended it.
     *
     * @throws ClosedException if the tournament is closed
     * @throws LeaseLostException if the lease of this worker is lost
     */
    boolean begin(GamePlan plan) {
        GameId id = GameId.parse(plan.id());
        Instant at = now();
        return callIfOpen(() -> store.games().claim(lease(), id, at));
    }

    /** Starts a new lease after a {@link LeaseLostException}. All claims before are void. */
    void renewLease() {
        LOG.warn("Worker {} has lost its lease on games of tournament {}: they go to any worker", worker.name(), name);
        lease = retries.call(() -> store.workers().rejoin(lease()));
        heartbeat.renew(lease());
        listener.leaseLost();
    }

    /** Gives back all games that this worker has claimed. Called once, after everything else. */
    void close() {
        heartbeat.close();
        if (lease == null) {
            return;
        }
        try {
            retries.call(() -> {
                store.workers().leave(lease());
                return name;
            });
        } catch (StoreException e) {
            LOG.warn("Worker {} cannot give back its games; they are free when its lease expires", worker.name(), e);
        }
    }

    /**
     * Returns the result of {@code call}, with retries.
     *
     * @throws ClosedException if it conflicts with the store, since the tournament is no longer open
     * @throws LeaseLostException if the lease is lost
     */
    private <T> T callIfOpen(Supplier<T> call) {
        try {
            return retries.call(call);
        } catch (StoreException e) {
            if (e.reason() == StoreException.Reason.LEASE_LOST) {
                throw new LeaseLostException(e);
            }
            if (e.reason() == StoreException.Reason.CONFLICT) {
                TournamentState stored = stored();
                if (stored != TournamentState.OPEN) {
                    throw new ClosedException(stored == TournamentState.CANCELLED, e);
                }
            }
            throw e;
        }
    }

    private TournamentState stored() {
        return retries.call(() -> store.tournaments().get(name)).state();
    }

    /** Called, in any thread, when a game has been created, before its first turn is offered. */
    void started(GamePlan plan, RefereedGame game) {
        listener.started(GameId.parse(plan.id()), game);
    }

    /**
     * Records the report of a game that is over.
     *
     * @throws LeaseLostException if the lease of this worker is lost
     */
    void ended(GamePlan plan, GameReport report) {
        GameId id = GameId.parse(plan.id());
        Winner winner = report.outcome().isVoid()
                ? Winner.VOID
                : Winner.of(report.outcome().winner());
        Instant endedAt = now();
        String sgf = report.toSgf(name, LocalDate.ofInstant(endedAt, ZoneOffset.UTC));
        StoredResult result = new StoredResult(
                id,
                winner,
                report.outcome().verdict().name(),
                report.movesHash(),
                StoredText.replaceUnstorable(sgf),
                endedAt);
        callIfOpen(() -> store.results().record(lease(), result));
        listener.ended(id, report);
    }

    /** Returns the present time of the database, in its precision. */
    private Instant now() {
        return Instant.now().plus(clockOffset).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Records that the tournament is cancelled. Games in progress still end, as void. */
    void cancel() {
        retries.call(() -> {
            store.tournaments().cancel(name);
            return name;
        });
    }

    /**
     * Records that the tournament has ended: no game is left to start, and none is in progress. Returns false if other
     * workers have planned games since the last {@link #sync}.
     *
     * @throws ClosedException if the tournament was cancelled
     */
    boolean finish() {
        try {
            callIfOpen(() -> {
                store.tournaments().finish(name);
                return name;
            });
            return true;
        } catch (StoreException e) {
            if (e.reason() == StoreException.Reason.CONFLICT) {
                return false;
            }
            throw e;
        }
    }

    /** Closes the tournament in the store according to {@code mode}, and returns its state. */
    TournamentState close(TournamentRunner.Mode mode) {
        return switch (mode) {
            case CANCELLED -> cancelUnlessEnded();
            case ENDED -> TournamentState.ENDED;
            case PLAYING, STOPPED -> TournamentState.OPEN;
        };
    }

    private TournamentState cancelUnlessEnded() {
        try {
            cancel();
            return TournamentState.CANCELLED;
        } catch (StoreException e) {
            if (e.reason() == StoreException.Reason.CONFLICT && stored() == TournamentState.ENDED) {
                LOG.info("Tournament {} ended before it could be cancelled", name);
                return TournamentState.ENDED;
            }
            throw e;
        }
    }

    /** The lease of this worker is lost: nothing that it claimed can be recorded. */
    static final class LeaseLostException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LeaseLostException(Throwable cause) {
            super(cause);
        }
    }

    /** Another process has closed the tournament. */
    static final class ClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean isCancelled;

        ClosedException(boolean isCancelled, Throwable cause) {
            super(cause);
            this.isCancelled = isCancelled;
        }

        /** Returns whether the tournament was cancelled. Otherwise all its games have results. */
        boolean isCancelled() {
            return isCancelled;
        }
    }
}
