package dev.tengen.hostile;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A connection that sends HTTP/2 frames as it likes (RFC 9113), for attacks that no library makes. */
final class RawHttp2 implements AutoCloseable {
    /** Types of frames. */
    static final int DATA = 0;

    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    /** Flags of frames. */
    static final int END_STREAM = 1;

    static final int ACK = 1;
    static final int END_HEADERS = 4;

    /** Settings. */
    static final int INITIAL_WINDOW_SIZE = 4;

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int TIMEOUT_MS = 5_000;

    private final Socket socket;
    private final DataInputStream in;

    /** Connects without sending anything. */
    RawHttp2(int port) throws IOException {
        socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MS);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** A frame that arrived. */
    record Frame(int type, int flags, int stream, byte[] payload) {}

    /** Connects and begins the conversation with settings: pairs of a number and a value. */
    static RawHttp2 open(int port, int... settings) throws IOException {
        RawHttp2 connection = new RawHttp2(port);
        connection.send(PREFACE.getBytes(StandardCharsets.US_ASCII));
        ByteBuffer payload = ByteBuffer.allocate(settings.length * 3);
        for (int index = 0; index < settings.length; index += 2) {
            payload.putShort((short) settings[index]).putInt(settings[index + 1]);
        }
        connection.send(frame(SETTINGS, 0, 0, payload.array()));
        return connection;
    }

    /** Sends bytes. */
    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends as many copies of {@code bytes} as the server takes, at most {@code count}, and returns how many. */
    int flood(byte[] bytes, int count) {
        try {
            for (int sent = 0; sent < count; sent++) {
                send(bytes);
            }
            return count;
        } catch (IOException e) {
            return 0; // The server has closed the connection, which it may.
        }
    }

    /** Returns a frame. */
    static byte[] frame(int type, int flags, int stream, byte... payload) {
        ByteBuffer bytes = ByteBuffer.allocate(9 + payload.length);
        bytes.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        bytes.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        return bytes.array();
    }

    /** Returns four bytes, the highest first. */
    static byte[] word(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    /** Returns the block of headers of a gRPC call of {@code path}, with literal fields. */
    static byte[] callHeaders(String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", "POST");
        field(block, ":scheme", "http");
        field(block, ":path", path);
        field(block, ":authority", "localhost");
        field(block, "content-type", "application/grpc");
        field(block, "te", "trailers");
        return block.toByteArray();
    }

    /** Adds a literal field without indexing (RFC 7541, 6.2.2), with lengths below 127. */
    static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        block.write(name.length());
        block.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the next frame; empty if the server has closed the connection or sends nothing more. */
    Optional<Frame> read() {
        try {
            int head = in.readInt();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            return Optional.of(new Frame(head & 0xFF, flags, stream, in.readNBytes(head >>> 8)));
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads until the connection is closed or a frame has {@code type}, and returns whether one had. */
    boolean awaitFrame(int type) {
        while (true) {
            Optional<Frame> frame = read();
            if (frame.isEmpty()) {
                return false;
            }
            if (frame.get().type() == type) {
                return true;
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            socket.setSoLinger(true, 0); // Ends with a reset, as a killed client on some systems.
        } finally {
            socket.close();
        }
    }
}
