package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Abuse of HTTP/2 below gRPC: the server lives, its log stays short, and other clients are served. */
@Tag("full")
class RawHttp2IT {
    private static final Path JAR = Path.of("target/tengen.jar");
    private static final int HALF_OPEN_COUNT = 200;
    private static final int MAX_LOG_BYTES = 100_000;

    @TempDir
    private static Path folder;

    private static JarServer server;

    @BeforeAll
    static void start() throws IOException {
        server = JarServer.start(JAR, "128m", folder.resolve("server.log"), List.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void abuse_anyKind_isBounded(Http2Abuse abuse) throws Exception {
        long logBefore = server.logBytes();
        for (int time = 0; time < 3; time++) {
            try (RawHttp2 connection = abuse.open(server.port())) {
                abuse.commit(connection);
            } catch (IOException e) {
                // The server has closed the connection, which it may.
            }
        }

        requireUsable(logBefore);
    }

    @Test
    void connections_halfOpen_doNotKeepOthersOut() throws Exception {
        long logBefore = server.logBytes();
        List<RawHttp2> silent = new ArrayList<>();
        try {
            for (int count = 0; count < HALF_OPEN_COUNT; count++) {
                silent.add(new RawHttp2(server.port()));
            }

            requireUsable(logBefore);
        } finally {
            for (RawHttp2 connection : silent) {
                connection.close();
            }
        }
    }

    /** The abuse of pings that are read is answered: so the frames of this class reach the server. */
    @Test
    void ping_single_isAcknowledged() throws Exception {
        try (RawHttp2 connection = RawHttp2.open(server.port())) {
            connection.send(RawHttp2.frame(RawHttp2.PING, 0, 0, new byte[8]));

            assertThat(connection.awaitFrame(RawHttp2.PING)).isTrue();
        }
    }

    /** The headers of this class are those of a call, as its answer shows. */
    @Test
    void call_rawFrames_isAnswered() throws Exception {
        try (RawHttp2 connection = RawHttp2.open(server.port())) {
            connection.send(
                    RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, 1, RawHttp2.callHeaders(Http2Abuse.CHECK)));
            connection.send(RawHttp2.frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1, new byte[5]));

            assertThat(connection.awaitFrame(RawHttp2.DATA)).isTrue();
        }
    }

    @Test
    void rapidReset_manyStreams_endsTheConnection() throws Exception {
        try (RawHttp2 connection = RawHttp2.open(server.port())) {
            try {
                Http2Abuse.RAPID_RESET.commit(connection);
            } catch (IOException e) {
                return; // The server has closed the connection.
            }

            assertThat(connection.awaitFrame(RawHttp2.GOAWAY)).isTrue();
        }
    }

    private static void requireUsable(long logBefore) throws Exception {
        assertThat(server.isAlive()).isTrue();
        assertThat(server.logBytes() - logBefore).as("growth of the log").isLessThan(MAX_LOG_BYTES);
        assertThat(server.logLines(" ERROR ", "OutOfMemoryError", "\tat ")).isEmpty();
        try (Neighbor neighbor = new Neighbor(server, false)) {
            Neighbor.Experience experience = neighbor.play(Duration.ofMillis(300), 1);
            assertThat(experience.latencies()).isNotEmpty();
            assertThat(experience.wrongCount() + experience.failedCount()).isZero();
        }
    }
}
