package dev.tengen.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.server.ConnectionLimits;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransportLogFilterTest {
    private static final int STREAM_LIMIT = ConnectionLimits.DEFAULT.maxCallsPerConnection();
    private static final int EXCESS = 2000;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;
    private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty.NettyServerHandler");

    private final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        TRANSPORT.setLevel(Level.WARNING);
        TRANSPORT.setUseParentHandlers(false);
        TRANSPORT.addHandler(handler);
    }

    @AfterEach
    void stop() {
        TRANSPORT.removeHandler(handler);
        TRANSPORT.setUseParentHandlers(true);
        TRANSPORT.setLevel(null);
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
            throws IOException {
        out.writeByte(payload.length >> 16);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
    }

    /** Returns the headers of a call, in HPACK without compression. */
    private static byte[] call(String path) throws IOException {
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        headers.write(new byte[] {(byte) 0x83, (byte) 0x86}); // Method POST and scheme http, from the static table.
        for (String[] pair : new String[][] {
            {":path", path}, {":authority", "localhost"}, {"content-type", "application/grpc"}, {"te", "trailers"}
        }) {
            headers.write(0);
            for (String text : pair) {
                headers.write(text.length());
                headers.write(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return headers.toByteArray();
    }

    /** Streams above the limit of a connection once left 53.7 MB of stack traces in the log within six seconds. */
    @Test
    void streams_aboveTheLimit_leaveFewLinesWithoutStackTraces() throws IOException {
        try (TengenServer server = TengenServer.start(
                        ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withDrainLimit(Duration.ZERO));
                Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(30_000);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            frame(out, SETTINGS, 0, 0, new byte[0]);
            frame(out, SETTINGS, ACK, 0, new byte[0]);
            byte[] headers = call("/tengen.v1.EnvironmentService/Step");
            for (int i = 0; i < STREAM_LIMIT + EXCESS; i++) {
                frame(out, HEADERS, END_HEADERS, 2 * i + 1, headers);
            }
            socket.getOutputStream().write(bytes.toByteArray());

            awaitResets(new DataInputStream(socket.getInputStream()));
        }

        assertThat(records).hasSizeBetween(1, TransportLogFilter.MAX_LINE_COUNT);
        assertThat(records).allSatisfy(record -> {
            assertThat(record.getThrown()).isNull();
            assertThat(record.getMessage()).contains("Maximum active streams violated");
        });
        assertThat(records.get(records.size() - 1).getMessage()).contains("suppressed for up to 10 s");
    }

    /** Reads until the server has reset all streams above the limit. */
    private static void awaitResets(DataInputStream in) throws IOException {
        int resetCount = 0;
        while (resetCount < EXCESS) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            in.skipNBytes(1 + 4 + length);
            resetCount += type == RESET ? 1 : 0;
        }
    }

    private static LogRecord record(Throwable thrown) {
        LogRecord record = new LogRecord(Level.WARNING, "Stream Error");
        record.setLoggerName("transport");
        record.setThrown(thrown);
        return record;
    }

    @Test
    void isLoggable_bug_keepsItsStackTrace() {
        TransportLogFilter filter = new TransportLogFilter(new LogRateLimiter(), null);
        LogRecord bug = record(new IllegalStateException("a bug"));
        LogRecord ofClient = record(new IOException("first\nsecond\u202e" + "x".repeat(1000)) {});

        assertThat(filter.isLoggable(bug)).isTrue();
        assertThat(filter.isLoggable(ofClient)).isTrue();

        assertThat(bug.getThrown()).hasMessage("a bug");
        assertThat(ofClient.getThrown()).isNull();
        assertThat(ofClient.getMessage())
                .startsWith("Stream Error: IOException: first\\nsecond\\u202exx")
                .hasSizeLessThan(400);
    }

    @Test
    void isLoggable_afterAPeriod_countsWhatWasSuppressed() {
        long[] now = {0};
        LogRateLimiter limiter = new LogRateLimiter(1, Duration.ofSeconds(10), () -> now[0]);
        TransportLogFilter filter = new TransportLogFilter(limiter, record -> !"other".equals(record.getMessage()));
        LogRecord other = new LogRecord(Level.WARNING, "other");
        assertThat(filter.isLoggable(other)).isFalse();
        assertThat(filter.isLoggable(record(new IOException("a")))).isTrue();
        assertThat(filter.isLoggable(record(new IOException("b")))).isFalse();
        now[0] = Duration.ofSeconds(10).toNanos();
        LogRecord later = record(new IOException("c"));

        assertThat(filter.isLoggable(later)).isTrue();
        assertThat(later.getMessage()).contains("IOException: c (1 lines of this kind were suppressed)");
    }
}
