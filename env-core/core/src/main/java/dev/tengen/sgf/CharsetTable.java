package dev.tengen.sgf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tables of {@link WebCharset}. Thread-safe.
 *
 * <p>Each is a resource in UTF-8 with one line per lead byte or row. U+FFFD stands for bytes without a character.
 */
final class CharsetTable {
    private static final Map<String, int[]> TABLES = new ConcurrentHashMap<>();
    private static final String SINGLE_BYTE = "single-byte";

    private CharsetTable() {}

    /** Returns the code points of a table of several bytes per character, row after row. */
    static int[] multiByte(String name) {
        return TABLES.computeIfAbsent(
                name, key -> resource(key).replace("\n", "").codePoints().toArray());
    }

    /** Returns the code points of the bytes 0x80 to 0xff. */
    static int[] singleByte(String name) {
        return TABLES.computeIfAbsent(name, key -> {
            String prefix = key + "\t";
            for (String line : resource(SINGLE_BYTE).lines().toList()) {
                if (line.startsWith(prefix)) {
                    return line.substring(prefix.length()).codePoints().toArray();
                }
            }
            throw new IllegalArgumentException("there is no table of " + key);
        });
    }

    /** Returns the text of the resource {@code name}. */
    static String resource(String name) {
        String path = "charset/" + name + ".txt";
        try (InputStream in = CharsetTable.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + path + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
