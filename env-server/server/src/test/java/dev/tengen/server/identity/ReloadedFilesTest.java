package dev.tengen.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.metrics.ServerMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadedFilesTest {
    @TempDir
    private Path folder;

    private static ReloadedFiles<Integer> open(Path file) throws IOException {
        return ReloadedFiles.open(
                "quotas",
                List.of(file),
                contents -> Integer.valueOf(new String(contents.get(0), StandardCharsets.UTF_8)),
                value -> {});
    }

    /** A file that could not be read was a line of the log and nothing else. */
    @Test
    void status_fileThatCannotBeUsed_countsFailuresUntilItCan() throws IOException {
        Path file = Files.writeString(folder.resolve("number"), "1");
        try (ReloadedFiles<Integer> files = open(file);
                ServerMetrics metrics = new ServerMetrics()) {
            metrics.bindReloads(List.of(files.status(), new ReloadStatus("quotas"), new ReloadStatus("tokens")));
            assertThat(metrics.text()).contains("tengen_reload_failures_total{setting=\"quotas\"} 0.0");

            Files.delete(file);
            await().forever().until(() -> files.status().failureCount() > 1);
            double ageBefore = files.status().ageSeconds();
            Files.writeString(file, "2");
            await().forever().until(() -> files.value() == 2 && files.status().ageSeconds() < ageBefore);

            long count = files.status().failureCount();
            assertThat(metrics.text())
                    .contains("tengen_reload_failures_total{setting=\"quotas\"} " + (double) count)
                    .contains("tengen_reload_failures_total{setting=\"tokens\"} 0.0")
                    .contains("tengen_reload_age_seconds{setting=\"quotas\"}");
        }
    }

    @Test
    void value_listenerThatFails_isTriedAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("number"), "1");
        int[] calls = {0};
        try (ReloadedFiles<String> files = ReloadedFiles.open(
                "tls_client_ca",
                List.of(file),
                contents -> new String(contents.get(0), StandardCharsets.UTF_8),
                value -> {
                    calls[0]++;
                    if (calls[0] == 2) {
                        throw new IllegalArgumentException("not now");
                    }
                })) {
            Files.writeString(file, "2");

            await().forever().until(() -> files.value().equals("2"));

            assertThat(files.status().failureCount()).isOne();
        }
    }
}
