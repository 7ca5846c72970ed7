package dev.tengen.arena.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tengen.arena.store.StoreException.Reason;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;

/** A database with the current schema and a connection pool. Thread-safe. */
final class Database implements AutoCloseable {
    /** SQLite has a single writer; the pool serves waiting threads in order. */
    private static final int SQLITE_CONNECTIONS = 1;

    private static final int POSTGRES_CONNECTIONS = 8;

    private static final int POOL_TIMEOUT_MS = 20_000;

    /** Makes every commit durable, regardless of the settings of the server and the URL. */
    private static final String COMMIT_TO_DISK = "SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'";

    /** The time of the database in milliseconds. Leases use no other clock. */
    private static final String POSTGRES_NOW = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

    private static final String SQLITE_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

    /** A process that is paused within a transaction must not keep its locks: the server ends its session. */
    private static final String END_PAUSED_TRANSACTIONS = "SET idle_in_transaction_session_timeout = 5000";

    private final String display;
    private final HikariDataSource pool;
    private final Jdbi jdbi;

    private Database(StoreUrl url) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(url.source());
        config.setPoolName("tengen-arena");
        config.setMaximumPoolSize(url.isSqlite() ? SQLITE_CONNECTIONS : POSTGRES_CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(POOL_TIMEOUT_MS);
        if (!url.isSqlite()) {
            config.setConnectionInitSql(END_PAUSED_TRANSACTIONS + "; " + COMMIT_TO_DISK);
        }
        display = url.display();
        pool = new HikariDataSource(config);
        jdbi = Jdbi.create(pool).installPlugin(new SqlObjectPlugin());
        RowMappers.register(jdbi);
        jdbi.define("now", url.isSqlite() ? SQLITE_NOW : POSTGRES_NOW);
        jdbi.define("skip_locked", url.isSqlite() ? "" : "FOR UPDATE SKIP LOCKED");
    }

    /** Opens the database at {@code url}, creates it if necessary, and migrates its schema. */
    static Database open(StoreUrl url) {
        try {
            migrate(url);
            return new Database(url);
        } catch (FlywayException e) {
            throw explain(e, url.display());
        } catch (RuntimeException e) {
            throw e instanceof StoreException ? e : DatabaseErrors.explain(e, url.display());
        }
    }

    private static void migrate(StoreUrl url) {
        Flyway flyway = Flyway.configure()
                .dataSource(url.source())
                .locations("classpath:dev/tengen/arena/store/migrations")
                .table("tengen_arena_schema")
                .failOnMissingLocations(true)
                .loggers("slf4j")
                .load();
        for (MigrationInfo migration : flyway.info().applied()) {
            if (migration.getState() == MigrationState.FUTURE_SUCCESS
                    || migration.getState() == MigrationState.FUTURE_FAILED) {
                throw new StoreException(
                        Reason.NEWER,
                        url.display() + " has version " + migration.getVersion()
                                + " of the schema, which only a later version of Tengen supports");
            }
        }
        flyway.migrate();
    }

    private static StoreException explain(FlywayException failure, String display) {
        if (failure.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
            return new StoreException(
                    Reason.FOREIGN,
                    display + " has tables of another program: the arena needs its own file, database or schema",
                    failure);
        }
        if (failure.getErrorCode() == CoreErrorCode.VALIDATE_ERROR) {
            return new StoreException(
                    Reason.FOREIGN, display + " was not created by this program: " + failure.getMessage(), failure);
        }
        return DatabaseErrors.explain(failure, display);
    }

    /** Returns the result of {@code query}, which must not change data or call this object. */
    <T> T read(Function<StoreDao, T> query) {
        try {
            return jdbi.withHandle(handle -> query.apply(handle.attach(StoreDao.class)));
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, display);
        }
    }

    /** Returns the result of {@code change}, which runs in one transaction. When this returns, the change is on disk. */
    <T> T write(Function<StoreDao, T> change) {
        try {
            return jdbi.inTransaction(handle -> change.apply(handle.attach(StoreDao.class)));
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, display);
        }
    }

    /** Runs {@code change} in one transaction. When this returns, the change is on disk. */
    void change(Consumer<StoreDao> change) {
        write(dao -> {
            change.accept(dao);
            return true;
        });
    }

    /** Closes all connections. */
    @Override
    public void close() {
        pool.close();
    }
}
