package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoreSchema;
import dev.tengen.store.StoreUrl;

/**
 * The database of an arena: tournaments, their games and results, in one repository each. The data survive a crash at
 * any moment.
 *
 * <p>When a method of a repository that changes data returns, the change is on disk. If it throws, or the process dies
 * within it, the change is applied completely or not at all. Every such method is idempotent, so a caller that does not
 * know whether a call succeeded can retry it.
 *
 * <p>Games are played by workers. A worker {@linkplain WorkerRepository#join joins} a tournament,
 * {@linkplain GameRepository#claim claims} games, {@linkplain WorkerRepository#renew renews} its lease, and
 * {@linkplain ResultRepository#record records} results. Its lease has an epoch, and the database compares it with every
 * claim and every result. A worker that lost its lease, however long it was paused, can change nothing. Leases end by
 * the clock of the database, so the clocks of workers do not matter.
 *
 * <p>Thread-safe; several processes may share a database. Every method of a repository may throw {@link StoreException}
 * with a reason of the database, such as {@link Reason#LOCKED}.
 *
 * <pre>{@code
 * try (ArenaStore store = ArenaStore.open("arena.db")) {
 *     store.tournaments().create(tournament);
 *     WorkerSettings worker = new WorkerSettings("worker-1", WorkerSettings.DEFAULT_LEASE, players, 1);
 *     WorkerLease lease = store.workers().join(name, worker);
 *     for (StoredGame game : store.games().plan(name, pairing.next(store.results().progress(name), 4))) {
 *         if (store.games().claim(lease, game.id(), Instant.now())) {
 *             store.results().record(lease, play(game));
 *         }
 *     }
 *     store.workers().leave(lease);
 *     Standings standings = Standings.of(store.results().counted(name), RatingOptions.DEFAULT);
 * }
 * }</pre>
 */
public final class ArenaStore implements AutoCloseable {
    private static final StoreSchema SCHEMA = new StoreSchema(
            "the arena",
            "dev/tengen/arena/store/migrations",
            "tengen_arena_schema",
            "tengen-arena",
            1,
            RowMappers::register);

    private final Database database;
    private final TournamentRepository tournaments;
    private final WorkerRepository workers;
    private final GameRepository games;
    private final ResultRepository results;
    private final AgentNameRepository agentNames;

    private ArenaStore(Database database) {
        this.database = database;
        tournaments = new TournamentRepository(database);
        workers = new WorkerRepository(database);
        games = new GameRepository(database);
        results = new ResultRepository(database);
        agentNames = new AgentNameRepository(database);
    }

    /**
     * Opens a store. Creates it if the file or the database is empty, and migrates an older schema.
     *
     * @param url the path of an SQLite file, {@code jdbc:sqlite:PATH}, or a PostgreSQL database as
     *     {@code postgres://USER:PASSWORD@HOST:PORT/DATABASE} or
     *     {@code jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD}
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

    public TournamentRepository tournaments() {
        return tournaments;
    }

    /** Returns the workers that play tournaments. */
    public WorkerRepository workers() {
        return workers;
    }

    /** Returns the games of tournaments. */
    public GameRepository games() {
        return games;
    }

    /** Returns the results of games. */
    public ResultRepository results() {
        return results;
    }

    /** Returns the names of agents. */
    public AgentNameRepository agentNames() {
        return agentNames;
    }

    /** Closes the connections. Calls in progress fail. */
    @Override
    public void close() {
        database.close();
    }
}
