package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
    private static final String AUDIT = "12:00:00.000 INFO  audit - created rpc=\"a\"\n";

    @TempDir
    private Path folder;

    private LogLines read(String text, String format) throws IOException {
        return LogLines.read(Files.writeString(folder.resolve("log"), text), format);
    }

    @Test
    void read_linesOfTheServer_areCounted() throws IOException {
        LogLines lines = read(AUDIT + "12:00:00.001 ERROR TengenServer - Internal error\n", "text");

        assertThat(lines.count()).isEqualTo(2);
        assertThat(lines.auditBytes()).isEqualTo(AUDIT.length());
        assertThat(lines.errors()).containsExactly("12:00:00.001 ERROR TengenServer - Internal error");
        assertThat(lines.foreign()).isEmpty();
    }

    @Test
    void read_linesOfClients_areForeign() throws IOException {
        for (String forged : new String[] {
            HostileText.FORGED_LINE, "text", "12:00:00.000 INFO  A - \u001b[31m", "12:00:00.000 INFO  A - \u202Egnp.exe"
        }) {
            assertThat(read(AUDIT + forged + "\n" + AUDIT, "text").foreign()).containsExactly(forged);
        }
    }

    @Test
    void read_json_isOneObjectALine() throws IOException {
        String line = "{\"level\":\"INFO\",\"loggerName\":\"dev.tengen.A\",\"formattedMessage\":\"a\\nb\"}\n";
        String forged = "{\"loggerName\":\"" + HostileText.FORGED_LOGGER + "\"}";

        LogLines lines = read(line + forged + "\n" + line + "}\n", "json");

        assertThat(lines.count()).isEqualTo(4);
        assertThat(lines.foreign()).containsExactly(forged, "}");
    }
}
