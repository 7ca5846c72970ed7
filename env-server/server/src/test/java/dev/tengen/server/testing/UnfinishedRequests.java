package dev.tengen.server.testing;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A connection on which requests begin and do not end: each is announced with a length, and its last byte never comes.
 * gRPC's client cannot do that, so this class writes the frames of HTTP/2 itself. It respects flow control.
 */
public final class UnfinishedRequests implements AutoCloseable {
    private static final int FRAME_HEADER_BYTES = 9;
    private static final int FIRST_WINDOW = 65_535;
    private static final int MAX_FRAME_BYTES = 16_384;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int ACKNOWLEDGEMENT = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int INITIAL_WINDOW_SIZE = 4;

    private final Socket socket;
    private final DataOutputStream out;
    private final DataInputStream in;

    /** The window of each stream; stream 0 is the connection. */
    private final Map<Integer, Long> windows = new HashMap<>();

    private long firstWindow = FIRST_WINDOW;
    private int lastStream = -1;
    private int endedCount;

    /** Connects to a loopback port. */
    public UnfinishedRequests(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(2_000);
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
        in = new DataInputStream(socket.getInputStream());
        windows.put(0, (long) FIRST_WINDOW);
        out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(SETTINGS, 0, 0, new byte[0]);
        out.flush();
        readFrame();
    }

    /**
     * Starts a call of {@code path} with a request of {@code byteCount} bytes, and sends all but its last byte. Returns
     * whether the server took them: false if it ended the call or no longer reads.
     */
    public boolean start(String path, int byteCount) throws IOException {
        lastStream += 2;
        int stream = lastStream;
        windows.put(stream, firstWindow);
        frame(HEADERS, END_HEADERS, stream, headers(path));
        byte[] head = {0, (byte) (byteCount >> 24), (byte) (byteCount >> 16), (byte) (byteCount >> 8), (byte) byteCount
        };
        frame(DATA, 0, stream, head);
        spend(stream, head.length);
        int left = byteCount - 1;
        byte[] zeros = new byte[MAX_FRAME_BYTES];
        while (left > 0 && windows.containsKey(stream)) {
            long room = Math.min(windows.get(0), windows.get(stream));
            int length = (int) Math.min(Math.min(left, room), zeros.length);
            if (length <= 0) {
                out.flush();
                if (!readFrame()) {
                    return false;
                }
                continue;
            }
            frame(DATA, 0, stream, Arrays.copyOf(zeros, length));
            spend(stream, length);
            left -= length;
            while (in.available() > FRAME_HEADER_BYTES) {
                readFrame();
            }
        }
        out.flush();
        return windows.containsKey(stream);
    }

    /** Returns the count of calls that the server has ended. */
    public int endedCount() throws IOException {
        while (in.available() > 0) {
            readFrame();
        }
        return endedCount;
    }

    private void spend(int stream, int bytes) {
        windows.merge(0, (long) -bytes, Long::sum);
        windows.computeIfPresent(stream, (number, window) -> window - bytes);
    }

    private static byte[] headers(String path) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        header(block, ":method", "POST");
        header(block, ":scheme", "http");
        header(block, ":path", path);
        header(block, ":authority", "localhost");
        header(block, "content-type", "application/grpc");
        header(block, "te", "trailers");
        return block.toByteArray();
    }

    /** Writes a header as a literal that is not indexed. */
    private static void header(ByteArrayOutputStream block, String name, String value) throws IOException {
        block.write(0);
        for (String text : new String[] {name, value}) {
            block.write(text.length());
            block.write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        out.writeByte(payload.length >> 16);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
    }

    /** Reads a frame. Returns false if none came. */
    private boolean readFrame() throws IOException {
        byte[] payload;
        int type;
        int flags;
        int stream;
        try {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            type = in.readUnsignedByte();
            flags = in.readUnsignedByte();
            stream = in.readInt() & Integer.MAX_VALUE;
            payload = in.readNBytes(length);
        } catch (SocketTimeoutException | EOFException e) {
            return false;
        }
        switch (type) {
            case SETTINGS -> settings(flags, payload);
            case WINDOW_UPDATE -> windows.computeIfPresent(stream, (number, window) -> window + number(payload, 0));
            case PING -> {
                if ((flags & ACKNOWLEDGEMENT) == 0) {
                    frame(PING, ACKNOWLEDGEMENT, 0, payload);
                    out.flush();
                }
            }
            case RESET -> end(stream);
            case HEADERS -> {
                if ((flags & END_STREAM) != 0) {
                    end(stream);
                }
            }
            default -> {}
        }
        return true;
    }

    private void end(int stream) {
        if (windows.remove(stream) != null) {
            endedCount++;
        }
    }

    private void settings(int flags, byte[] payload) throws IOException {
        if ((flags & ACKNOWLEDGEMENT) != 0) {
            return;
        }
        for (int at = 0; at < payload.length; at += 6) {
            if ((payload[at] << 8 | payload[at + 1]) == INITIAL_WINDOW_SIZE) {
                firstWindow = number(payload, at + 2);
            }
        }
        frame(SETTINGS, ACKNOWLEDGEMENT, 0, new byte[0]);
        out.flush();
    }

    private static long number(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getInt(at) & 0xFFFF_FFFFL;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
