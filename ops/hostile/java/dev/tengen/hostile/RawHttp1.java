package dev.tengen.hostile;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends HTTP/1.1 requests and WebSocket frames as it likes, for attacks that no library makes. */
final class RawHttp1 implements AutoCloseable {
    private static final int CONNECT_MS = 10_000;
    private static final int ANSWER_MS = 120_000;
    private static final int MAX_ANSWER_BYTES = 64 << 20;
    private static final int HEX = 16;
    private static final int DEFAULT_BUFFER = 0;

    private final int port;
    private final Socket socket;
    private final DataInputStream in;

    /** Connects to a port of the loopback address. */
    RawHttp1(int port) throws IOException {
        this(port, DEFAULT_BUFFER);
    }

    /** Connects with a buffer of {@code receiveBytes} for what the server sends. */
    RawHttp1(int port, int receiveBytes) throws IOException {
        this.port = port;
        socket = new Socket();
        try {
            if (receiveBytes != DEFAULT_BUFFER) {
                socket.setReceiveBufferSize(receiveBytes);
            }
            socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MS);
            socket.setSoTimeout(ANSWER_MS);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * An answer.
     *
     * @param status its status
     * @param headers its headers, with names in lower case
     * @param body its body as text
     */
    record Answer(int status, Map<String, String> headers, String body) {}

    /** Sends text as it is. */
    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends a request and returns its answer.
     *
     * @param headers more headers, as in "Origin: http://example.org"; one for "Host" replaces that of the server
     * @param body a JSON text; none is sent if it is empty
     */
    Answer request(String method, String path, List<String> headers, String body) throws IOException {
        send(head(method, path, headers, body.isEmpty() ? -1 : body.getBytes(StandardCharsets.UTF_8).length) + body);
        return answer();
    }

    /** Returns the head of a request with a body of so many bytes; without a body if {@code bodyBytes} is negative. */
    String head(String method, String path, List<String> headers, int bodyBytes) {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        if (headers.stream().noneMatch(header -> header.startsWith("Host:"))) {
            head.append("Host: 127.0.0.1:").append(port).append("\r\n");
        }
        headers.forEach(header -> head.append(header).append("\r\n"));
        if (bodyBytes >= 0) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(bodyBytes)
                    .append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    /** Reads an answer. */
    Answer answer() throws IOException {
        String[] status = line().split(" ", 3);
        if (status.length < 2) {
            throw new EOFException("no status line");
        }
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(status[1]);
        return new Answer(
                code,
                headers,
                code == 101
                                || headers.containsKey("content-type")
                                        && headers.get("content-type").startsWith("text/event-stream")
                        ? ""
                        : body(headers));
    }

    private String body(Map<String, String> headers) throws IOException {
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            StringBuilder text = new StringBuilder();
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                text.append(text(size));
                line();
            }
            line();
            return text.toString();
        }
        return text(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().strip(), HEX);
    }

    private String text(int length) throws IOException {
        if (length > MAX_ANSWER_BYTES) {
            throw new IOException("an answer of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server has closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** Asks for a WebSocket, and returns whether the server has opened one. */
    boolean upgrade(String path, List<String> headers) throws IOException {
        send(head(
                "GET",
                path,
                concat(
                        headers,
                        List.of(
                                "Upgrade: websocket",
                                "Connection: Upgrade",
                                "Sec-WebSocket-Version: 13",
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")),
                -1));
        return answer().status() == 101;
    }

    private static List<String> concat(List<String> some, List<String> more) {
        return java.util.stream.Stream.of(some, more).flatMap(List::stream).toList();
    }

    /** Sends a frame of a WebSocket (RFC 6455, 5.2), as clients mask it: with the mask 0. */
    void sendFrame(int opcode, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
        frame.put((byte) (0x80 | opcode));
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length < 1 << 16) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        frame.putInt(0).put(payload);
        socket.getOutputStream().write(frame.array(), 0, frame.position());
    }

    /** Returns the text of the next frame of a WebSocket. */
    String readFrame() throws IOException {
        in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) Math.min(Integer.MAX_VALUE, in.readLong());
        }
        return text(length);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
