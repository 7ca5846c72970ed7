package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SgfDecoderTest {
    private static final String NAME = "(;%sPB[%s])";

    private static String decode(byte[] bytes) {
        return SgfDecoder.decode(bytes, new SgfWarning.Collector());
    }

    private static byte[] bytes(String text, Charset charset) {
        return text.getBytes(charset);
    }

    @Test
    void decode_neitherMarkNorCharset_isLatin1() {
        String text = NAME.formatted("", "G\u00f6del");

        assertThat(decode(bytes(text, StandardCharsets.ISO_8859_1))).isEqualTo(text);
    }

    @Test
    void decode_utf8WithoutCharset_isStillLatin1() {
        byte[] bytes = bytes(NAME.formatted("", "\u00f6"), StandardCharsets.UTF_8);

        assertThat(decode(bytes)).isEqualTo(NAME.formatted("", "\u00c3\u00b6"));
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
    void decode_charsetProperty_decides(String charset, String name) {
        String text = NAME.formatted("CA[" + charset + "]", name);

        assertThat(decode(bytes(text, Charset.forName(charset)))).isEqualTo(text);
    }

    /** The second byte of the character is that of a backslash, which would escape the closing bracket. */
    @Test
    void decode_characterThatEndsLikeABackslash_staysWhole() throws SgfException {
        String text = NAME.formatted("CA[Shift_JIS]", "\u30bd");

        GameRecord record = GameRecord.parse(bytes(text, Charset.forName("Shift_JIS")));

        assertThat(record.blackPlayer()).contains("\u30bd");
    }

    @Test
    void decode_charsetInASecondGame_doesNotMatter() {
        String text = "(;CA[UTF-8]PB[\u00f6])(;CA[ISO-8859-1])";

        assertThat(decode(bytes(text, StandardCharsets.UTF_8))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "UTF-16BE", "UTF-16LE"})
    void decode_byteOrderMark_decidesAgainstTheProperty(String charset) {
        String text = NAME.formatted("CA[ISO-8859-1]", "\u53e4\u529b");

        assertThat(decode(bytes("\ufeff" + text, Charset.forName(charset)))).isEqualTo(text);
    }

    @Test
    void decode_blankCharset_isLatin1() {
        assertThat(decode(bytes("(;CA[ ]PB[\u00f6])", StandardCharsets.ISO_8859_1)))
                .contains("\u00f6");
    }

    @Test
    void decode_brokenBytes_becomeReplacementCharacters() {
        byte[] bytes = bytes("(;CA[UTF-8]PB[\u00f6])", StandardCharsets.ISO_8859_1);

        assertThat(decode(bytes)).isEqualTo("(;CA[UTF-8]PB[\ufffd])");
    }

    @ParameterizedTest
    @CsvSource({
        "foo, 'charset \"foo\" is unknown; read as ISO-8859-1'",
        "'a b?', 'charset \"a b?\" is unknown; read as ISO-8859-1'",
        "UTF-16, 'charset \"UTF-16\" cannot be the charset of this text; read as ISO-8859-1'",
        "IBM037, 'charset \"IBM037\" cannot be the charset of this text; read as ISO-8859-1'"
    })
    void decode_charsetThatCannotBe_isLatin1WithAWarning(String charset, String problem) {
        String text = NAME.formatted("CA[" + charset + "]", "G\u00f6del");
        SgfWarning.Collector warnings = new SgfWarning.Collector();

        assertThat(SgfDecoder.decode(bytes(text, StandardCharsets.ISO_8859_1), warnings))
                .isEqualTo(text);
        assertThat(warnings.toList()).containsExactly(new SgfWarning(1, 5, Optional.of("CA"), problem));
    }
}
