package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageSettingsTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "fifteen-letters", "sixteen letters!", "sixteen-lettérs-", "sixteen-letters\n"})
    void token_bad_isRefusedAndNotRepeated(String token) {
        assertThatThrownBy(() -> new PageSettings(Optional.of(token), 64))
                .hasMessage("page_token (of " + token.length()
                        + " characters) is not of 16 to 256 visible ASCII characters");
    }

    @Test
    void listeners_outOfRange_areRefused() {
        assertThatThrownBy(() -> new PageSettings(Optional.empty(), 0))
                .hasMessage("page_listeners 0 is outside [1, 1000]");
        assertThatThrownBy(() -> new PageSettings(Optional.empty(), 1001))
                .hasMessage("page_listeners 1001 is outside [1, 1000]");
    }

    @Test
    void text_ofSettings_hidesTheToken() {
        assertThat(new PageSettings(Optional.of("a-token-of-the-tests"), 64).toString())
                .doesNotContain("tests")
                .contains("hidden");
    }
}
