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
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** A database with the newest schema and a pool of connections. Thread-safe. */
final class Database implements AutoCloseable {
    /** SQLite has one writer anyway; who waits for the pool is served in turn, and not by chance. */
    private static final int SQLITE_CONNECTIONS = 1;

    private static final int POSTGRES_CONNECTIONS = 8;

    private static final int POOL_TIMEOUT_MS = 20_000;

    /** An acknowledged commit shall be on the disk, whatever the server or the URL says. */
    private static final String COMMIT_TO_DISK = "SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'";

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
            config.setConnectionInitSql(COMMIT_TO_DISK);
        }
        display = url.display();
        pool = new HikariDataSource(config);
        jdbi = Jdbi.create(pool);
    }

    /** Opens what {@code url} names, makes it if need be, and brings its schema up to date. */
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
                                + " of the schema, which only a later version of Tengen knows");
            }
        }
        flyway.migrate();
    }

    private static StoreException explain(FlywayException failure, String display) {
        if (failure.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
            return new StoreException(
                    Reason.FOREIGN,
                    display + " holds tables of something else: the arena needs a file, database or schema of its own",
                    failure);
        }
        if (failure.getErrorCode() == CoreErrorCode.VALIDATE_ERROR) {
            return new StoreException(
                    Reason.FOREIGN, display + " was not made by this program: " + failure.getMessage(), failure);
        }
        return DatabaseErrors.explain(failure, display);
    }

    /** Returns what {@code query}, which changes nothing and does not call the database again, makes of a connection. */
    <T> T read(Function<Handle, T> query) {
        try {
            return jdbi.withHandle(query::apply);
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, display);
        }
    }

    /** Returns what {@code change} makes of a connection in one transaction: when this returns it is on the disk. */
    <T> T write(Function<Handle, T> change) {
        try {
            return jdbi.inTransaction(change::apply);
        } catch (JdbiException e) {
            throw DatabaseErrors.explain(e, display);
        }
    }

    /** Lets {@code change} use a connection in one transaction: when this returns it is on the disk. */
    void change(Consumer<Handle> change) {
        write(handle -> {
            change.accept(handle);
            return true;
        });
    }

    /** Ends all connections. */
    @Override
    public void close() {
        pool.close();
    }
}
