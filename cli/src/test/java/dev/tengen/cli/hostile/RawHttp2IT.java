package dev.tengen.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Abuse of HTTP/2 below gRPC: the server lives, its log stays short, and other clients are served. */
class RawHttp2IT {
    private static final Path JAR = Path.of("target/tengen.jar");
    private static final String CHECK = "/grpc.health.v1.Health/Watch";
    private static final int MANY = 20_000;
    private static final int STREAM_COUNT = 3_000;
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

    /** Ways to abuse a connection. */
    enum Abuse {
        /** Streams that are reset as soon as they are opened (CVE-2023-44487). */
        RAPID_RESET {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                byte[] headers = RawHttp2.callHeaders(CHECK);
                for (int stream = 1; stream < 2 * MANY; stream += 2) {
                    connection.send(RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, stream, headers));
                    connection.send(RawHttp2.frame(RawHttp2.RST_STREAM, 0, stream, RawHttp2.word(8)));
                }
            }
        },
        /** A block of headers that never ends (CVE-2024-27316). */
        CONTINUATION_FLOOD {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                connection.send(RawHttp2.frame(RawHttp2.HEADERS, 0, 1, RawHttp2.callHeaders(CHECK)));
                ByteArrayOutputStream block = new ByteArrayOutputStream();
                RawHttp2.field(block, "x-long", "y".repeat(100));
                connection.flood(RawHttp2.frame(RawHttp2.CONTINUATION, 0, 1, block.toByteArray()), MANY);
            }
        },
        /** Continuations without content, which no limit of bytes stops. */
        EMPTY_CONTINUATIONS {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                connection.send(RawHttp2.frame(RawHttp2.HEADERS, 0, 1, RawHttp2.callHeaders(CHECK)));
                connection.flood(RawHttp2.frame(RawHttp2.CONTINUATION, 0, 1), MANY);
            }
        },
        /** Settings, of which each asks for an acknowledgment. */
        SETTINGS_FLOOD {
            @Override
            void commit(RawHttp2 connection) {
                connection.flood(RawHttp2.frame(RawHttp2.SETTINGS, 0, 0), MANY);
            }
        },
        /** Pings, of which each asks for an acknowledgment that nobody reads. */
        PING_FLOOD {
            @Override
            void commit(RawHttp2 connection) {
                connection.flood(RawHttp2.frame(RawHttp2.PING, 0, 0, new byte[8]), MANY);
            }
        },
        /** Frames of data without content, on a stream that stays open. */
        EMPTY_DATA {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                connection.send(RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, 1, RawHttp2.callHeaders(CHECK)));
                connection.flood(RawHttp2.frame(RawHttp2.DATA, 0, 1), MANY);
            }
        },
        /** A window of nothing, so that no answer can be sent, and increments beyond the maximum. */
        WINDOW_GAMES {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                byte[] headers = RawHttp2.callHeaders(CHECK);
                for (int stream = 1; stream < 200; stream += 2) {
                    connection.send(RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, stream, headers));
                    connection.send(RawHttp2.frame(RawHttp2.DATA, RawHttp2.END_STREAM, stream, new byte[5]));
                    connection.send(RawHttp2.frame(RawHttp2.WINDOW_UPDATE, 0, stream, RawHttp2.word(1)));
                }
                connection.send(RawHttp2.frame(RawHttp2.WINDOW_UPDATE, 0, 1, RawHttp2.word(0)));
                connection.send(RawHttp2.frame(RawHttp2.WINDOW_UPDATE, 0, 0, RawHttp2.word(Integer.MAX_VALUE)));
            }
        },
        /** Headers of 2 MB. */
        HUGE_HEADERS {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                ByteArrayOutputStream block = new ByteArrayOutputStream();
                block.writeBytes(RawHttp2.callHeaders(CHECK));
                for (int count = 0; count < 100; count++) {
                    RawHttp2.field(block, "x-long-" + count, "y".repeat(100));
                }
                connection.send(RawHttp2.frame(RawHttp2.HEADERS, 0, 1, block.toByteArray()));
                for (int count = 0; count < 200; count++) {
                    connection.send(RawHttp2.frame(RawHttp2.CONTINUATION, 0, 1, block.toByteArray()));
                }
            }
        },
        /** Streams far beyond the limit of a connection, which once wrote a stack trace for each to the log. */
        STREAMS_BEYOND_THE_LIMIT {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                byte[] headers = RawHttp2.callHeaders(CHECK);
                for (int stream = 1; stream < 2 * STREAM_COUNT; stream += 2) {
                    connection.send(RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, stream, headers));
                }
            }
        },
        /** Frames of types, flags and streams that do not exist. */
        NONSENSE {
            @Override
            void commit(RawHttp2 connection) throws IOException {
                for (int type = 0; type < 256; type++) {
                    connection.send(RawHttp2.frame(type, type, 2 * type, new byte[type]));
                }
            }
        };

        abstract void commit(RawHttp2 connection) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void abuse_anyKind_isBounded(Abuse abuse) throws Exception {
        long logBefore = server.logBytes();
        for (int time = 0; time < 3; time++) {
            try (RawHttp2 connection = RawHttp2.open(
                    server.port(), RawHttp2.INITIAL_WINDOW_SIZE, abuse == Abuse.WINDOW_GAMES ? 0 : 65_535)) {
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
            connection.send(RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, 1, RawHttp2.callHeaders(CHECK)));
            connection.send(RawHttp2.frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1, new byte[5]));

            assertThat(connection.awaitFrame(RawHttp2.DATA)).isTrue();
        }
    }

    @Test
    void rapidReset_manyStreams_endsTheConnection() throws Exception {
        try (RawHttp2 connection = RawHttp2.open(server.port())) {
            try {
                Abuse.RAPID_RESET.commit(connection);
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
