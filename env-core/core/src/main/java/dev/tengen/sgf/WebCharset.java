package dev.tengen.sgf;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A charset by the definitions of the WHATWG Encoding Standard, which are those of web browsers. Thread-safe.
 *
 * <p>A label means what it means on the web: {@code gb2312} is GB18030, {@code Shift_JIS} is Windows-31J,
 * {@code ISO-8859-1} is windows-1252. The tables are resources of this package, so that a text is the same on every
 * Java, also without the module {@code jdk.charsets}.
 */
abstract class WebCharset {
    /** Number of bits of the length in a step. */
    static final int LENGTH_BITS = 3;

    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    private static final char REPLACEMENT = '\ufffd';

    /** For each charset its name and its labels in lowercase, without hyphens, underscores, dots, colons and spaces. */
    private static final String LABELS = """
            UTF-8 unicode11utf8 unicode20utf8 utf8 xunicode20utf8 cp65001 65001
            IBM866 866 cp866 csibm866 ibm866
            ISO-8859-2 csisolatin2 iso88592 isoir101 iso885921987 l2 latin2
            ISO-8859-3 csisolatin3 iso88593 isoir109 iso885931988 l3 latin3
            ISO-8859-4 csisolatin4 iso88594 isoir110 iso885941988 l4 latin4
            ISO-8859-5 csisolatincyrillic cyrillic iso88595 isoir144 iso885951988
            ISO-8859-6 arabic asmo708 csisolatinarabic ecma114 iso88596 isoir127 iso885961987 csiso88596e csiso88596i iso88596e iso88596i
            ISO-8859-7 csisolatingreek ecma118 elot928 greek greek8 iso88597 isoir126 iso885971987 suneugreek
            ISO-8859-8 csisolatinhebrew hebrew iso88598 isoir138 iso885981988 visual csiso88598e iso88598e csiso88598i iso88598i logical
            ISO-8859-13 iso885913
            ISO-8859-15 csisolatin9 iso885915 l9 latin9
            ISO-8859-16 iso885916
            KOI8-R cskoi8r koi koi8 koi8r
            KOI8-U koi8ru koi8u
            macintosh csmacintosh mac macintosh xmacroman
            windows-874 874 cp874 dos874 iso885911 tis620 windows874
            windows-1250 1250 cp1250 windows1250 xcp1250
            windows-1251 1251 cp1251 windows1251 xcp1251
            windows-1252 ansix341968 ascii cp1252 cp819 csisolatin1 ibm819 iso88591 isoir100 iso885911987 l1 latin1 usascii windows1252 xcp1252 1252
            windows-1253 1253 cp1253 windows1253 xcp1253
            windows-1254 1254 cp1254 csisolatin5 iso88599 isoir148 iso885991989 l5 latin5 windows1254 xcp1254
            windows-1255 1255 cp1255 windows1255 xcp1255
            windows-1256 1256 cp1256 windows1256 xcp1256
            windows-1257 1257 cp1257 windows1257 xcp1257
            windows-1258 1258 cp1258 windows1258 xcp1258
            x-mac-cyrillic xmaccyrillic xmacukrainian
            IBM437 437 cp437 ibm437
            IBM850 850 cp850 ibm850
            GB18030 gb18030 chinese csgb2312 csiso58gb231280 gb2312 gb231280 gbk isoir58 xgbk 936 cp936 ms936 windows936 euccn xeuccn
            Big5 big5 big5hkscs cnbig5 csbig5 xxbig5 950 cp950 ms950 windows950
            EUC-JP cseucpkdfmtjapanese eucjp xeucjp ujis
            ISO-2022-JP csiso2022jp iso2022jp
            Shift_JIS csshiftjis ms932 mskanji shiftjis sjis windows31j xsjis cswindows31j 932 cp932 windows932
            EUC-KR cseuckr csksc56011987 euckr isoir149 korean ksc56011987 ksc56011989 ksc5601 windows949 949 cp949 ms949 uhc
            """;

    /** The name of the charset of each label. */
    private static final Map<String, String> NAMES = names();

    private final String name;

    WebCharset(String name) {
        this.name = name;
    }

    private static Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        LABELS.lines().forEach(line -> {
            String[] words = line.split(" ", -1);
            for (int i = 1; i < words.length; i++) {
                names.put(words[i], words[0]);
            }
        });
        return Map.copyOf(names);
    }

    /** Returns the charset that {@code label} means on the web. Case and separators do not matter. */
    static Optional<WebCharset> labeled(String label) {
        String plain = label.strip().toLowerCase(Locale.ROOT).replaceAll("[-_.: ]", "");
        return Optional.ofNullable(NAMES.get(plain)).map(WebCharset::named);
    }

    /** Returns the charset {@code name}, which is one of this class. */
    static WebCharset named(String name) {
        return switch (name) {
            case "UTF-8" -> Utf8.INSTANCE;
            case "GB18030" -> MultiByteCharsets.gb18030();
            case "Big5" -> MultiByteCharsets.big5();
            case "Shift_JIS" -> MultiByteCharsets.shiftJis();
            case "EUC-JP" -> MultiByteCharsets.eucJp();
            case "ISO-2022-JP" -> MultiByteCharsets.iso2022Jp();
            case "EUC-KR" -> MultiByteCharsets.eucKr();
            default -> new SingleByte(name, CharsetTable.singleByte(name));
        };
    }

    /** Returns the name, in the spelling of the Encoding Standard. */
    String name() {
        return name;
    }

    /**
     * Returns the character at {@code index} as its code point, shifted left by {@link #LENGTH_BITS}, plus its length
     * in bytes. For malformed input it returns the negative number of bytes to skip. A byte of ASCII is never part of
     * malformed input.
     *
     * @param end the end of the input, after {@code index}
     */
    abstract int step(byte[] bytes, int index, int end);

    static int step(int codePoint, int length) {
        return codePoint << LENGTH_BITS | length;
    }

    static int codePoint(int step) {
        return step >> LENGTH_BITS;
    }

    static int length(int step) {
        return step < 0 ? -step : step & LENGTH_MASK;
    }

    /** Returns the text of the bytes from {@code start} on. Malformed input becomes U+FFFD. */
    Decoded decode(byte[] bytes, int start) {
        StringBuilder text = new StringBuilder(bytes.length - start);
        int malformedCount = 0;
        for (int index = start; index < bytes.length; ) {
            if (bytes[index] >= 0) {
                text.append((char) bytes[index++]);
                continue;
            }
            int step = step(bytes, index, bytes.length);
            index += length(step);
            if (step < 0) {
                text.append(REPLACEMENT);
                malformedCount++;
            } else {
                text.appendCodePoint(codePoint(step));
            }
        }
        return new Decoded(text.toString(), malformedCount);
    }

    /**
     * A decoded text.
     *
     * @param text the text
     * @param malformedCount how often the bytes were not those of a character
     */
    record Decoded(String text, int malformedCount) {}

    /** UTF-8. */
    private static final class Utf8 extends WebCharset {
        static final Utf8 INSTANCE = new Utf8();

        private Utf8() {
            super("UTF-8");
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            int lead = bytes[index] & 0xff;
            if (lead < 0x80) {
                return step(lead, 1);
            }
            int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
            if (lead < 0xc2 || lead > 0xf4) {
                return -1;
            }
            int codePoint = lead & (0xff >> (length + 1));
            for (int i = 1; i < length; i++) {
                if (index + i >= end || (bytes[index + i] & 0xc0) != 0x80) {
                    return -i;
                }
                codePoint = codePoint << 6 | (bytes[index + i] & 0x3f);
            }
            boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            boolean isOverlong = (length == 3 && codePoint < 0x800) || (length == 4 && codePoint < 0x10000);
            return isSurrogate || isOverlong || codePoint > Character.MAX_CODE_POINT ? -1 : step(codePoint, length);
        }

        @Override
        Decoded decode(byte[] bytes, int start) {
            String text = new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
            // A text may have U+FFFD itself.
            return text.indexOf(REPLACEMENT) < 0 ? new Decoded(text, 0) : super.decode(bytes, start);
        }
    }

    /** A charset of one byte per character. */
    private static final class SingleByte extends WebCharset {
        private final int[] table;

        SingleByte(String name, int[] table) {
            super(name);
            this.table = table;
        }

        @Override
        int step(byte[] bytes, int index, int end) {
            int value = bytes[index] & 0xff;
            int codePoint = value < 0x80 ? value : table[value - 0x80];
            return codePoint == REPLACEMENT ? -1 : step(codePoint, 1);
        }
    }
}
