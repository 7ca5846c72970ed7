package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** New sessions and batches go to the emptier of two servers. */
class PlacementTest {
    private static final int FILLING_LANES = 3000;

    @RegisterExtension
    static final RunningServer FULL = new RunningServer();

    @RegisterExtension
    static final RunningServer EMPTY = new RunningServer();

    private static TengenBatch filler;

    @BeforeAll
    static void fill() {
        filler = FULL.client().openBatch(BatchSpec.of(FILLING_LANES, SessionSpec.of(9, 9)));
    }

    @AfterAll
    static void release() {
        filler.close();
    }

    private static TengenClient ofBoth() {
        return TengenClient.connect(FULL.address() + "," + EMPTY.address(), Duration.ofMinutes(4));
    }

    private static long laneBytes(RunningServer server) {
        return server.client().serverInfo().memory().orElseThrow().uses().stream()
                .filter(use -> use.kind().equals("lane"))
                .mapToLong(ServerInfo.MemoryUse::reservedBytes)
                .sum();
    }

    @Test
    void createSession_twoServers_isAtTheEmptier() {
        List<String> sessions = new ArrayList<>();
        IntStream.range(0, 5).forEach(index -> {
            try (TengenClient client = ofBoth()) {
                sessions.add(client.createSession(SessionSpec.of(9, 9)).sessionId());
                sessions.add(client.async()
                        .createSession(SessionSpec.of(9, 9))
                        .join()
                        .sessionId());
            }
        });

        assertThat(FULL.client().listSessions()).isEmpty();
        assertThat(EMPTY.client().listSessions()).hasSize(10);
        sessions.forEach(id -> EMPTY.client().attachSession(id).close());
    }

    @Test
    void openBatch_twoServers_isAtTheEmptier() {
        long before = laneBytes(FULL);
        try (TengenClient client = ofBoth();
                TengenBatch batch = client.openBatch(BatchSpec.of(10, SessionSpec.of(9, 9)))) {
            assertThat(batch.layout().laneCount()).isEqualTo(10);
            assertThat(laneBytes(FULL)).isEqualTo(before);
            assertThat(laneBytes(EMPTY)).isPositive();
        }
    }

    @Test
    void connect_nameOfServers_plays() {
        try (TengenClient client = TengenClient.connect("dns:///" + EMPTY.address())) {
            client.awaitReady(Duration.ofMinutes(2));
            try (TengenSession session = client.createSession(SessionSpec.of(5, 5));
                    TengenBatch batch = client.openBatch(BatchSpec.of(2, SessionSpec.of(5, 5)))) {
                assertThat(session.step(12).moveNumber()).isEqualTo(1);
                assertThat(batch.layout().laneCount()).isEqualTo(2);
            }
            assertThatThrownBy(client::arena)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("an arena belongs to one server");
        }
    }
}
