package dev.tengen.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "(;GM[1])", "Go 囲碁 바둑 \uD83D\uDE00\n\t\u0001\uFFFF"})
    void replaceUnstorable_goodText_isTheSame(String text) {
        assertThat(StoredText.replaceUnstorable(text)).isEqualTo(text);
    }

    @Test
    void replaceUnstorable_nullsAndHalves_areReplaced() {
        assertThat(StoredText.replaceUnstorable("a\0b\uD83Dc\uDE00d\uDE00\uD83D"))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFD\uFFFD");
    }

    @Test
    void replaceUnstorable_anyText_canBeStored() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = 0; j < 50; j++) {
                // Every third character is a part of a surrogate pair.
                text.append((char) (random.nextInt(3) == 0 ? 0xD800 + random.nextInt(0x800) : random.nextInt(0x10000)));
                text.append(random.nextInt(20) == 0 ? "\0" : "");
            }
            String storable = StoredText.replaceUnstorable(text.toString());

            assertThat(StoredText.require("text", storable)).isEqualTo(storable);
            assertThat(storable).hasSameSizeAs(text);
        }
    }

    @Test
    void require_textThatADatabaseWouldChange_isRefused() {
        assertThatThrownBy(() -> StoredText.requireName("player", "a\0b")).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> StoredText.require("player", "\ud83c")).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> StoredText.requireName("player", "a".repeat(201)))
                .hasMessage("player length 201 is outside [1, 200]");
    }
}
