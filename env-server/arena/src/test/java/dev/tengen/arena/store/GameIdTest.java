package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GameIdTest {
    @Test
    void parse_name_isWhatWasWritten() {
        GameId id = new GameId("spring/cup", 17);

        assertThat(id.toString()).isEqualTo("spring/cup/17");
        assertThat(GameId.parse("spring/cup/17")).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cup", "cup/", "/1", " /1", "cup/-1", "cup/+1", "cup/01", "cup/1 ", "cup/2147483648"})
    void parse_other_isRefused(String text) {
        assertThatThrownBy(() -> GameId.parse(text)).isInstanceOf(InvalidValueException.class);
    }
}
