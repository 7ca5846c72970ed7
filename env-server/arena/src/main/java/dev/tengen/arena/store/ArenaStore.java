package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.base.InvalidValueException;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoreSchema;
import dev.tengen.store.StoreUrl;
import dev.tengen.store.StoredText;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Stores tournaments, their games and results in a database. The data survive a crash at any moment.
 *
 * <p>When a method that changes data returns, the change is on disk. If it throws, or the process dies within it, the change is
 * applied completely or not at all. Every such method is idempotent, so a caller that does not know whether a call succeeded can
 * retry it.
 *
 * <p>Games are played by workers. A worker {@linkplain #join joins} a tournament, {@linkplain #claim claims} games, {@linkplain
 * #renew renews} its lease, and {@linkplain #record records} results. Its lease has an epoch, and the database compares it with
 * every claim and every result. A worker that lost its lease, however long it was paused, can change nothing. Leases end by the
 * clock of the database, so the clocks of workers do not matter.
 *
 * <p>Thread-safe; several processes may share a database. Every method may throw {@link StoreException} with a reason of the
 * database, such as {@link Reason#LOCKED}.
 *
 * <pre>{@code
 * try (ArenaStore store = ArenaStore.open("arena.db")) {
 *     store.create(tournament);
 *     WorkerLease lease = store.join(name, new WorkerSettings("worker-1", WorkerSettings.DEFAULT_LEASE, players, 1));
 *     for (StoredGame game : store.plan(name, pairing.next(store.progress(name), 4))) {
 *         if (store.claim(lease, game.id(), Instant.now())) {
 *             store.record(lease, play(game));
 *         }
 *     }
 *     store.leave(lease);
 *     Standings standings = Standings.of(store.results(name), RatingOptions.DEFAULT);
 * }
 * }</pre>
 */
public final class ArenaStore implements AutoCloseable {
    private static final Comparator<TournamentStatus> ORDER = Comparator.comparing(
                    (TournamentStatus stored) -> stored.tournament().createdAt())
            .thenComparing(stored -> stored.tournament().name());

    private static final StoreSchema SCHEMA = new StoreSchema(
            "the arena",
            "dev/tengen/arena/store/migrations",
            "tengen_arena_schema",
            "tengen-arena",
            1,
            RowMappers::register);

    private final Database database;

    private ArenaStore(Database database) {
        this.database = database;
    }

    /**
     * Opens a store. Creates it if the file or the database is empty, and migrates an older schema.
     *
     * @param url the path of an SQLite file, {@code jdbc:sqlite:PATH}, or a PostgreSQL database as {@code
     *     postgres://USER:PASSWORD@HOST:PORT/DATABASE} or {@code jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD}
     * @throws InvalidValueException if {@code url} is none of these
     * @throws StoreException if the database belongs to something else, or cannot be written
     */
    public static ArenaStore open(String url) {
        return open(StoreUrl.parse(url));
    }

    /** Opens the store at {@code url}. */
    static ArenaStore open(StoreUrl url) {
        return new ArenaStore(Database.open(url, SCHEMA));
    }

    /** Returns the kind of its database: "sqlite" or "postgresql". */
    public String kind() {
        return database.kind();
    }

    private <T> T read(Function<StoreDao, T> query) {
        return database.read(handle -> query.apply(handle.attach(StoreDao.class)));
    }

    private <T> T write(Function<StoreDao, T> change) {
        return database.write(handle -> change.apply(handle.attach(StoreDao.class)));
    }

    private void change(Consumer<StoreDao> change) {
        write(dao -> {
            change.accept(dao);
            return true;
        });
    }

    /**
     * Creates {@code tournament} without games. Does nothing if the same tournament exists, regardless of its time of creation.
     *
     * @throws StoreException with {@link Reason#CONFLICT} if another tournament has the name
     */
    public void create(StoredTournament tournament) {
        change(dao -> {
            List<StoredPlayer> players = tournament.players();
            if (dao.insert(tournament)) {
                if (!players.isEmpty()) {
                    List<Integer> numbers =
                            IntStream.range(0, players.size()).boxed().toList();
                    dao.insertPlayers(tournament.name(), numbers, players);
                }
            } else if (!find(dao, tournament.name()).tournament().isSameAs(tournament)) {
                throw conflict("there is another tournament " + StoredText.quoted(tournament.name()));
            }
        });
    }

    /**
     * Replaces the settings of {@code tournament} and adds its players that are new. Creates the tournament if there is none. For
     * tournaments whose players join at any time.
     *
     * @throws StoreException with {@link Reason#CONFLICT} if the tournament has ended or was cancelled
     */
    public void configure(StoredTournament tournament) {
        change(dao -> {
            if (!dao.insert(tournament)) {
                requireOpen(lock(dao, tournament.name()));
                dao.setSettings(tournament.name(), tournament.settings());
            }
            putPlayers(dao, tournament.name(), tournament.players());
        });
    }

    /**
     * Adds players to a tournament, or replaces the settings of those that it has.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament
     */
    public void putPlayers(String tournament, List<StoredPlayer> players) {
        change(dao -> {
            lock(dao, tournament);
            putPlayers(dao, tournament, players);
        });
    }

    private static void putPlayers(StoreDao dao, String tournament, List<StoredPlayer> players) {
        for (StoredPlayer player : players) {
            if (!dao.updatePlayer(tournament, player)) {
                dao.insertPlayers(tournament, List.of(dao.nextPlayerNumber(tournament)), List.of(player));
            }
        }
    }

    /** Returns when the last of the first {@code count} games that count ended; empty if there are fewer. */
    public Optional<Instant> endOfCounted(String tournament, int count) {
        return read(dao -> dao.endOfCounted(tournament, count - 1)).map(Instant::ofEpochMilli);
    }

    /** Returns all tournaments, oldest first. */
    public List<TournamentStatus> list() {
        return read(dao -> dao.tournaments().stream()
                .map(status -> withPlayers(dao, status))
                .sorted(ORDER)
                .toList());
    }

    /**
     * Returns the tournament {@code name}.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is none
     */
    public TournamentStatus tournament(String name) {
        return read(dao -> find(dao, name));
    }

    private static TournamentStatus find(StoreDao dao, String name) {
        return dao.tournament(name)
                .map(status -> withPlayers(dao, status))
                .orElseThrow(() ->
                        new StoreException(Reason.NOT_FOUND, "there is no tournament " + StoredText.quoted(name)));
    }

    private static TournamentStatus withPlayers(StoreDao dao, TournamentStatus status) {
        StoredTournament tournament = status.tournament();
        return new TournamentStatus(tournament.withPlayers(dao.players(tournament.name())), status.state());
    }

    /** Locks a tournament until the end of the transaction, and returns it. */
    private static TournamentStatus lock(StoreDao dao, String name) {
        dao.lock(name);
        return find(dao, name);
    }

    /**
     * Plans the games of {@code pairs}, and returns these games in order, including the games of pairs that were planned before.
     *
     * @throws InvalidValueException if {@code pairs} has an unknown player, or a player against itself
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if it is not
     *     open or one of {@code pairs} is planned with colors swapped
     */
    public List<StoredGame> plan(String tournament, List<PlannedPair> pairs) {
        return write(dao -> {
            TournamentStatus stored = lock(dao, tournament);
            requireOpen(stored);
            requirePlayers(stored.tournament(), pairs);
            return pairs.stream()
                    .flatMap(pair -> dao.gamesOfPair(tournament, plan(dao, tournament, pair)).stream())
                    .toList();
        });
    }

    /**
     * Plans {@code pair} for a worker, unless pairs were planned after the first {@code pairCount}, and returns the games of all
     * pairs after those: of {@code pair}, or of those that other workers have planned.
     *
     * @throws InvalidValueException if {@code pair} has an unknown player, or a player against itself
     * @throws StoreException with {@link Reason#LEASE_LOST} if the lease is lost, {@link Reason#CONFLICT} if the tournament is
     *     not open or {@code pair} is planned with colors swapped
     */
    public List<StoredGame> planAfter(WorkerLease lease, int pairCount, PlannedPair pair) {
        String tournament = lease.tournament();
        return write(dao -> {
            TournamentStatus stored = lock(dao, tournament);
            requireValid(dao, lease);
            requireOpen(stored);
            requirePlayers(stored.tournament(), List.of(pair));
            if (dao.pairCount(tournament) == pairCount) {
                plan(dao, tournament, pair);
            }
            return dao.gamesOfPairsFrom(tournament, pairCount);
        });
    }

    /** Returns the number of {@code pair}; adds the pair and its games if it is new. */
    private static int plan(StoreDao dao, String tournament, PlannedPair pair) {
        Optional<Integer> planned = dao.pairNumber(tournament, pair);
        if (planned.isPresent()) {
            return planned.get();
        }
        PlannedPair swapped =
                new PlannedPair(/* first= */ pair.second(), /* second= */ pair.first(), pair.meeting(), pair.opening());
        if (dao.pairNumber(tournament, swapped).isPresent()) {
            // The games of both pairs would have the same names.
            throw conflict(pair + " is already planned with colors swapped");
        }
        int number = dao.pairCount(tournament);
        dao.insertPair(tournament, number, pair);
        dao.insertGames(tournament, number, List.of(2 * number, 2 * number + 1), pair.games());
        return number;
    }

    private static void requireOpen(TournamentStatus stored) {
        if (stored.state() != TournamentState.OPEN) {
            throw conflict("tournament " + StoredText.quoted(stored.tournament().name()) + " is "
                    + stored.state().name() + ", not OPEN");
        }
    }

    private static void requirePlayers(StoredTournament tournament, List<PlannedPair> pairs) {
        Set<String> names =
                tournament.players().stream().map(StoredPlayer::name).collect(Collectors.toSet());
        for (PlannedPair pair : pairs) {
            if (!names.contains(pair.first())) {
                throw InvalidValueException.not("first", StoredText.quoted(pair.first()), "a player of the tournament");
            }
            if (!names.contains(pair.second()) || pair.second().equals(pair.first())) {
                throw InvalidValueException.not(
                        "second", StoredText.quoted(pair.second()), "another player of the tournament");
            }
        }
    }

    /** Returns all pairs of {@code tournament} in the order of planning; empty if there is no such tournament. */
    public List<PlannedPair> pairs(String tournament) {
        return read(dao -> dao.pairs(tournament));
    }

    /** Returns all games of {@code tournament} by number; empty if there is no such tournament. */
    public List<StoredGame> games(String tournament) {
        return read(dao -> dao.games(tournament));
    }

    /**
     * Returns at most {@code count} games of {@code tournament} with their results, from number {@code from}; empty if there is no
     * such tournament.
     */
    public List<GameWithResult> games(String tournament, int from, int count) {
        return read(dao -> dao.gamesWithResults(tournament, from, count));
    }

    /**
     * Returns at most {@code count} games of {@code tournament} that {@code filter} selects, with their results, after the first
     * {@code from}. The games that were started last come first; those that were never started come last, by descending number.
     */
    public List<GameWithResult> latestGames(String tournament, GameFilter filter, int from, int count) {
        return read(dao -> dao.latestGames(tournament, filter, from, count));
    }

    /** Returns the number of games of {@code tournament} that {@code filter} selects; 0 if there is no such tournament. */
    public int gameCount(String tournament, GameFilter filter) {
        return read(dao -> dao.selectedCount(tournament, filter));
    }

    /** Returns {@code game} with its result; empty if there is no such game. */
    public Optional<GameWithResult> game(GameId game) {
        return games(game.tournament(), game.number(), 1).stream()
                .filter(found -> found.game().id().equals(game))
                .findFirst();
    }

    /** Returns the number of planned games of {@code tournament}, played or not; 0 if there is no such tournament. */
    public int gameCount(String tournament) {
        return read(dao -> dao.gameCount(tournament));
    }

    /** Returns the number of results of {@code tournament}; 0 if there is no such tournament. */
    public int resultCount(String tournament) {
        return read(dao -> dao.resultCount(tournament));
    }

    /** Returns when the last result of {@code tournament} was recorded; empty if it has none. */
    public Optional<Instant> lastResultAt(String tournament) {
        return read(dao -> dao.lastResultAt(tournament)).map(Instant::ofEpochMilli);
    }

    /** Returns whether a worker of {@code tournament} other than {@code worker} has a valid lease, by the time of the database. */
    public boolean hasOtherWorker(String tournament, String worker) {
        return read(dao -> dao.hasOtherWorker(tournament, worker));
    }

    /**
     * Joins {@code tournament} as a worker. A worker that joined before under the name is replaced, and its games are free.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament
     */
    public WorkerLease join(String tournament, WorkerSettings worker) {
        return write(dao -> {
            find(dao, tournament);
            String instance = UUID.randomUUID().toString();
            String players = String.join("\n", worker.players());
            dao.join(tournament, worker, players, worker.leaseDuration().toMillis(), instance);
            return new WorkerLease(tournament, worker.name(), instance, dao.epoch(tournament, worker.name()));
        });
    }

    /**
     * Returns a new lease for a worker whose lease has expired. The games of the old lease are free.
     *
     * @throws StoreException with {@link Reason#CONFLICT} if another process has joined under the name
     */
    public WorkerLease rejoin(WorkerLease lease) {
        return write(dao -> {
            if (!dao.rejoin(lease)) {
                throw conflict("another process has joined tournament " + StoredText.quoted(lease.tournament())
                        + " as worker " + StoredText.quoted(lease.worker()) + "; each worker needs a name of its own");
            }
            return new WorkerLease(
                    lease.tournament(),
                    lease.worker(),
                    lease.instance(),
                    dao.epoch(lease.tournament(), lease.worker()));
        });
    }

    /** Renews a lease. Returns whether it was still valid; a lost lease stays lost. */
    public boolean renew(WorkerLease lease) {
        return write(dao -> dao.renew(lease));
    }

    /** Ends a lease: its games are free at once. */
    public void leave(WorkerLease lease) {
        change(dao -> dao.leave(lease));
    }

    /** Returns the workers of {@code tournament} in the order in which they joined; empty if there is no such tournament. */
    public List<WorkerStatus> workers(String tournament) {
        return read(dao -> dao.workers(tournament));
    }

    /**
     * Gives the agent name {@code name} to {@code principal}, unless it belongs to one, and returns whose it is.
     *
     * @param maxCount the maximum number of names of a principal
     * @param at the time of the claim
     * @return the name with its principal; empty if the name is free, but the principal has {@code maxCount} names
     * @throws InvalidValueException if the name or the principal cannot be stored
     */
    public Optional<AgentName> claimAgentName(String name, String principal, int maxCount, Instant at) {
        StoredText.requireName("agent", name);
        StoredText.requireName("principal", principal);
        Optional<AgentName> known = read(dao -> dao.agentName(name));
        if (known.isPresent()) {
            return known;
        }
        return write(dao -> {
            if (dao.agentNameCount(principal) < maxCount) {
                dao.insertAgentName(name, principal, at);
            }
            return dao.agentName(name);
        });
    }

    /** Returns the names of agents that belong to principals, by name. */
    public List<AgentName> agentNames() {
        return read(StoreDao::agentNames);
    }

    /** Releases an agent name, which then belongs to the next principal that uses it. Returns whether it belonged to one. */
    public boolean releaseAgentName(String name) {
        return write(dao -> dao.deleteAgentName(name));
    }

    /** Returns the time of the database. */
    public Instant now() {
        return Instant.ofEpochMilli(read(StoreDao::now));
    }

    /**
     * Returns what a worker does not know: the games from number {@code from} on, and those of {@code numbers}, by number.
     *
     * @throws StoreException with {@link Reason#LEASE_LOST} if the lease is lost, {@link Reason#CONFLICT} if the tournament was
     *     cancelled
     */
    public List<TrackedGame> track(WorkerLease lease, int from, Collection<Integer> numbers) {
        return read(dao -> {
            requireValid(dao, lease);
            TournamentStatus stored = find(dao, lease.tournament());
            if (stored.state() == TournamentState.CANCELLED) {
                requireOpen(stored);
            }
            return dao.trackedGames(lease.tournament(), from, numbers);
        });
    }

    private static void requireValid(StoreDao dao, WorkerLease lease) {
        if (!dao.isValid(lease)) {
            throw lost("worker " + StoredText.quoted(lease.worker()) + " has lost its lease on games of tournament "
                    + StoredText.quoted(lease.tournament()));
        }
    }

    /**
     * Claims a game that no worker with a valid lease has claimed. Of several concurrent callers, one succeeds.
     *
     * @param at the start time, truncated to milliseconds
     * @return whether the lease holds the game now; false if another worker plays it, or it is over
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such game, {@link Reason#LEASE_LOST} if the lease is
     *     lost, {@link Reason#CONFLICT} if its tournament is not open
     */
    public boolean claim(WorkerLease lease, GameId game, Instant at) {
        requireSameTournament(lease, game);
        Instant time = StoredText.require("at", at);
        return write(dao -> {
            if (dao.lockGame(game).isPresent() && dao.claim(game, lease, time)) {
                return true;
            }
            StoredGame stored = dao.game(game).orElseThrow(() -> notFound(game));
            requireValid(dao, lease);
            requireOpen(find(dao, game.tournament()));
            return stored.state() == GameState.RUNNING && dao.isClaimed(game, lease);
        });
    }

    private static void requireSameTournament(WorkerLease lease, GameId game) {
        if (!lease.tournament().equals(game.tournament())) {
            throw InvalidValueException.not("game", game, "of tournament " + StoredText.quoted(lease.tournament()));
        }
    }

    /**
     * Records the result of a game that {@code lease} has claimed, even if its tournament has been cancelled. The first result
     * stays.
     *
     * @return whether the result is new; false if the same result was recorded before under the lease
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such game, {@link Reason#LEASE_LOST} if the lease is
     *     lost or has not claimed the game, {@link Reason#CONFLICT} if it has recorded another result
     */
    public boolean record(WorkerLease lease, StoredResult result) {
        GameId game = result.game();
        requireSameTournament(lease, game);
        return write(dao -> {
            if (dao.lockClaimed(game, lease) && dao.insert(game, result)) {
                return true;
            }
            if (dao.game(game).isEmpty()) {
                throw notFound(game);
            }
            StoredResult stored = dao.isClaimed(game, lease) ? dao.result(game).orElse(null) : null;
            if (stored == null) {
                throw lost("worker " + StoredText.quoted(lease.worker()) + " has no valid claim on game " + game);
            }
            requireSame(stored, result);
            return false;
        });
    }

    private static void requireSame(StoredResult stored, StoredResult result) {
        if (!stored.equals(result)) {
            throw conflict("game " + result.game() + " has another result: winner " + stored.winner() + " by "
                    + stored.verdict() + " at " + stored.endedAt() + ", not " + result.winner() + " by "
                    + result.verdict() + " at " + result.endedAt());
        }
    }

    private static StoreException notFound(GameId game) {
        return new StoreException(Reason.NOT_FOUND, "there is no game " + game);
    }

    private static StoreException lost(String message) {
        return new StoreException(Reason.LEASE_LOST, message);
    }

    private static StoreException conflict(String message) {
        return new StoreException(Reason.CONFLICT, message);
    }

    /** Returns the result of {@code game} with its record; empty if it has none. */
    public Optional<StoredResult> result(GameId game) {
        return read(dao -> dao.result(game));
    }

    /** Returns all results of {@code tournament} with their records, by game number; empty if there is no such tournament. */
    public List<StoredResult> recordedResults(String tournament) {
        return read(dao -> dao.results(tournament));
    }

    /**
     * Returns the results of {@code tournament} for ratings, by game number, which does not depend on the order in which games
     * ended. Void games are not included.
     */
    public List<GameResult> results(String tournament) {
        return read(dao -> dao.counted(tournament));
    }

    /** Returns the same results in the order in which the games ended. */
    public List<GameResult> resultsInTime(String tournament) {
        return read(dao -> dao.countedInTime(tournament));
    }

    /** Returns the progress of {@code tournament}, for its pairing. */
    public TournamentProgress progress(String tournament) {
        return read(dao -> {
            // Results before pairs: no result then lacks its pair, even if pairs are planned meanwhile.
            List<GameResult> results = dao.counted(tournament);
            List<PlannedGame> voided = dao.voided(tournament);
            return new TournamentProgress(dao.pairs(tournament), results, voided);
        });
    }

    /**
     * Ends {@code tournament}. All its games must be over.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if a game
     *     has no result, or the tournament was cancelled
     */
    public void finish(String tournament) {
        close(tournament, TournamentState.ENDED);
    }

    /**
     * Cancels {@code tournament}: no more games can be planned or started; running games may still end.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if it has
     *     ended
     */
    public void cancel(String tournament) {
        close(tournament, TournamentState.CANCELLED);
    }

    private void close(String tournament, TournamentState state) {
        change(dao -> {
            TournamentStatus stored = lock(dao, tournament);
            if (stored.state() == state) {
                return;
            }
            requireOpen(stored);
            int unfinishedCount = dao.unfinishedCount(tournament);
            if (state == TournamentState.ENDED && unfinishedCount > 0) {
                throw conflict("tournament " + StoredText.quoted(tournament) + " has " + unfinishedCount
                        + " games without a result");
            }
            dao.setState(tournament, state);
        });
    }

    /** Closes the connections. Calls in progress fail. */
    @Override
    public void close() {
        database.close();
    }
}
