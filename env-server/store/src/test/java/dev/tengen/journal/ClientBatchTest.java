package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.client.TengenClient;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The batches of the Java client, with a journal. */
class ClientBatchTest {
    private static final BatchSpec SPEC =
            BatchSpec.builder(2, SessionSpec.of(5, 5)).seeds(1).journal("run").build();

    private static final int STEPS = 300;
    private static final int IN_FLIGHT = 4;

    /** The machine may be busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private TengenServer server;
    private TengenClient client;

    @BeforeEach
    void start() throws IOException {
        server = server();
        client = TengenClient.connect("127.0.0.1:" + server.port(), PATIENCE);
    }

    private TengenServer server() throws IOException {
        String url = folder.resolve("store.db").toString();
        return TengenServer.start(ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withBatchJournals(DatabaseBatchJournals.factory(url, Duration.ofHours(1))));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void resumeBatch_continuesAfterTheLastResult() {
        LaneRows last;
        try (TengenBatch batch = client.openBatch(SPEC)) {
            assertThat(batch.journal()).isEqualTo("run");
            assertThat(batch.sequence()).isZero();
            batch.step(1, 2);
            last = batch.step(3, 4);
            batch.step(5, 6);
            assertThat(batch.sequence()).isEqualTo(3);
            await().forever().until(() -> {
                batch.step(TengenBatch.NO_ACTION, TengenBatch.NO_ACTION);
                return batch.durableSequence() >= 3;
            });
        }

        try (TengenBatch batch = client.resumeBatch(SPEC, "run", OptionalLong.of(2))) {
            assertThat(batch.sequence()).isEqualTo(2);
            assertThat(batch.start().stateHash(0)).isEqualTo(last.stateHash(0));
            assertThat(batch.start().stateHash(1)).isEqualTo(last.stateHash(1));
            assertThat(batch.step(5, 6).moveNumber(1)).isEqualTo(3);
            assertThat(batch.sequence()).isEqualTo(3);
        }
    }

    /** A server drains while requests are in flight, and another one continues the batch. */
    @Test
    void receive_serverDrains_continuesElsewhereWithEqualResults() throws IOException {
        List<Long> expected = hashesOfLanes(client, List.of());
        try (TengenServer other = server()) {
            String addresses = "127.0.0.1:" + server.port() + ",127.0.0.1:" + other.port();
            try (TengenClient both = TengenClient.connect(addresses, PATIENCE)) {
                assertThat(hashesOfLanes(both, List.of(server, other))).isEqualTo(expected);
            }
        }
    }

    /**
     * Plays a batch with several requests in flight, and returns the hashes after each. Half-way, that of
     * {@code drained} which has the lanes is closed.
     */
    private static List<Long> hashesOfLanes(TengenClient player, List<TengenServer> drained) {
        List<Long> hashes = new ArrayList<>();
        try (TengenBatch batch = player.openBatch(SPEC)) {
            int sent = 0;
            for (int received = 0; received < STEPS; received++) {
                while (sent < Math.min(STEPS, received + IN_FLIGHT)) {
                    batch.send(TengenBatch.DRAWN_ACTION, TengenBatch.DRAWN_ACTION);
                    sent++;
                }
                LaneRows rows = batch.receive();
                hashes.add(rows.stateHash(0));
                hashes.add(rows.stateHash(1));
                if (received == STEPS / 2) {
                    drained.stream()
                            .filter(each -> each.openLaneCount() > 0)
                            .toList()
                            .forEach(TengenServer::close);
                }
            }
            batch.finish();
        }
        return hashes;
    }

    @Test
    void finish_removesTheJournal() {
        client.openBatch(SPEC).finish();

        assertThatThrownBy(() -> client.resumeBatch(SPEC, "run", OptionalLong.empty()))
                .isInstanceOfSatisfying(
                        TengenException.class,
                        error -> assertThat(error.reason()).isEqualTo("JOURNAL_NOT_FOUND"));
    }
}
