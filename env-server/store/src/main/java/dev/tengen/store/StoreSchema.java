package dev.tengen.store;

import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;

/**
 * The tables of a store, and how it uses its database.
 *
 * @param owner what the store belongs to, for messages, as in "the arena"
 * @param migrations the folder of the migrations on the class path
 * @param historyTable the table in which Flyway records the migrations. A database without it belongs to something else
 * @param poolName the name of the connection pool in logs
 * @param sqliteConnectionCount the maximum of connections to an SQLite file: 1, or more if one thread writes and others
 *     read
 * @param configuration registers the row mappers of the store
 */
public record StoreSchema(
        String owner,
        String migrations,
        String historyTable,
        String poolName,
        int sqliteConnectionCount,
        Consumer<Jdbi> configuration) {}
