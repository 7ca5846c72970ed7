package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.env.Environment;
import dev.tengen.journal.RecordedServer.Care;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.StoredState;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts the power at random moments while clients play. A kill proves little, as the operating system still writes what
 * the process wrote; a power cut loses what was not synchronized. One run is recorded, and the files are rebuilt as
 * each cut could have left them.
 */
@Tag("full")
class PowerCutTest {
    private static final int CLIENT_COUNT = 8;

    @TempDir
    private Path folder;

    @Test
    void cut300Times_everyAcknowledgedChangeIsThere() throws Exception {
        Run run = play(Care.CAREFUL, 60);

        assertThat(run.lossesAfterCuts(300, 1)).isEmpty();
    }

    @Test
    @Tag("long")
    void cut10000Times_everyAcknowledgedChangeIsThere() throws Exception {
        Run run = play(Care.CAREFUL, 400);

        assertThat(run.lossesAfterCuts(10_000, 2)).isEmpty();
    }

    /** The test finds losses: without synchronization, there are many. */
    @Test
    void cut_withoutSynchronization_losesAcknowledgedChanges() throws Exception {
        Run run = play(Care.CARELESS, 30);

        assertThat(run.lossesAfterCuts(30, 3)).isNotEmpty();
    }

    /** Plays with {@code CLIENT_COUNT} clients on a recorded server. */
    private Run play(Care care, int stepCount) throws Exception {
        List<SteppingClient> clients = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENT_COUNT);
        try (RecordedServer server = new RecordedServer(folder, care)) {
            for (int seed = 0; seed < CLIENT_COUNT; seed++) {
                clients.add(new SteppingClient(server.port(), seed, server::position));
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
            return new Run(server, clients);
        } finally {
            threads.shutdownNow();
            clients.forEach(SteppingClient::close);
        }
    }

    /** A run that was recorded. */
    private record Run(RecordedServer server, List<SteppingClient> clients) {
        /** Returns what was lost, after each of {@code cutCount} power cuts at random moments. */
        List<String> lossesAfterCuts(int cutCount, long seed) throws Exception {
            List<String> losses = new ArrayList<>();
            server.cut(cutCount, seed, (cut, database) -> check(cut, database, losses));
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
