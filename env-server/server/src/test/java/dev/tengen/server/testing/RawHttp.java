package dev.tengen.server.testing;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to an HTTP port, for requests that no proper client sends. */
public final class RawHttp implements AutoCloseable {
    private final Socket socket;

    /** Connects to a port of this machine. */
    public RawHttp(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(120_000);
        socket.setTcpNoDelay(true);
    }

    /** Sends a text as it is. */
    public RawHttp send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Returns everything that the server sends until it closes the connection. */
    public String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
