package dev.tengen.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of the connections, on which durability depends. The stores of other modules test the rest. */
class DatabaseTest {
    private static final StoreSchema SCHEMA =
            new StoreSchema("the test", "dev/tengen/store/test", "test_schema", "tengen-test", 2, jdbi -> {});

    @TempDir
    Path folder;

    @Test
    void sqliteCommits_goToDisk() {
        String url = folder.resolve("test.db").toString();
        try (Database database = Database.open(StoreUrl.parse(url), SCHEMA)) {
            assertThat(database.kind()).isEqualTo("sqlite");
            assertThat(setting(database, "PRAGMA journal_mode")).isEqualTo("wal");
            assertThat(setting(database, "PRAGMA synchronous")).isEqualTo("2");
            assertThat(setting(database, "PRAGMA foreign_keys")).isEqualTo("1");
            assertThat(setting(database, "PRAGMA temp_store")).isEqualTo("2");
        }
    }

    @Test
    void postgresCommits_goToDisk_regardlessOfTheUrl() {
        String careless = PostgresCluster.get().newDatabase() + "?options=-c%20synchronous_commit=off";

        try (Database database = Database.open(StoreUrl.parse(careless), SCHEMA)) {
            assertThat(database.kind()).isEqualTo("postgresql");
            assertThat(setting(database, "SHOW synchronous_commit")).isEqualTo("on");
        }
    }

    /** A process that is frozen within a transaction would otherwise keep its locks for as long as it is frozen. */
    @Test
    void postgresTransaction_ofAPausedProcess_isEndedByTheServer() {
        String url = PostgresCluster.get().newDatabase();

        try (Database database = Database.open(StoreUrl.parse(url), SCHEMA)) {
            assertThat(setting(database, "SHOW idle_in_transaction_session_timeout"))
                    .isEqualTo("5s");
        }
    }

    @Test
    void postgresConnections_haveTheNameOfTheProgram_unlessTheUrlHasAnother() {
        String url = PostgresCluster.get().newDatabase();

        try (Database database = Database.open(StoreUrl.parse(url), SCHEMA);
                Database named = Database.open(StoreUrl.parse(url + "?ApplicationName=mine"), SCHEMA)) {
            assertThat(setting(database, "SHOW application_name")).isEqualTo("tengen");
            assertThat(setting(named, "SHOW application_name")).isEqualTo("mine");
        }
    }

    @Test
    @Tag("full")
    void openUnchanged_emptyDatabase_isRefusedAndStaysEmpty() {
        StoreUrl url = StoreUrl.parse(PostgresCluster.get().newDatabase());

        assertThatThrownBy(() -> Database.openUnchanged(url, SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("an earlier version of Tengen, or none");
        Database.open(url, SCHEMA).close();
        try (Database database = Database.openUnchanged(url, SCHEMA)) {
            assertThat(database.kind()).isEqualTo("postgresql");
        }
    }

    private static String setting(Database database, String query) {
        return database.read(
                handle -> handle.createQuery(query).mapTo(String.class).one());
    }
}
