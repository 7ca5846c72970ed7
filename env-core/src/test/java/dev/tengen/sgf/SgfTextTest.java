package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SgfTextTest {
    private static final String NAME = "(;%sPB[%s])";

    private static byte[] bytes(String text, Charset charset) {
        return text.getBytes(charset);
    }

    @Test
    void decode_neitherMarkNorCharset_isLatin1() throws SgfException {
        String text = NAME.formatted("", "G\u00f6del");

        assertThat(SgfText.decode(bytes(text, StandardCharsets.ISO_8859_1))).isEqualTo(text);
    }

    @Test
    void decode_utf8WithoutCharset_isStillLatin1() throws SgfException {
        byte[] bytes = bytes(NAME.formatted("", "\u00f6"), StandardCharsets.UTF_8);

        assertThat(SgfText.decode(bytes)).isEqualTo(NAME.formatted("", "\u00c3\u00b6"));
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, \u53e4\u529b",
        "utf8, \u53e4\u529b",
        "GB2312, \u53e4\u529b",
        "Big5, \u53e4\u529b",
        "Shift_JIS, \u4e95\u5c71",
        "EUC-KR, \uc774\uc138\ub3cc",
        "ISO-8859-3, \u011d",
        "ISO-8859-1, \u00f6"
    })
    void decode_charsetProperty_decides(String charset, String name) throws SgfException {
        String text = NAME.formatted("CA[" + charset + "]", name);

        assertThat(SgfText.decode(bytes(text, Charset.forName(charset)))).isEqualTo(text);
    }

    /** The second byte of the character is that of a backslash, which would eat the closing bracket. */
    @Test
    void decode_characterThatEndsLikeABackslash_staysWhole() throws SgfException {
        String text = NAME.formatted("CA[Shift_JIS]", "\u30bd");

        GameRecord record = GameRecord.parse(bytes(text, Charset.forName("Shift_JIS")));

        assertThat(record.blackPlayer()).contains("\u30bd");
    }

    @Test
    void decode_charsetInASecondGame_doesNotMatter() throws SgfException {
        String text = "(;CA[UTF-8]PB[\u00f6])(;CA[ISO-8859-1])";

        assertThat(SgfText.decode(bytes(text, StandardCharsets.UTF_8))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "UTF-16BE", "UTF-16LE"})
    void decode_byteOrderMark_decidesAgainstTheProperty(String charset) throws SgfException {
        String text = NAME.formatted("CA[ISO-8859-1]", "\u53e4\u529b");

        assertThat(SgfText.decode(bytes("\ufeff" + text, Charset.forName(charset))))
                .isEqualTo(text);
    }

    @Test
    void decode_blankCharset_isLatin1() throws SgfException {
        assertThat(SgfText.decode(bytes("(;CA[ ]PB[\u00f6])", StandardCharsets.ISO_8859_1)))
                .contains("\u00f6");
    }

    @Test
    void decode_brokenBytes_becomeReplacementCharacters() throws SgfException {
        byte[] bytes = bytes("(;CA[UTF-8]PB[\u00f6])", StandardCharsets.ISO_8859_1);

        assertThat(SgfText.decode(bytes)).isEqualTo("(;CA[UTF-8]PB[\ufffd])");
    }

    @ParameterizedTest
    @CsvSource({
        "foo, 'line 1, column 5: charset \"foo\" is unknown'",
        "'a b?', 'line 1, column 5: charset \"a b?\" is unknown'",
        "UTF-16, 'line 1, column 5: charset \"UTF-16\" cannot be that of this text'",
        "IBM037, 'line 1, column 5: charset \"IBM037\" cannot be that of this text'"
    })
    void decode_charsetThatCannotBe_isAnError(String charset, String message) {
        byte[] bytes = bytes("(;CA[" + charset + "])", StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> SgfText.decode(bytes))
                .isInstanceOf(SgfException.class)
                .hasMessage(message);
    }
}
