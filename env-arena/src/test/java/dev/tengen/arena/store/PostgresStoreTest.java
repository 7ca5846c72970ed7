package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.store.StoreException.Reason;
import org.junit.jupiter.api.Test;

/** The store contract on PostgreSQL, and what is specific to it. */
class PostgresStoreTest extends StoreContract {
    @Override
    String newUrl() {
        return PostgresCluster.get().newDatabase();
    }

    @Test
    void commits_goToDisk_regardlessOfTheUrl() {
        StoreUrl careless = StoreUrl.parse(url + "?options=-c%20synchronous_commit=off");

        try (Database database = Database.open(careless)) {
            String mode = database.read(dao -> dao.getHandle()
                    .createQuery("SHOW synchronous_commit")
                    .mapTo(String.class)
                    .one());

            assertThat(mode).isEqualTo("on");
        }
    }

    /** A process that is frozen within a transaction would otherwise keep its locks for as long as it is frozen. */
    @Test
    void transaction_ofAPausedProcess_isEndedByTheServer() {
        try (Database database = Database.open(StoreUrl.parse(url))) {
            String timeout = database.read(dao -> dao.getHandle()
                    .createQuery("SHOW idle_in_transaction_session_timeout")
                    .mapTo(String.class)
                    .one());

            assertThat(timeout).isEqualTo("5s");
        }
    }

    @Test
    void open_jdbcUrl_isTheSameStore() {
        store.create(cup("cup"));
        String jdbc = "jdbc:postgresql://" + url.substring(url.indexOf("@") + 1) + "?user=" + PostgresCluster.USER
                + "&password=se%3Ac%2Fr%40e%20t%2B1%25";

        try (ArenaStore same = ArenaStore.open(jdbc)) {
            assertThat(same.list()).hasSize(1);
        }
    }

    @Test
    void open_wrongPassword_isDenied() {
        String wrong = url.replace(PostgresCluster.PASSWORD_IN_URL, "guessed");

        assertFails(Reason.DENIED, "denies access to this user", () -> ArenaStore.open(wrong));
    }

    @Test
    void open_unknownDatabase_isUnavailable() {
        assertFails(
                Reason.UNAVAILABLE,
                "does not exist",
                () -> ArenaStore.open(PostgresCluster.get().url("nowhere")));
    }

    @Test
    void open_nobodyListens_isUnavailable() {
        assertFails(
                Reason.UNAVAILABLE,
                "postgres://127.0.0.1:1/arena is not available",
                () -> ArenaStore.open("postgres://tengen:secret@127.0.0.1:1/arena"));
    }

    @Test
    void write_readOnlyDatabase_isRefused() {
        try (ArenaStore readOnly = ArenaStore.open(url + "?options=-c%20default_transaction_read_only=on")) {
            assertFails(Reason.READ_ONLY, "cannot be written", () -> readOnly.create(cup("cup")));
        }
    }
}
