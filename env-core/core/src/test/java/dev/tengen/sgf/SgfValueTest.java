package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SgfValueTest {
    private static SgfValue written(String written) {
        return SgfValue.ofWritten(written);
    }

    @Test
    void text_escapedCharacters_areThemselves() {
        assertThat(written("a\\]b\\\\c\\:d\\e").text()).isEqualTo("a]b\\c:de");
    }

    @Test
    void text_lineBreaksOfEveryKind_areOneNewlineEach() {
        assertThat(written("a\nb\rc\r\nd\n\re\n\nf").text()).isEqualTo("a\nb\nc\nd\ne\n\nf");
    }

    @Test
    void text_escapedLineBreaksOfEveryKind_vanish() {
        assertThat(written("a\\\nb\\\rc\\\r\nd\\\n\re").text()).isEqualTo("abcde");
    }

    @Test
    void text_otherWhiteSpace_isASpace() {
        assertThat(written("a\tb\fc\u000bd\\\te").text()).isEqualTo("a b c d e");
    }

    @Test
    void simpleText_lineBreak_isASpace() {
        assertThat(written("a\r\nb\nc").simpleText()).isEqualTo("a b c");
    }

    @Test
    void simpleText_escapedLineBreak_vanishes() {
        assertThat(written("a\\\r\nb").simpleText()).isEqualTo("ab");
    }

    @Test
    void ofWritten_differentlyWritten_isEqual() {
        assertThat(written("\\a\tb\r\nc\\\nd\\]"))
                .isEqualTo(written("a b\ncd\\]"))
                .hasToString("a b\ncd\\]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "aa", "zz", "a]b", "a\\b", "a:b", "\\", "\\]", "a\nb", " a ", "(;B[aa])"})
    void of_text_isReadBack(String text) {
        assertThat(SgfValue.of(text).text()).isEqualTo(text);
        assertThat(written(SgfValue.of(text).toString())).isEqualTo(SgfValue.of(text));
    }

    @Test
    void of_otherWhiteSpace_isLikeReadText() {
        assertThat(SgfValue.of("a\tb\r\nc")).isEqualTo(written("a\tb\r\nc"));
    }

    @Test
    void leftAndRight_composedValue_areItsTexts() {
        SgfValue value = written("a\\:b:c:d\\]");

        assertThat(value.left().text()).isEqualTo("a:b");
        assertThat(value.right().text()).isEqualTo("c:d]");
    }

    @Test
    void leftAndRight_noColonButEscapedOnes_areAllAndNothing() {
        SgfValue value = written("a\\:b");

        assertThat(value.left()).isSameAs(value);
        assertThat(value.right().text()).isEmpty();
    }

    @Test
    void of_twoTexts_areReadBack() {
        SgfValue value = SgfValue.of("a:]", "b\\:c");

        assertThat(value).hasToString("a\\:\\]:b\\\\\\:c");
        assertThat(value.left().text()).isEqualTo("a:]");
        assertThat(value.right().text()).isEqualTo("b\\:c");
    }
}
