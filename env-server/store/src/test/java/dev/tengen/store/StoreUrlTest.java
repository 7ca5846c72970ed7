package dev.tengen.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

class StoreUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://ann:secret@db.example:5433/arena?ssl=true",
                "postgresql://ann:secret@db.example:5433/arena?ssl=true",
                "jdbc:postgresql://ann:secret@db.example:5433/arena?ssl=true",
                "jdbc:postgresql://db.example:5433/arena?ssl=true&user=ann&password=secret"
            })
    void parse_postgres_isUnderstood(String text) {
        StoreUrl url = StoreUrl.parse(text);
        PGSimpleDataSource source = (PGSimpleDataSource) url.source();

        assertThat(url.display()).isEqualTo("postgres://db.example:5433/arena");
        assertThat(source.getServerNames()).containsExactly("db.example");
        assertThat(source.getPortNumbers()).containsExactly(5433);
        assertThat(source.getDatabaseName()).isEqualTo("arena");
        assertThat(source.getUser()).isEqualTo("ann");
        assertThat(source.getPassword()).isEqualTo("secret");
        assertThat(source.getSsl()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ":memory:",
                "jdbc:sqlite:",
                "jdbc:sqlite::memory:",
                "arena.db?mode=memory",
                "file:arena.db",
                "/",
                "/no/such/folder/arena.db",
                "a\0b",
                "mysql://ann:secret@db.example/arena",
                "jdbc:h2:mem:secret",
                "postgres:secret",
                "postgres://ann:secret@db.example",
                "postgres://ann:secret@db.example/",
                "postgres://ann:secret@db.example:port/arena",
                "postgres://ann:%zzsecret@db.example/arena"
            })
    void parse_other_isRefusedWithoutItsPassword(String text) {
        assertThatThrownBy(() -> StoreUrl.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("store ")
                .hasMessageNotContaining("secret");
    }
}
