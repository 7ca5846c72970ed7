package dev.tengen.hostile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A way to make the HTTP port keep something for a client, by legal requests alone. The client opens as much as it can,
 * and reads nothing that it need not.
 */
enum HttpDoor {
    /** Sessions of the Model Context Protocol of clients that can do very much. */
    MCP {
        @Override
        Answer open(int port, List<RawHttp1> held) throws IOException {
            String message = McpMessages.initialize(McpMessages.experiments(400), "x");
            return Answer.of(post(kept(port, held), McpMessages.PATH, message) == 200);
        }
    },
    /**
     * Sockets of OpenEnv with long headers, whose messages wait for an opponent that thinks, and whose answers nobody
     * reads.
     */
    SOCKETS {
        private static final int MESSAGE_COUNT = 15;

        @Override
        Answer open(int port, List<RawHttp1> held) throws IOException {
            RawHttp1 connection = held(new RawHttp1(port), held);
            if (!connection.upgrade("/ws", LONG_HEADERS)) {
                return Answer.REFUSED;
            }
            frame(
                    connection,
                    "{\"type\":\"reset\",\"data\":{\"size\":25,\"opponent\":\"monte-carlo:playouts=2000\",\"color\":\"white\"}}");
            for (int count = 0; count < MESSAGE_COUNT; count++) {
                frame(connection, "{\"type\":\"state\"}" + " ".repeat(4000));
            }
            return Answer.UNKNOWN;
        }
    },
    /** Streams of the page with long headers, which nobody reads. */
    STREAMS {
        @Override
        Answer open(int port, List<RawHttp1> held) throws IOException {
            RawHttp1 connection = held(new RawHttp1(port), held);
            List<String> headers = Stream.concat(Stream.of("Accept: text/event-stream"), LONG_HEADERS.stream())
                    .toList();
            connection.send(connection.head("GET", "/api/home/live", headers, -1));
            return Answer.UNKNOWN;
        }
    },
    /** Bodies that take many times their length as objects. */
    BODIES {
        @Override
        Answer open(int port, List<RawHttp1> held) throws IOException {
            RawHttp1 connection = kept(port, held);
            String wide = "[" + "{},".repeat(1300) + "{}]";
            post(connection, "/reset", "{\"rows\":" + wide + "}");
            post(
                    connection,
                    "/mcp",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"score\",\"arguments\":{\"x\":"
                            + wide + "}}}");
            post(connection, "/api/sessions", "{\"size\":" + wide + "}");
            return Answer.UNKNOWN;
        }
    },
    /** Responses that nobody reads, on as many connections as the port takes. */
    RESPONSES {
        @Override
        Answer open(int port, List<RawHttp1> held) throws IOException {
            RawHttp1 connection = held(new RawHttp1(port, 2048), held);
            connection.send(
                    connection.head("GET", "/openapi.json", List.of(), -1).repeat(20));
            return Answer.UNKNOWN;
        }
    };

    private static final List<String> LONG_HEADERS = IntStream.range(0, 60)
            .mapToObj(number -> "X-" + number + ": " + "v".repeat(100))
            .toList();

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
    abstract Answer open(int port, List<RawHttp1> held) throws IOException;

    private static RawHttp1 held(RawHttp1 connection, List<RawHttp1> held) {
        held.add(connection);
        return connection;
    }

    /** Returns the one connection of a client that needs no more. */
    private static RawHttp1 kept(int port, List<RawHttp1> held) throws IOException {
        return held.isEmpty() ? held(new RawHttp1(port), held) : held.get(0);
    }

    private static void frame(RawHttp1 connection, String text) throws IOException {
        connection.sendFrame(1, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a JSON text, and returns the status of the answer. */
    private static int post(RawHttp1 connection, String path, String body) throws IOException {
        return connection.request("POST", path, List.of(), body).status();
    }
}
