package dev.tengen.cli.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.journal.DatabaseSessionStore;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreCommandTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("sessions.db");
    }

    private TengenServer start() throws IOException {
        return TengenServer.start(ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withSessionStore(DatabaseSessionStore.factory(file().toString())));
    }

    /** Plays two moves each in two sessions, and returns the id of the first. */
    private String play() throws IOException {
        try (TengenServer server = start();
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port())) {
            TengenSession first = client.createSession(SessionSpec.of(5, 5));
            first.step(12);
            first.step(7);
            TengenSession second = client.createSession(SessionSpec.of(3, 3));
            second.step(4);
            return first.sessionId();
        }
    }

    @Test
    void check_soundStore_hasNoProblem() throws IOException {
        play();

        CommandRun text = CommandRun.of("store", "check", file().toString());
        CommandRun json = CommandRun.of("store", "check", "--json", file().toString());

        assertThat(text.out()).isEqualTo("2 sessions, 5 states replayed; no problem\n");
        assertThat(text.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(json.out())
                .isEqualTo(
                        "{\"sessions\":2,\"states\":5,\"bad_sessions\":0,\"journals\":0,\"requests\":0,\"bad_journals\":0}\n");
    }

    @Test
    void check_damagedState_isReported() throws IOException {
        play();
        try (RandomAccessFile bytes = new RandomAccessFile(file().toFile(), "rw")) {
            byte[] all = new byte[(int) bytes.length()];
            bytes.readFully(all);
            bytes.seek(new String(all, StandardCharsets.ISO_8859_1).indexOf("TENGEN") + 15);
            bytes.write(0x55);
        }

        CommandRun run = CommandRun.of("store", "check", file().toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("snapshot is damaged", "1 sessions with problems");
    }

    @Test
    void export_writesRecordsAndSnapshots() throws IOException {
        String id = play();

        CommandRun run = CommandRun.of(
                "store",
                "export",
                file().toString(),
                "--out",
                folder.resolve("out").toString());

        assertThat(run.out()).endsWith("out: 2 sessions written\n");
        assertThat(Files.readString(folder.resolve("out").resolve(id + ".sgf"))).contains(";B[cc];W[cb]");
        assertThat(Files.readAllBytes(folder.resolve("out").resolve(id + ".snapshot")))
                .startsWith("TENGEN".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void compact_keepsTheSessions() throws IOException {
        play();

        assertThat(CommandRun.of("store", "compact", file().toString()).out()).isEqualTo("2 sessions; compacted\n");
        assertThat(CommandRun.of("store", "check", file().toString()).exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void check_storeInUse_isRefused() throws IOException {
        try (TengenServer server = start()) {
            CommandRun run = CommandRun.of("store", "check", file().toString());

            assertThat(server.openSessionCount()).isZero();
            assertThat(run.exitCode()).isNotEqualTo(ExitCode.OK);
            assertThat(run.err()).contains("is in use by another server");
        }
    }

    @Test
    void check_noFile_isRefusedAndCreatesNone() {
        CommandRun run = CommandRun.of("store", "check", file().toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("there is no store at");
        assertThat(file()).doesNotExist();
    }
}
