package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.store.PostgresCluster;
import dev.tengen.store.StoreException.Reason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The store contract on PostgreSQL, and what is specific to it. */
@Tag("full")
class PostgresStoreTest extends StoreContract {
    @Override
    String newUrl() {
        return PostgresCluster.get().newDatabase();
    }

    @Test
    void open_jdbcUrl_isTheSameStore() {
        store.tournaments().create(cup("cup"));
        String jdbc = "jdbc:postgresql://" + url.substring(url.indexOf("@") + 1) + "?user=" + PostgresCluster.USER
                + "&password=se%3Ac%2Fr%40e%20t%2B1%25";

        try (ArenaStore same = ArenaStore.open(jdbc)) {
            assertThat(same.tournaments().list()).hasSize(1);
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
            assertFails(
                    Reason.READ_ONLY,
                    "cannot be written",
                    () -> readOnly.tournaments().create(cup("cup")));
        }
    }
}
