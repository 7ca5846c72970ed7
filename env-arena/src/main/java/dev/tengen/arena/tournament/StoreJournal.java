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

/** Keeps a tournament in a store. A game's plan and report are called by the text of its {@link GameId}. */
final class StoreJournal implements TournamentJournal {
    private final ArenaStore store;
    private final String name;
    private final TournamentConfig spec;
    private final StoreRetryPolicy patience;
    private volatile TournamentListener listener = new TournamentListener() {};

    StoreJournal(ArenaStore store, String name, TournamentConfig spec, StoreRetryPolicy patience) {
        this.store = store;
        this.name = name;
        this.spec = spec;
        this.patience = patience;
    }

    /** Tells {@code listener} from now on. */
    void hear(TournamentListener listener) {
        this.listener = listener;
    }

    /** Returns how the tournament stands, which must be the one that the spec is of. */
    TournamentState state() {
        TournamentStatus status = patience.ask(() -> store.tournament(name));
        StoredTournament stored = status.tournament();
        List<String> players = stored.players().stream().map(StoredPlayer::name).toList();
        List<String> entrants = spec.entrants().stream().map(Entrant::name).toList();
        if (!new HashSet<>(players).equals(new HashSet<>(entrants))) {
            throw InvalidValueException.not("entrants", entrants, players + ", as the store knows them");
        }
        if (spec.seed() != stored.seed()) {
            throw InvalidValueException.not("seed", spec.seed(), stored.seed() + ", as the store knows it");
        }
        for (PlannedPair pair : patience.ask(() -> store.pairs(name))) {
            if (pair.opening() >= spec.openings().size()) {
                throw InvalidValueException.outside(
                        "opening of a planned pair",
                        pair.opening(),
                        0,
                        spec.openings().size() - 1);
            }
        }
        return status.state();
    }

    @Override
    public String tournament() {
        return name;
    }

    @Override
    public GameScheduler open() {
        patience.ask(() -> store.replan(name));
        List<GamePlan> waiting = patience.ask(() -> store.games(name)).stream()
                .filter(game -> game.state() != GameState.ENDED)
                .map(StoreJournal::plan)
                .toList();
        return new GameScheduler(spec.pairing(), patience.ask(() -> store.progress(name)), waiting, this::plan);
    }

    private static GamePlan plan(StoredGame game) {
        return new GamePlan(
                game.pair(), game.pair().games().indexOf(game.game()), game.id().toString());
    }

    private List<GamePlan> plan(PlannedPair pair) {
        return unlessClosed(() -> store.plan(name, List.of(pair))).stream()
                .map(StoreJournal::plan)
                .toList();
    }

    @Override
    public void begin(GamePlan plan) {
        GameId id = GameId.parse(plan.id());
        Instant at = now();
        unlessClosed(() -> {
            start(id, at);
            return id;
        });
    }

    private void start(GameId id, Instant at) {
        try {
            store.start(id, at);
        } catch (StoreException e) {
            // If the store failed as it answered, the game runs, and was started by nobody else.
            if (e.reason() != StoreException.Reason.CONFLICT || !startedAt(id).equals(Optional.of(at))) {
                throw e;
            }
        }
    }

    private Optional<Instant> startedAt(GameId id) {
        return store.games(name).stream()
                .filter(game -> game.id().equals(id))
                .findFirst()
                .flatMap(StoredGame::startedAt);
    }

    /** Returns what {@code call} does; throws {@link TournamentJournal.ClosedException} if it cannot, as the tournament is not open. */
    private <T> T unlessClosed(Supplier<T> call) {
        try {
            return patience.ask(call);
        } catch (StoreException e) {
            if (e.reason() == StoreException.Reason.CONFLICT
                    && patience.ask(() -> store.tournament(name)).state() != TournamentState.OPEN) {
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
                StorableText.of(report.toSgf()),
                now());
        patience.ask(() -> store.record(result));
        listener.ended(id, report);
    }

    /** Returns the time as the store keeps it. */
    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public void cancel() {
        patience.ask(() -> {
            store.cancel(name);
            return name;
        });
    }

    /** Closes the tournament in the store after {@code mode}, and returns how it stands. */
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
            unlessClosed(() -> {
                store.finish(name);
                return name;
            });
            return TournamentState.ENDED;
        } catch (ClosedException e) {
            return TournamentState.CANCELLED;
        }
    }
}
