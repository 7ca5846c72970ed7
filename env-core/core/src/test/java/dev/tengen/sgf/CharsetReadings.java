package dev.tengen.sgf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prints what this Java reads from bytes in many charsets: a line for each charset, with the digest of what all of its
 * pairs of bytes mean, and a line for each file in the folders of the arguments, with its warnings and the digest of
 * its text. A program of its own, so that it can run on a Java without the module {@code jdk.charsets}.
 */
final class CharsetReadings {
    private static final List<String> LABELS = List.of(
            "UTF-8",
            "GBK",
            "gb2312",
            "gb18030",
            "Big5",
            "Shift_JIS",
            "EUC-JP",
            "iso-2022-jp",
            "EUC-KR",
            "ISO-8859-1",
            "ISO-8859-2",
            "windows-1251",
            "windows-874",
            "KOI8-R",
            "macintosh",
            "IBM866");

    private CharsetReadings() {}

    public static void main(String[] folders) throws IOException {
        System.out.println(
                "jdk.charsets " + ModuleLayer.boot().findModule("jdk.charsets").isPresent());
        LABELS.forEach(label -> System.out.println(label + " " + meaning(label)));
        for (String folder : folders) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                files.sorted().filter(Files::isRegularFile).forEach(file -> System.out.println(reading(file)));
            }
        }
    }

    /** Returns the digest of the texts of all pairs of bytes, each followed by the byte of the digit 1 twice. */
    private static String meaning(String label) {
        byte[] bytes = new byte[256 * 256 * 4];
        int length = 0;
        for (int pair = 0; pair < 256 * 256; pair++) {
            bytes[length++] = (byte) (pair >> 8);
            bytes[length++] = (byte) pair;
            bytes[length++] = '1';
            bytes[length++] = '1';
        }
        return digest(WebCharset.labeled(label).orElseThrow().decode(bytes, 0).text());
    }

    private static String reading(Path file) {
        SgfWarning.Collector warnings = new SgfWarning.Collector(SgfMode.TOLERANT);
        try {
            String text = SgfDecoder.decode(Files.readAllBytes(file), warnings);
            return file.getFileName() + " " + digest(text) + " " + warnings.toList();
        } catch (SgfException e) {
            return file.getFileName() + " " + e.getMessage();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
