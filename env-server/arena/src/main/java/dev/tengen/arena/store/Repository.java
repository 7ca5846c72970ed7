package dev.tengen.arena.store;

import dev.tengen.store.Database;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Queries and changes of one kind of data, each in a transaction of its own.
 *
 * @param <D> has the SQL statements; {@link RowMappers} maps their rows
 */
abstract class Repository<D> {
    private final Database database;
    private final Class<D> statements;

    Repository(Database database, Class<D> statements) {
        this.database = database;
        this.statements = statements;
    }

    final <T> T read(Function<D, T> query) {
        return database.read(handle -> query.apply(handle.attach(statements)));
    }

    final <T> T write(Function<D, T> change) {
        return database.write(handle -> change.apply(handle.attach(statements)));
    }

    final void change(Consumer<D> change) {
        write(dao -> {
            change.accept(dao);
            return true;
        });
    }
}
