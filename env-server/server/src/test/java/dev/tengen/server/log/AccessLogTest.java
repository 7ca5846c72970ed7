package dev.tengen.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
    private static final String ID = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path folder;

    private static AccessLog.Entry entry(String principal, String session, AccessLog.Stream stream) {
        return new AccessLog.Entry(
                1_700_000_000_123L, principal, "a.B/C", "NOT_FOUND", "GONE", 1_234_567, session, stream, "192.0.2.1");
    }

    private static AccessLog.Entry entry() {
        return entry("", "", AccessLog.Stream.NONE);
    }

    @Test
    void write_call_isALineOfJsonWithPartOfTheId() throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        AccessLog log = new AccessLog(target, 10);
        log.start();

        log.write(entry("tr\"ainer", ID, AccessLog.Stream.NONE));
        log.write(entry("", "a\nb", new AccessLog.Stream(3, 40, 41)));
        log.close();

        assertThat(target.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"time\":\"2023-11-14T22:13:20.123Z\",\"principal\":\"tr\\\"ainer\",\"method\":\"a.B/C\","
                        + "\"status\":\"NOT_FOUND\",\"reason\":\"GONE\",\"milliseconds\":1.235,\"session\":\"01234567\","
                        + "\"peer\":\"192.0.2.1\"}\n"
                        + "{\"time\":\"2023-11-14T22:13:20.123Z\",\"method\":\"a.B/C\",\"status\":\"NOT_FOUND\","
                        + "\"reason\":\"GONE\",\"milliseconds\":1.235,\"session\":\"(malformed)\",\"stream\":3,"
                        + "\"requests\":40,\"responses\":41,\"peer\":\"192.0.2.1\"}\n");
        assertThat(log.writtenCount()).isEqualTo(2);
        assertThat(log.droppedCount()).isZero();
    }

    @Test
    void write_invisibleCharacters_areEscaped() {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        AccessLog log = new AccessLog(target, 10);
        log.start();

        log.write(entry("a\n{}\u001b[2J\u009b\u007f\u202eb\u2028", "", AccessLog.Stream.NONE));
        log.close();

        assertThat(target.toString(StandardCharsets.UTF_8))
                .hasLineCount(1)
                .containsIgnoringCase("\"principal\":\"a\\n{}\\u001b[2J\\u009b\\u007f\\u202eb\\u2028\"");
    }

    @Test
    void write_targetThatBlocks_dropsAndCountsWithoutWaiting() {
        CountDownLatch isFree = new CountDownLatch(1);
        AccessLog log = new AccessLog(
                new OutputStream() {
                    @Override
                    public void write(int value) throws IOException {
                        try {
                            isFree.await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }
                },
                4);
        log.start();

        for (int i = 0; i < 100; i++) {
            log.write(entry());
        }

        // The thread of the log holds one more entry than the queue, or none yet.
        assertThat(log.droppedCount()).isBetween(95L, 96L);
        isFree.countDown();
        await().forever().until(() -> log.writtenCount() + log.droppedCount() == 100);
        log.close();
    }

    @Test
    void write_targetThatFails_countsAsDropped() {
        AccessLog log = new AccessLog(
                new OutputStream() {
                    @Override
                    public void write(int value) throws IOException {
                        throw new IOException("no space left");
                    }
                },
                10);
        log.start();

        log.write(entry());
        log.close();

        assertThat(log.droppedCount()).isEqualTo(1);
        assertThat(log.writtenCount()).isZero();
    }

    @Test
    void write_afterClose_isDropped() {
        AccessLog log = new AccessLog(OutputStream.nullOutputStream(), 10);
        log.start();
        log.close();

        log.write(entry());

        assertThat(log.droppedCount()).isEqualTo(1);
    }

    @Test
    void open_existingFile_isAppendedTo() throws IOException {
        Path file = Files.writeString(folder.resolve("calls"), "before\n");

        try (AccessLog log = AccessLog.open(new AccessLogTarget.File(file))) {
            log.write(entry());
        }

        assertThat(Files.readAllLines(file)).hasSize(2).startsWith("before");
    }
}
