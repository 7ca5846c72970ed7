package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import dev.tengen.env.Environment;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.StoredState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts the power at random moments while clients play. A kill proves little, as the operating system still writes what the process wrote;
 * a power cut loses what was not synchronized. One run is recorded, and the files are rebuilt as each cut could have left them.
 */
class PowerCutTest {
    private static final int CLIENT_COUNT = 8;
    private static final Path SOURCE = Path.of("src/test/c/record_writes.c");

    @TempDir
    private Path folder;

    @Test
    void cut300Times_everyAcknowledgedChangeIsThere() throws Exception {
        Run run = play("careful", 60);

        assertThat(run.lossesAfterCuts(300, 1)).isEmpty();
    }

    @Test
    @Tag("long")
    void cut10000Times_everyAcknowledgedChangeIsThere() throws Exception {
        Run run = play("careful", 400);

        assertThat(run.lossesAfterCuts(10_000, 2)).isEmpty();
    }

    /** The test finds losses: without synchronization, there are many. */
    @Test
    void cut_withoutSynchronization_losesAcknowledgedChanges() throws Exception {
        Run run = play("careless", 30);

        assertThat(run.lossesAfterCuts(30, 3)).isNotEmpty();
    }

    /** Plays with {@code CLIENT_COUNT} clients on a recorded server; {@code care} says whether it synchronizes. */
    private Run play(String care, int stepCount) throws Exception {
        Path log = folder.resolve("writes");
        Path file = folder.resolve("sessions.db");
        Map<String, String> environment = Map.of(
                "LD_PRELOAD",
                recorder().toString(),
                "TENGEN_RECORD_PREFIX",
                file.toString(),
                "TENGEN_RECORD_LOG",
                log.toString(),
                StoredServerMain.CARE,
                care);
        List<SteppingClient> clients = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENT_COUNT);
        long readyAt;
        try (StoredServerProcess server = new StoredServerProcess(file.toString(), environment)) {
            server.start();
            readyAt = Files.size(log);
            for (int seed = 0; seed < CLIENT_COUNT; seed++) {
                clients.add(new SteppingClient(server.port(), seed, () -> sizeOf(log)));
            }
            List<Future<?>> playing = new ArrayList<>();
            for (SteppingClient client : clients) {
                playing.add(threads.submit(() -> {
                    for (int step = 0; step < stepCount; step++) {
                        client.step();
                    }
                }));
            }
            for (Future<?> player : playing) {
                player.get();
            }
        } finally {
            threads.shutdownNow();
            clients.forEach(SteppingClient::close);
        }
        return new Run(folder, log, readyAt, clients);
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles the recorder. Skips the test where there is no C compiler, or no way to preload a library. */
    private Path recorder() throws IOException, InterruptedException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "only Linux is supported");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")), "gcc is not installed");
        Path library = folder.resolve("record_writes.so");
        Process compiler = new ProcessBuilder(
                        "/usr/bin/gcc",
                        "-O1",
                        "-shared",
                        "-fPIC",
                        "-o",
                        library.toString(),
                        SOURCE.toAbsolutePath().toString(),
                        "-ldl",
                        "-lpthread")
                .inheritIO()
                .start();
        assertThat(compiler.waitFor()).isZero();
        return library;
    }

    /** A run that was recorded. */
    private record Run(Path folder, Path log, long readyAt, List<SteppingClient> clients) {
        /** Returns what was lost, after each of {@code cutCount} power cuts at random moments. */
        List<String> lossesAfterCuts(int cutCount, long seed) throws Exception {
            Random random = new Random(seed);
            RecordedWrites writes = new RecordedWrites(log);
            long[] cuts =
                    random.longs(cutCount, readyAt, writes.length()).sorted().toArray();
            Path copy = Files.createDirectory(folder.resolve("copy"));
            List<String> losses = new ArrayList<>();
            for (long cut : cuts) {
                writes.advanceTo(cut);
                writes.writeTo(copy, random);
                Files.deleteIfExists(copy.resolve("sessions.db-shm"));
                check(cut, copy.resolve("sessions.db"), losses);
            }
            return losses;
        }

        private void check(long cut, Path database, List<String> losses) {
            Map<String, StoredState> stored;
            try {
                stored = states(database);
            } catch (SQLException e) {
                losses.add("at " + cut + " the database is damaged: " + e.getMessage());
                return;
            }
            for (SteppingClient client : clients) {
                List<SteppingClient.Ack> acks = client.acks();
                // An acknowledgment that came while the next record was being written may be later than the cut.
                int acknowledged =
                        (int) acks.stream().filter(ack -> ack.at() <= cut).count();
                StoredState state = stored.get(client.id());
                if (state == null) {
                    if (acknowledged > 0) {
                        losses.add("at " + cut + " a session is missing");
                    }
                    continue;
                }
                int sequence = (int) state.sequence();
                if (sequence < acknowledged - 1) {
                    losses.add("at " + cut + " only " + sequence + " of " + (acknowledged - 1) + " changes are there");
                } else if (sequence < acks.size()
                        && new Environment(state.spec(), state.snapshot()).stateHash()
                                != acks.get(sequence).stateHash()) {
                    losses.add("at " + cut + " state " + sequence + " is another one");
                }
            }
        }

        private static Map<String, StoredState> states(Path database) throws SQLException {
            Map<String, StoredState> states = new HashMap<>();
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT sessions.id, sessions.sequence, snapshot FROM sessions"
                                    + " JOIN states ON states.session = sessions.id AND states.sequence = sessions.sequence")) {
                while (row.next()) {
                    states.put(
                            row.getString(1),
                            StateConverter.toState(
                                    row.getLong(2), RequestKey.NONE, ByteString.copyFrom(row.getBytes(3)), List.of()));
                }
            }
            return states;
        }
    }
}
