package dev.tengen.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void line_visibleText_isTheSameObject() {
        String text = "ada: 黒 ● é \uD83D\uDE00 C:\\n \"quoted\"";

        assertThat(VisibleText.line(text)).isSameAs(text);
    }

    @Test
    void line_lineBreaksAndTabs_areEscapedShortly() {
        assertThat(VisibleText.line("a\r\nb\tc")).isEqualTo("a\\r\\nb\\tc");
    }

    @Test
    void line_escapeSequenceOfATerminal_isEscaped() {
        assertThat(VisibleText.line("\u001b[2Jx\u009b1m\u007f\u0000")).isEqualTo("\\u001b[2Jx\\u009b1m\\u007f\\u0000");
    }

    @Test
    void line_directionsAndSeparators_areEscaped() {
        assertThat(VisibleText.line("a\u202eb\u2066c\u200fd\u2028e\u2029f\ufeffg\u0085"))
                .isEqualTo("a\\u202eb\\u2066c\\u200fd\\u2028e\\u2029f\\ufeffg\\u0085");
    }

    @Test
    void line_formatCharacterBeyondTheFirstPlane_isEscapedAsTwoUnits() {
        assertThat(VisibleText.line("\uDB40\uDC41")).isEqualTo("\\udb40\\udc41");
    }

    @Test
    void line_halvesOfPairs_areEscaped() {
        assertThat(VisibleText.line("\uD83D \uDE00\uD83D")).isEqualTo("\\ud83d \\ude00\\ud83d");
    }

    @Test
    void lines_lineBreaksAndTabs_stay() {
        assertThat(VisibleText.lines("a\r\nb\tc\u001b")).isEqualTo("a\r\nb\tc\\u001b");
    }

    @Test
    @Tag("full")
    void line_everyCharacter_leavesOnlyVisibleOnes() {
        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            String shown = VisibleText.line(Character.toString(character));

            assertThat(shown.codePoints().allMatch(VisibleText::isVisible))
                    .as("U+%04X is shown as %s", character, shown)
                    .isTrue();
        }
    }
}
