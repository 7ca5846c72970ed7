package dev.tengen.sgf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records mean the same on a runtime without the module {@code jdk.charsets}, as {@code jlink} makes it, and on every
 * version of Java.
 */
class SmallRuntimeTest {
    private static final Path SHARED = Path.of("../../../shared/cases/records");

    /** The charsets of names that only the module {@code jdk.charsets} has, with such names. */
    private static final Map<String, String> NAMES = Map.of(
            "GBK", "\u738b\u5c0f\u660e \u8bb8\u529f\u76d6",
            "Big5", "\u8a31\u529f\u84cb \u738b\u5c0f\u660e",
            "Shift_JIS", "\u8868\u4e09\u90ce \u30bd\u30e9",
            "EUC-KR", "\uae40\ucca0\uc218 \uc774\uc138\ub3cc",
            "EUC-JP", "\u5c71\u7530\u592a\u90ce");

    @TempDir
    private Path folder;

    /** Returns what {@link CharsetReadings} prints on this Java, with these options. */
    private List<String> readings(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CharsetReadings.class.getName(),
                folder.toString()));
        if (Files.isDirectory(SHARED)) {
            command.add(SHARED.toString());
        }
        Path output = Files.createTempFile("readings", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            int exitCode = process.waitFor();
            List<String> lines = Files.readAllLines(output, UTF_8);
            assertThat(exitCode).as(String.join("\n", lines)).isZero();
            return lines;
        } finally {
            Files.delete(output);
        }
    }

    private void writeRecords() throws IOException {
        for (Map.Entry<String, String> entry : NAMES.entrySet()) {
            for (String property : List.of("", "CA[" + entry.getKey() + "]")) {
                String text =
                        "(;GM[1]" + property + "SZ[9]PB[" + entry.getValue() + "]C[" + entry.getValue() + "];B[ee])";
                Files.write(
                        folder.resolve(entry.getKey() + (property.isEmpty() ? "" : "-named") + ".sgf"),
                        text.getBytes(Charset.forName(entry.getKey())));
            }
        }
    }

    @Test
    void records_withoutTheModuleOfCharsets_areReadTheSame() throws Exception {
        assumeTrue(Charset.isSupported("Big5"), "this Java has no module jdk.charsets");
        writeRecords();

        List<String> whole = readings();
        List<String> small = readings("--limit-modules", "java.base");

        assertThat(whole.get(0)).isEqualTo("jdk.charsets true");
        assertThat(small.get(0)).isEqualTo("jdk.charsets false");
        assertThat(small.subList(1, small.size())).isEqualTo(whole.subList(1, whole.size()));
        assertThat(whole).hasSizeGreaterThan(2 * NAMES.size() + 10);
    }

    /** The digests were computed on Java 17, and on Java 25. */
    @Test
    void charsets_onEveryJava_areTheSame() throws Exception {
        assertThat(readings("--limit-modules", "java.base"))
                .contains(
                        "GBK 984dea8128ab5d58",
                        "Big5 e3457d7a4ad26a4d",
                        "Shift_JIS 5f0e69abfa75830e",
                        "EUC-KR 55759438dbc7505a",
                        "EUC-JP c5a7f8cd4337bde2");
    }
}
