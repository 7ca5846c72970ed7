package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoreException;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.StoredText;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.arena.store.Winner;
import dev.tengen.board.InvalidValueException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A journal in the store. The id of a plan or a report is the text of its {@link GameId}. */
final class StoreJournal implements TournamentJournal {
    private static final Logger LOG = LoggerFactory.getLogger(StoreJournal.class);

    private final ArenaStore store;
    private final String name;
    private final TournamentConfig config;
    private final StoreRetryPolicy retries;
    private volatile TournamentListener listener = new TournamentListener() {};

    StoreJournal(ArenaStore store, String name, TournamentConfig config, StoreRetryPolicy retries) {
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
        TournamentStatus status = retries.call(() -> store.tournament(name));
        StoredTournament stored = status.tournament();
        List<String> players = stored.players().stream().map(StoredPlayer::name).toList();
        List<String> entrants = config.entrants().stream().map(Entrant::name).toList();
        if (!new HashSet<>(players).equals(new HashSet<>(entrants))) {
            throw InvalidValueException.not("entrants", entrants, players + ", as in the store");
        }
        if (config.seed() != stored.seed()) {
            throw InvalidValueException.not("seed", config.seed(), stored.seed() + ", as in the store");
        }
        for (PlannedPair pair : retries.call(() -> store.pairs(name))) {
            InvalidValueException.requireWithin(
                    "opening of a planned pair",
                    pair.opening(),
                    0,
                    config.openings().size() - 1);
        }
        return status.state();
    }

    @Override
    public String tournament() {
        return name;
    }

    @Override
    public GameScheduler open() {
        retries.call(() -> store.replan(name));
        List<GamePlan> waiting = retries.call(() -> store.games(name)).stream()
                .filter(game -> game.state() != GameState.ENDED)
                .map(StoreJournal::plan)
                .toList();
        return new GameScheduler(config.pairing(), retries.call(() -> store.progress(name)), waiting, this::plan);
    }

    private static GamePlan plan(StoredGame game) {
        return new GamePlan(
                game.pair(), game.pair().games().indexOf(game.game()), game.id().toString());
    }

    private List<GamePlan> plan(PlannedPair pair) {
        return callIfOpen(() -> store.plan(name, List.of(pair))).stream()
                .map(StoreJournal::plan)
                .toList();
    }

    @Override
    public void begin(GamePlan plan) {
        GameId id = GameId.parse(plan.id());
        Instant at = now();
        callIfOpen(() -> {
            start(id, at);
            return id;
        });
    }

    private void start(GameId id, Instant at) {
        try {
            store.start(id, at);
        } catch (StoreException e) {
            // If an earlier attempt started the game and then failed to respond, the game has this start time.
            if (e.reason() != StoreException.Reason.CONFLICT || !startedAt(id).equals(Optional.of(at))) {
                throw e;
            }
            LOG.debug("An earlier attempt had started game {}", id, e);
        }
    }

    private Optional<Instant> startedAt(GameId id) {
        return store.game(id).flatMap(found -> found.game().startedAt());
    }

    /**
     * Returns the result of {@code call}, with retries.
     *
     * @throws TournamentJournal.ClosedException if it conflicts with the store, since the tournament is no longer open
     */
    private <T> T callIfOpen(Supplier<T> call) {
        try {
            return retries.call(call);
        } catch (StoreException e) {
            if (e.reason() == StoreException.Reason.CONFLICT
                    && retries.call(() -> store.tournament(name)).state() != TournamentState.OPEN) {
                throw new ClosedException(e);
            }
            throw e;
        }
    }

    @Override
    public void started(GamePlan plan, RefereedGame game) {
        listener.started(GameId.parse(plan.id()), game);
    }

    @Override
    public void ended(GamePlan plan, GameReport report) {
        GameId id = GameId.parse(plan.id());
        Winner winner = report.outcome().isVoid()
                ? Winner.VOID
                : Winner.of(report.outcome().winner());
        StoredResult result = new StoredResult(
                id,
                winner,
                report.outcome().verdict().name(),
                report.movesHash(),
                StoredText.replaceUnstorable(report.toSgf()),
                now());
        retries.call(() -> store.record(result));
        listener.ended(id, report);
    }

    /** Returns the present time in the precision of the store. */
    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public void cancel() {
        retries.call(() -> {
            store.cancel(name);
            return name;
        });
    }

    /** Closes the tournament in the store according to {@code mode}, and returns its state. */
    TournamentState close(TournamentRunner.Mode mode) {
        return switch (mode) {
            case PLAYING -> finish();
            case CANCELLED -> {
                cancel();
                yield TournamentState.CANCELLED;
            }
            case STOPPED -> TournamentState.OPEN;
        };
    }

    private TournamentState finish() {
        try {
            callIfOpen(() -> {
                store.finish(name);
                return name;
            });
            return TournamentState.ENDED;
        } catch (ClosedException e) {
            LOG.info("Tournament {} was cancelled when its last game ended", name, e);
            return TournamentState.CANCELLED;
        }
    }
}
