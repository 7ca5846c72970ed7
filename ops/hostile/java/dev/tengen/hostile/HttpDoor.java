package dev.tengen.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A way to make the HTTP port keep something for a client, by legal requests alone. The client opens as much as it can, and reads
 * nothing that it need not.
 */
enum HttpDoor {
    /** Sessions of the Model Context Protocol of clients that can do very much. */
    MCP {
        @Override
        Answer open(int port, List<Socket> held) throws IOException {
            StringBuilder maps = new StringBuilder();
            for (int count = 0; count < 400; count++) {
                maps.append(count == 0 ? "" : ",").append('"').append(count).append("\":{}");
            }
            String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    + "\"2025-06-18\",\"capabilities\":{\"experimental\":{" + maps
                    + "}},\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}";
            Socket socket = kept(port, held);
            return Answer.of(post(socket, "/mcp/v1", body) == 200);
        }
    },

    /** Sockets of OpenEnv with long headers, whose messages wait for an opponent that thinks, and whose answers nobody reads. */
    SOCKETS {
        private static final int MESSAGE_COUNT = 15;

        @Override
        Answer open(int port, List<Socket> held) throws IOException {
            Socket socket = connect(port);
            held.add(socket);
            StringBuilder request = new StringBuilder("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                    + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
            longHeaders(request);
            send(socket, request.append("\r\n").toString());
            if (status(socket) != 101) {
                return Answer.REFUSED;
            }
            frame(
                    socket,
                    "{\"type\":\"reset\",\"data\":{\"size\":25,\"opponent\":\"monte-carlo:playouts=2000\",\"color\":\"white\"}}");
            for (int count = 0; count < MESSAGE_COUNT; count++) {
                frame(socket, "{\"type\":\"state\"}" + " ".repeat(4000));
            }
            return Answer.UNKNOWN;
        }
    },

    /** Streams of the page with long headers, which nobody reads. */
    STREAMS {
        @Override
        Answer open(int port, List<Socket> held) throws IOException {
            Socket socket = connect(port);
            held.add(socket);
            StringBuilder request = new StringBuilder(
                    "GET /api/home/live HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n");
            longHeaders(request);
            send(socket, request.append("\r\n").toString());
            return Answer.UNKNOWN;
        }
    },

    /** Bodies that take many times their length as objects. */
    BODIES {
        @Override
        Answer open(int port, List<Socket> held) throws IOException {
            Socket socket = kept(port, held);
            String wide = "[" + "{},".repeat(1300) + "{}]";
            post(socket, "/reset", "{\"rows\":" + wide + "}");
            post(
                    socket,
                    "/mcp",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"score\",\"arguments\":{\"x\":"
                            + wide + "}}}");
            post(socket, "/api/sessions", "{\"size\":" + wide + "}");
            return Answer.UNKNOWN;
        }
    },

    /** Responses that nobody reads, on as many connections as the port takes. */
    RESPONSES {
        @Override
        Answer open(int port, List<Socket> held) throws IOException {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(2048);
            socket.connect(new java.net.InetSocketAddress("127.0.0.1", port));
            held.add(socket);
            send(socket, "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20));
            return Answer.UNKNOWN;
        }
    };

    /** What the client knows of an attempt. */
    enum Answer {
        OPENED,
        REFUSED,
        UNKNOWN;

        static Answer of(boolean isOpen) {
            return isOpen ? OPENED : REFUSED;
        }
    }

    /**
     * Tries to make the server keep one thing more.
     *
     * @param port the HTTP port
     * @param held the connections of the client, to which it adds
     * @throws IOException if the server closes a connection, which is a refusal
     */
    abstract Answer open(int port, List<Socket> held) throws IOException;

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(120_000);
        return socket;
    }

    /** Returns the one connection of a client that needs no more. */
    private static Socket kept(int port, List<Socket> held) throws IOException {
        if (held.isEmpty()) {
            held.add(connect(port));
        }
        return held.get(0);
    }

    private static void longHeaders(StringBuilder request) {
        for (int count = 0; count < 60; count++) {
            request.append("X-")
                    .append(count)
                    .append(": ")
                    .append("v".repeat(100))
                    .append("\r\n");
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends a text on a WebSocket, with a mask of zeros. */
    private static void frame(Socket socket, String text) throws IOException {
        byte[] payload = text.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
        frame.put((byte) 0x81);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        }
        frame.putInt(0).put(payload);
        OutputStream output = socket.getOutputStream();
        output.write(frame.array(), 0, frame.position());
    }

    private static int post(Socket socket, String path, String body) throws IOException {
        send(
                socket,
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
        return status(socket);
    }

    /** Reads a response, and returns its status. */
    private static int status(Socket socket) throws IOException {
        InputStream input = socket.getInputStream();
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        String text = "";
        while (!text.endsWith("\r\n\r\n")) {
            int next = input.read();
            if (next < 0) {
                throw new IOException("the server has closed the connection");
            }
            head.write(next);
            text = next == '\n' ? head.toString(StandardCharsets.ISO_8859_1) : "";
        }
        for (String line : text.toLowerCase(Locale.ROOT).split("\r\n")) {
            if (line.startsWith("content-length:")) {
                input.skipNBytes(Long.parseLong(line.substring(15).strip()));
            }
        }
        return Integer.parseInt(text.substring(9, 12));
    }
}
