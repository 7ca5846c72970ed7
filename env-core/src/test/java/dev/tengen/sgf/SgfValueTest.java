package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SgfValueTest {
    private static SgfValue value(String raw) {
        return new SgfValue(raw, SgfPosition.START);
    }

    @Test
    void text_escapedCharacters_areThemselves() {
        assertThat(value("a\\]b\\\\c\\:d\\e").text()).isEqualTo("a]b\\c:de");
    }

    @Test
    void text_lineBreaksOfEveryKind_areOneNewlineEach() {
        assertThat(value("a\nb\rc\r\nd\n\re\n\nf").text()).isEqualTo("a\nb\nc\nd\ne\n\nf");
    }

    @Test
    void text_escapedLineBreaksOfEveryKind_vanish() {
        assertThat(value("a\\\nb\\\rc\\\r\nd\\\n\re").text()).isEqualTo("abcde");
    }

    @Test
    void text_otherWhiteSpace_isASpace() {
        assertThat(value("a\tb\fc\u000bd\\\te").text()).isEqualTo("a b c d e");
    }

    @Test
    void simpleText_lineBreak_isASpace() {
        assertThat(value("a\r\nb\nc").simpleText()).isEqualTo("a b c");
    }

    @Test
    void simpleText_escapedLineBreak_vanishes() {
        assertThat(value("a\\\r\nb").simpleText()).isEqualTo("ab");
    }

    @Test
    void text_loneBackslashAtTheEnd_isItself() {
        assertThat(value("a\\").text()).isEqualTo("a\\");
    }
}
