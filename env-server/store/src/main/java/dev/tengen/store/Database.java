package dev.tengen.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tengen.store.StoreException.Reason;
import java.util.Map;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;

/** A database with the current schema and a connection pool. Thread-safe. */
public final class Database implements AutoCloseable {
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

    private final StoreUrl url;
    private final HikariDataSource pool;
    private final Jdbi jdbi;

    private Database(StoreUrl url, StoreSchema schema) {
        this.url = url;
        HikariConfig config = new HikariConfig();
        config.setDataSource(url.source());
        config.setPoolName(schema.poolName());
        // SQLite has a single writer; the pool serves waiting threads in order.
        config.setMaximumPoolSize(url.isSqlite() ? schema.sqliteConnectionCount() : POSTGRES_CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(POOL_TIMEOUT_MS);
        if (!url.isSqlite()) {
            config.setConnectionInitSql(END_PAUSED_TRANSACTIONS + "; " + COMMIT_TO_DISK);
        }
        pool = new HikariDataSource(config);
        jdbi = Jdbi.create(pool).installPlugin(new SqlObjectPlugin());
        schema.configuration().accept(jdbi);
        define(jdbi);
    }

    private void define(Jdbi statements) {
        statements.define("now", url.isSqlite() ? SQLITE_NOW : POSTGRES_NOW);
        statements.define("skip_locked", url.isSqlite() ? "" : "FOR UPDATE SKIP LOCKED");
        statements.define("lock_row", url.isSqlite() ? "" : "FOR UPDATE");
        statements.define("keep_row", url.isSqlite() ? "" : "FOR KEY SHARE");
    }

    /**
     * Opens the database at {@code url}, creates it if necessary, and migrates its tables to {@code schema}. In
     * migrations, <code>
     * ${clustered}</code> after a table keeps its rows in the index of its primary key, where the database can. In the
     * SQL of its statements, {@code <now>} is the time of the database in milliseconds, and {@code <skip_locked>} ends
     * a query that locks the rows that nobody else has locked, {@code <lock_row>} one that locks its rows, and
     * {@code <keep_row>} one that only keeps others from deleting them.
     *
     * @throws StoreException if the database belongs to something else, or cannot be written
     */
    public static Database open(StoreUrl url, StoreSchema schema) {
        try {
            migrate(url, schema);
            return new Database(url, schema);
        } catch (FlywayException e) {
            throw explain(e, url.display(), schema);
        } catch (RuntimeException e) {
            throw e instanceof StoreException ? e : DatabaseErrors.explain(e, url.display());
        }
    }

    /**
     * Opens the database at {@code url}, which other processes may use, and changes nothing in it.
     *
     * @throws StoreException if the database belongs to something else, or has not the tables of {@code schema}
     */
    public static Database openUnchanged(StoreUrl url, StoreSchema schema) {
        try {
            Flyway flyway = flyway(url, schema);
            requireKnown(flyway, url);
            if (flyway.info().pending().length > 0) {
                throw new StoreException(
                        Reason.FOREIGN,
                        url.display()
                                + " has the tables of an earlier version of Tengen, or none, and a server uses it; start a"
                                + " server of this version, which brings them up to date");
            }
            return new Database(url, schema);
        } catch (FlywayException e) {
            throw explain(e, url.display(), schema);
        } catch (RuntimeException e) {
            throw e instanceof StoreException ? e : DatabaseErrors.explain(e, url.display());
        }
    }

    private static void migrate(StoreUrl url, StoreSchema schema) {
        Flyway flyway = flyway(url, schema);
        requireKnown(flyway, url);
        flyway.migrate();
    }

    private static Flyway flyway(StoreUrl url, StoreSchema schema) {
        return Flyway.configure()
                .dataSource(url.source())
                .locations("classpath:" + schema.migrations())
                .table(schema.historyTable())
                .placeholders(Map.of("clustered", url.isSqlite() ? "WITHOUT ROWID" : ""))
                .failOnMissingLocations(true)
                .loggers("slf4j")
                .load();
    }

    /** Throws a {@link StoreException} if a later version of Tengen has written the database. */
    private static void requireKnown(Flyway flyway, StoreUrl url) {
        for (MigrationInfo migration : flyway.info().applied()) {
            if (migration.getState() == MigrationState.FUTURE_SUCCESS
                    || migration.getState() == MigrationState.FUTURE_FAILED) {
                throw new StoreException(
                        Reason.NEWER,
                        url.display() + " has version " + migration.getVersion()
                                + " of the schema, which only a later version of Tengen supports");
            }
        }
    }

    private static StoreException explain(FlywayException failure, String display, StoreSchema schema) {
        if (failure.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
            return new StoreException(
                    Reason.FOREIGN,
                    display + " has tables of another program: " + schema.owner()
                            + " needs its own file, database or schema",
                    failure);
        }
        if (failure.getErrorCode() == CoreErrorCode.VALIDATE_ERROR) {
            return new StoreException(
                    Reason.FOREIGN,
                    display + " was not created by this program: " + DatabaseErrors.inOneLine(failure),
                    failure);
        }
        return DatabaseErrors.explain(failure, display);
    }

    /** Returns the kind of the database: "sqlite" or "postgresql". */
    public String kind() {
        return url.isSqlite() ? "sqlite" : "postgresql";
    }

    /** Returns the result of {@code query}, which must not change data or call this object. */
    public <T> T read(Function<Handle, T> query) {
        try {
            return jdbi.withHandle(query::apply);
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, url.display());
        }
    }

    /**
     * Returns the result of {@code query}, which sees the database as it is at one moment, also if others change it
     * meanwhile. It must not change data or call this object. In SQLite, nobody else may write meanwhile.
     */
    public <T> T readSnapshot(Function<Handle, T> query) {
        if (url.isSqlite()) {
            return read(query);
        }
        try {
            return jdbi.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, query::apply);
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, url.display());
        }
    }

    /**
     * Returns the result of {@code change}, which runs in one transaction. When this returns, the change is on disk.
     */
    public <T> T write(Function<Handle, T> change) {
        try {
            return jdbi.inTransaction(change::apply);
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, url.display());
        }
    }

    /**
     * Returns a handle on a connection of its own, outside of the pool, which the caller closes. It may hold locks of
     * the database session.
     */
    public Handle openSession() {
        try {
            Jdbi unpooled = Jdbi.create(url.source());
            define(unpooled);
            return unpooled.open();
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, url.display());
        }
    }

    /** Closes all connections of the pool. */
    @Override
    public void close() {
        pool.close();
    }
}
