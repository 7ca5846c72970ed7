package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SgfDecoderTest {
    private static final String NAME = "(;%sPB[%s])";

    private static String decode(byte[] bytes) throws SgfException {
        return SgfDecoder.decode(bytes, new SgfWarning.Collector());
    }

    private static List<String> warnings(byte[] bytes) throws SgfException {
        SgfWarning.Collector warnings = new SgfWarning.Collector();
        SgfDecoder.decode(bytes, warnings);
        return warnings.toList().stream().map(SgfWarning::toString).toList();
    }

    private static byte[] bytes(String text, Charset charset) {
        return text.getBytes(charset);
    }

    @Test
    void decode_neitherMarkNorCharset_isDetectedWithAWarning() throws SgfException {
        byte[] latin = bytes(NAME.formatted("", "G\u00f6del"), StandardCharsets.ISO_8859_1);
        byte[] utf8 = bytes(NAME.formatted("", "G\u00f6del"), StandardCharsets.UTF_8);

        assertThat(decode(latin)).isEqualTo(decode(utf8)).isEqualTo(NAME.formatted("", "G\u00f6del"));
        assertThat(warnings(latin))
                .containsExactly("line 1, column 7: CA: missing; the text is read as windows-1252, which was detected");
        assertThat(warnings(utf8))
                .containsExactly("line 1, column 7: CA: missing; the text is read as UTF-8, which was detected");
    }

    @Test
    void decode_strictWithoutCharset_isTheDefaultOfTheFormat() throws SgfException {
        byte[] bytes = bytes(NAME.formatted("", "\u00f6"), StandardCharsets.UTF_8);

        assertThat(SgfDecoder.decode(bytes, new SgfWarning.Collector(SgfMode.STRICT)))
                .isEqualTo(NAME.formatted("", "\u00c3\u00b6"));
    }

    @Test
    void decode_asciiWithoutCharset_hasNoWarning() throws SgfException {
        assertThat(warnings(bytes(NAME.formatted("", "ann"), StandardCharsets.US_ASCII)))
                .isEmpty();
    }

    /** The first bytes are Shift_JIS, and the second one closes the value in any other charset. */
    @ParameterizedTest
    @CsvSource({"EV, CA", "EV, ChArset"})
    void decode_charsetAfterTheTextThatNeedsIt_isFound(String before, String identifier) throws SgfException {
        String text = "(;" + before + "[\u30be]SZ[9]" + identifier + "[Shift_JIS];B[ee])";

        assertThat(decode(bytes(text, Charset.forName("Shift_JIS")))).isEqualTo(text);
    }

    @Test
    void decode_charsetInALaterNode_isFound() throws SgfException {
        String text = "(;PB[\u53e4\u529b];B[aa]CA[UTF-8])";

        assertThat(decode(bytes(text, StandardCharsets.UTF_8))).isEqualTo(text);
        assertThat(warnings(bytes(text, StandardCharsets.UTF_8))).isEmpty();
    }

    /** Labels mean what browsers mean: each charset contains the one that it is named after. */
    @ParameterizedTest
    @CsvSource({
        "gb2312, GB18030, \u73c5\u4d13",
        "GBK, GB18030, \u73c5\u4d13",
        "Shift_JIS, windows-31j, \u2460\u9ad9",
        "x-sjis, windows-31j, \u2460\u9ad9",
        "latin1, windows-1252, \u017dizka",
        "ISO-8859-1, windows-1252, \u20ac",
        "us-ascii, windows-1252, \u20ac",
        "ks_c_5601-1987, x-windows-949, \ubddd",
        "euc-kr, x-windows-949, \ubddd",
        "big5, x-windows-950, \u8a31\u529f\u84cb",
        "cp1251, windows-1251, \u0419",
        "koi8-r, KOI8-R, \u0419",
        "iso-2022-jp, ISO-2022-JP, \u5c71"
    })
    void decode_label_isThatOfTheWeb(String label, String charset, String name) throws SgfException {
        String text = NAME.formatted("CA[" + label + "]", name);

        assertThat(decode(bytes(text, Charset.forName(charset)))).isEqualTo(text);
        assertThat(warnings(bytes(text, Charset.forName(charset)))).isEmpty();
    }

    @Test
    void decode_bytesOfAnotherCharsetThanNamed_areDetectedWithAWarning() throws SgfException {
        byte[] bytes = bytes(NAME.formatted("CA[UTF-8]", "\u738b\u5c0f\u660e"), Charset.forName("GBK"));

        assertThat(decode(bytes)).contains("\u738b\u5c0f\u660e");
        assertThat(warnings(bytes))
                .containsExactly("line 1, column 5: CA: the text is not UTF-8, which is what \"UTF-8\" means; read as"
                        + " GB18030, which was detected");
        assertThatThrownBy(() -> SgfDecoder.decode(bytes, new SgfWarning.Collector(SgfMode.STRICT)))
                .isInstanceOf(SgfException.class);
    }

    @ParameterizedTest
    @CsvSource({"UTF-16BE", "UTF-16LE"})
    void decode_utf16WithoutAMark_isReadWithAWarning(String charset) throws SgfException {
        String text = NAME.formatted("", "\u53e4\u529b");

        assertThat(decode(bytes(text, Charset.forName(charset)))).isEqualTo(text);
        assertThat(warnings(bytes(text, Charset.forName(charset)))).hasSize(1);
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
    void decode_charsetInASecondGame_doesNotMatter() throws SgfException {
        String text = "(;CA[UTF-8]PB[\u00f6])(;CA[ISO-8859-1])";

        assertThat(decode(bytes(text, StandardCharsets.UTF_8))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "UTF-16BE", "UTF-16LE"})
    void decode_byteOrderMark_decidesAgainstTheProperty(String charset) throws SgfException {
        String text = NAME.formatted("CA[ISO-8859-1]", "\u53e4\u529b");

        assertThat(decode(bytes("\ufeff" + text, Charset.forName(charset)))).isEqualTo(text);
    }

    @Test
    void decode_blankCharset_isLatin1() throws SgfException {
        assertThat(decode(bytes("(;CA[ ]PB[\u00f6])", StandardCharsets.ISO_8859_1)))
                .contains("\u00f6");
    }

    @Test
    void decode_fewBrokenBytes_becomeReplacementCharactersWithAWarning() throws SgfException {
        String many = "\u00f6".repeat(100);
        byte[] bytes = bytes("(;CA[UTF-8]PB[" + many + "?])", StandardCharsets.UTF_8);
        bytes[bytes.length - 3] = (byte) 0xff;

        assertThat(decode(bytes)).isEqualTo("(;CA[UTF-8]PB[" + many + "\ufffd])");
        assertThat(warnings(bytes)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "a b?", "UTF-16", "IBM037"})
    void decode_charsetThatCannotBe_isDetectedWithAWarning(String charset) throws SgfException {
        String text = NAME.formatted("CA[" + charset + "]", "G\u00f6del");
        byte[] bytes = bytes(text, StandardCharsets.ISO_8859_1);

        assertThat(decode(bytes)).isEqualTo(text);
        assertThat(warnings(bytes))
                .containsExactly("line 1, column 5: CA: charset \"" + charset
                        + "\" is unknown, or cannot be that of this text; read as windows-1252, which was detected");
    }
}
