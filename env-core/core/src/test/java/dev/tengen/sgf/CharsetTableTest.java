package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the tables of charsets with those of a Java that has the module {@code jdk.charsets}.
 *
 * <p>{@code -Dtengen.golden=write} rewrites the tables. Use Java 17: later versions follow GB 18030-2022.
 */
class CharsetTableTest {
    private static final Path FOLDER = Path.of("src/main/resources/dev/tengen/sgf/charset");
    private static final boolean IS_WRITING = "write".equals(System.getProperty("tengen.golden"));
    private static final String HOLE = "\ufffd";

    /** The charsets of one byte: the name on the web, and the name in Java. */
    private static final Map<String, String> SINGLE_BYTE = singleByte();

    private static Map<String, String> singleByte() {
        Map<String, String> names = new LinkedHashMap<>();
        for (int part : List.of(2, 3, 4, 5, 6, 7, 8, 13, 15, 16)) {
            names.put("ISO-8859-" + part, "ISO-8859-" + part);
        }
        names.put("KOI8-R", "KOI8-R");
        names.put("KOI8-U", "KOI8-U");
        names.put("macintosh", "x-MacRoman");
        names.put("x-mac-cyrillic", "x-MacUkraine");
        names.put("windows-874", "x-windows-874");
        for (int page = 1250; page <= 1258; page++) {
            names.put("windows-" + page, "windows-" + page);
        }
        for (int page : List.of(437, 850, 866)) {
            names.put("IBM" + page, "IBM" + page);
        }
        return names;
    }

    /** Returns the one character that Java reads from {@code bytes}, or U+FFFD. */
    private static String read(String charset, int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            all[i] = (byte) bytes[i];
        }
        String text = new String(all, Charset.forName(charset));
        boolean isOne = text.codePointCount(0, text.length()) == 1;
        return isOne || text.startsWith("\u00ca") || text.startsWith("\u00ea")
                ? text.substring(0, text.offsetByCodePoints(0, 1))
                : HOLE;
    }

    private static boolean isPrivate(String text) {
        return Character.getType(text.codePointAt(0)) == Character.PRIVATE_USE;
    }

    private interface Row {
        String at(int lead, int trail);
    }

    private static String table(int firstLead, int lastLead, int[] trails, Row row) {
        StringBuilder table = new StringBuilder();
        for (int lead = firstLead; lead <= lastLead; lead++) {
            for (int trail : trails) {
                table.append(row.at(lead, trail));
            }
            table.append('\n');
        }
        return table.toString();
    }

    private static int[] range(int... bounds) {
        return java.util.stream.IntStream.range(0, bounds.length / 2)
                .flatMap(i -> java.util.stream.IntStream.rangeClosed(bounds[2 * i], bounds[2 * i + 1]))
                .toArray();
    }

    private static String made(String name) {
        return switch (name) {
            case "gb18030" ->
                table(0x81, 0xfe, range(0x40, 0x7e, 0x80, 0xfe), (lead, trail) -> read("GB18030", lead, trail));
            case "euc-kr" ->
                table(0x81, 0xfe, range(0x41, 0xfe), (lead, trail) -> {
                    String text = read("x-windows-949", lead, trail);
                    return isPrivate(text) ? HOLE : text;
                });
            case "big5" ->
                table(0x81, 0xfe, range(0x40, 0x7e, 0xa1, 0xfe), (lead, trail) -> {
                    String text = read("x-windows-950", lead, trail);
                    return text.equals(HOLE) || isPrivate(text) ? read("Big5-HKSCS", lead, trail) : text;
                });
            case "jis0208" ->
                table(0x81, 0xbc, range(0x40, 0x7e, 0x80, 0xfc), (row, trail) -> {
                    int lead = row < 0xa0 ? row : row + 0x40;
                    return read("windows-31j", lead, trail);
                });
            case "jis0212" -> table(0xa1, 0xfe, range(0xa1, 0xfe), (lead, trail) -> read("EUC-JP", 0x8f, lead, trail));
            case "single-byte" -> {
                StringBuilder tables = new StringBuilder();
                SINGLE_BYTE.forEach((web, java) -> {
                    tables.append(web).append('\t');
                    for (int value = 0x80; value <= 0xff; value++) {
                        String text = read(java, value);
                        boolean isControl = text.equals(HOLE) && web.startsWith("windows-125") && value < 0xa0;
                        tables.append(isControl ? String.valueOf((char) value) : text);
                    }
                    tables.append('\n');
                });
                yield tables.toString();
            }
            default -> throw new IllegalArgumentException(name);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"gb18030", "euc-kr", "big5", "jis0208", "jis0212", "single-byte"})
    void tables_areThoseOfJava(String name) throws IOException {
        assumeTrue(Charset.isSupported("x-windows-949"), "this Java has no module jdk.charsets");
        String made = made(name);
        if (IS_WRITING) {
            Files.writeString(FOLDER.resolve(name + ".txt"), made, StandardCharsets.UTF_8);
        }

        int[] expected = made.codePoints().toArray();
        int[] present = CharsetTable.resource(name).codePoints().toArray();

        assertThat(present).hasSameSizeAs(expected);
        int differenceCount = 0;
        for (int i = 0; i < present.length; i++) {
            boolean isCharacterOf2022 =
                    name.equals("gb18030") && Character.getType(present[i]) == Character.PRIVATE_USE;
            differenceCount += present[i] == expected[i] || isCharacterOf2022 ? 0 : 1;
        }
        // Versions of Java differ in a few characters.
        assertThat(differenceCount).isLessThan(10);
    }

    @Test
    void gb18030_charactersOfFourBytes_areThoseOfJava() {
        WebCharset charset = WebCharset.named("GB18030");
        Charset java = Charset.forName("GB18030");
        for (String text : List.of("\u0080", "\u3402", "\u9fa6", "\ud83d\ude00", "\u00c0", "\ud7a3")) {
            byte[] bytes = text.getBytes(java);

            assertThat(bytes).hasSize(4);
            assertThat(charset.decode(bytes, 0)).isEqualTo(new WebCharset.Decoded(text, 0));
        }
    }
}
