package dev.tengen.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.journal.DatabaseBatchJournals;
import dev.tengen.journal.DatabaseSessionStore;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.store.PostgresCluster;
import dev.tengen.store.StoreUrl;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
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
                .withSessionStore(DatabaseSessionStore.factory(file().toString()))
                .withBatchJournals(DatabaseBatchJournals.factory(file().toString(), Duration.ofHours(1))));
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

    private static BatchSpec batch(String journal) {
        return BatchSpec.builder(2, SessionSpec.of(5, 5))
                .seeds(1)
                .journal(journal)
                .build();
    }

    /**
     * Plays in a session, and three requests each in two batches, whose journals are called "left" and "right". The
     * client vanishes, so the journals have the requests and no later state. The server that stops has written all of
     * it.
     */
    private void playBatches() throws IOException {
        try (TengenServer server = start()) {
            try (TengenClient client = TengenClient.connect("127.0.0.1:" + server.port())) {
                client.createSession(SessionSpec.of(3, 3)).step(4);
                for (String journal : List.of("left", "right")) {
                    TengenBatch open = client.openBatch(batch(journal));
                    open.step(12, 6);
                    open.step(7, 8);
                    open.step(18, 24);
                }
            }
            // A batch that is open when the server stops would leave its state.
            await().forever().until(() -> server.openLaneCount() == 0);
        }
    }

    /** Changes the byte that is {@code offset} after the first occurrence of {@code mark} in the file. */
    private void damage(String mark, int offset) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file().toFile(), "rw")) {
            byte[] all = new byte[(int) bytes.length()];
            bytes.readFully(all);
            int place = new String(all, StandardCharsets.ISO_8859_1).indexOf(mark);
            assertThat(place).isNotNegative();
            bytes.seek(place + offset);
            bytes.write(all[place + offset] ^ 0x55);
        }
    }

    /** Damages all that one of the two journals has written after its opening. */
    private void damageJournal() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            String one = " WHERE journal = (SELECT min(id) FROM batch_journals)";
            statement.executeUpdate("UPDATE batch_segments SET requests = zeroblob(length(requests))" + one);
            statement.executeUpdate("UPDATE batch_checkpoints SET state = zeroblob(length(state))" + one);
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
        damage("TENGEN", 15);

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

    /** While moves are played, a session was read in one moment and its states in another. */
    @Test
    @Tag("full")
    void commands_postgresInUse_areSafe() throws IOException {
        String url = PostgresCluster.get().newDatabase();
        ServerConfig config = ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withSessionStore(DatabaseSessionStore.factory(url, "server-0:9019"))
                .withBatchJournals(DatabaseBatchJournals.factory(url, Duration.ofHours(1)));
        AtomicBoolean isOver = new AtomicBoolean();
        try (TengenServer server = TengenServer.start(config);
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port())) {
            TengenSession session = client.createSession(SessionSpec.of(5, 5));
            CompletableFuture<Integer> playing = CompletableFuture.supplyAsync(() -> {
                int count = 0;
                while (!isOver.get()) {
                    session.reset();
                    session.step(count % 25);
                    count++;
                }
                return count;
            });

            CommandRun check = CommandRun.of("store", "check", url);
            CommandRun export = CommandRun.of(
                    "store", "export", url, "--out", folder.resolve("out").toString());
            CommandRun compact = CommandRun.of("store", "compact", url);
            int connectionCount = connectionCount(url);
            isOver.set(true);

            assertThat(check.out()).startsWith("1 sessions, ").contains(" states replayed; no problem");
            assertThat(export.out()).contains("1 sessions written");
            assertThat(compact.out()).isEqualTo("1 sessions; compacted\n");
            assertThat(List.of(check, export, compact)).allMatch(run -> run.exitCode() == ExitCode.OK);
            assertThat(playing.join()).isPositive();
            assertThat(connectionCount).as("as the page says").isBetween(4, 10 + 8);
        }
    }

    /** Returns how many connections of Tengen the database at {@code url} has. */
    private static int connectionCount(String url) {
        try (Connection connection =
                        StoreUrl.parse(url + "?ApplicationName=test").source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND application_name = 'tengen'")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void commands_fileInUse_areRefused() throws IOException {
        try (TengenServer server = start()) {
            assertThat(server.port()).isPositive();

            for (String command : List.of("check", "compact")) {
                CommandRun run = CommandRun.of("store", command, file().toString());

                assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
                assertThat(run.err())
                        .contains("is in use by another server; stop that server")
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void check_fileThatIsNoDatabase_saysSoInOneLine() throws IOException {
        Files.writeString(file(), "no database".repeat(1000));

        CommandRun run = CommandRun.of("store", "check", file().toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(run.err())
                .startsWith("tengen: " + file() + " is corrupt or not a database: ")
                .endsWith("keep this one for a repair\n")
                .hasLineCount(1);
    }

    @Test
    void check_journals_areReplayed() throws IOException {
        playBatches();

        CommandRun text = CommandRun.of("store", "check", file().toString());
        CommandRun json = CommandRun.of("store", "check", "--json", file().toString());

        assertThat(text.out())
                .isEqualTo("1 sessions, 2 states replayed; no problem\n"
                        + "2 journals, 6 requests replayed; no problem\n");
        assertThat(text.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(json.out())
                .isEqualTo(
                        "{\"sessions\":1,\"states\":2,\"bad_sessions\":0,\"journals\":2,\"requests\":6,\"bad_journals\":0}\n");
    }

    @Test
    void check_damagedJournal_isReportedAndTheOtherReplayed() throws IOException, SQLException {
        playBatches();
        damageJournal();

        CommandRun text = CommandRun.of("store", "check", file().toString());
        CommandRun json = CommandRun.of("store", "check", "--json", file().toString());

        assertThat(text.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(text.out())
                .containsPattern("journal \"(left|right)\" of local: the journal is damaged: a checksum is wrong\n")
                .contains("1 sessions, 2 states replayed; no problem\n", "; 1 journals with problems\n");
        assertThat(json.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(json.out())
                .containsPattern("\\{\"journal\":\"[-0-9a-f]{36}\",\"owner\":\"local\",\"name\":\"(left|right)\","
                        + "\"error\":\"the journal is damaged: a checksum is wrong\"}\n")
                .contains("\"bad_sessions\":0,\"journals\":2,")
                .endsWith("\"bad_journals\":1}\n");
    }

    @Test
    void export_journals_writesTheLanesOfEach() throws IOException {
        playBatches();
        Path out = folder.resolve("out");

        CommandRun run = CommandRun.of("store", "export", file().toString(), "--out", out.toString());

        assertThat(run.out()).endsWith("out: 1 sessions written, 2 batches written\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        List<Path> batches = batchFolders(out);
        assertThat(batches).hasSize(2);
        for (Path batch : batches) {
            assertThat(batch).isDirectoryContaining("glob:**/0.snapshot").isDirectoryContaining("glob:**/1.snapshot");
            assertThat(Files.readString(batch.resolve("0.sgf"))).contains(";B[cc];W[cb];B[dd]");
            assertThat(Files.readString(batch.resolve("1.sgf"))).contains(";B[bb];W[db];B[ee]");
        }
    }

    /** The state of a lane can be played on as a session of any server. */
    @Test
    void export_snapshotOfALane_canBeRestored() throws IOException {
        playBatches();
        Path out = folder.resolve("out");
        CommandRun.of("store", "export", file().toString(), "--out", out.toString());
        byte[] snapshot = Files.readAllBytes(batchFolders(out).get(0).resolve("0.snapshot"));

        try (TengenServer server = start();
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port())) {
            TengenSession restored = client.restore(snapshot);

            assertThat(restored.state().actions()).containsExactly(12, 7, 18);
        }
    }

    private static List<Path> batchFolders(Path out) throws IOException {
        try (Stream<Path> files = Files.list(out)) {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }

    @Test
    void export_damagedJournal_isReportedAndTheOthersAreWritten() throws IOException, SQLException {
        playBatches();
        damageJournal();
        Path out = folder.resolve("out");

        CommandRun run = CommandRun.of("store", "export", file().toString(), "--out", out.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).containsPattern("journal \"(left|right)\" of local: the journal is damaged");
        assertThat(run.out()).endsWith("out: 1 sessions written, 1 batches written, 1 damaged ones left out\n");
        assertThat(batchFolders(out)).hasSize(1);
    }

    @Test
    void compact_keepsTheJournals() throws IOException {
        playBatches();

        assertThat(CommandRun.of("store", "compact", file().toString()).out())
                .isEqualTo("1 sessions, 2 journals; compacted\n");

        try (TengenServer server = start();
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port());
                TengenBatch resumed = client.resumeBatch(batch("left"), "left", OptionalLong.empty())) {
            assertThat(resumed.sequence()).isEqualTo(3);
            assertThat(resumed.start().moveNumber(0)).isEqualTo(3);
        }
    }

    @Test
    @Tag("full")
    void compact_finishedBatches_givesTheirSpaceBack() throws IOException {
        try (TengenServer server = start();
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port());
                TengenBatch open = client.openBatch(batch("run"))) {
            for (int step = 0; step < 2000; step++) {
                open.step(TengenBatch.DRAWN_ACTION, TengenBatch.DRAWN_ACTION);
            }
        }
        CommandRun.of("store", "compact", file().toString());
        long before = Files.size(file());
        try (TengenServer server = start();
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port())) {
            client.resumeBatch(batch("run"), "run", OptionalLong.empty()).finish();
        }

        CommandRun run = CommandRun.of("store", "compact", file().toString());

        assertThat(run.out()).isEqualTo("0 sessions; compacted\n");
        assertThat(Files.size(file())).isLessThan(before);
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
