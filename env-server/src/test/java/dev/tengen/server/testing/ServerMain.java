package dev.tengen.server.testing;

import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.io.OutputStream;

/** A server at a free loopback port, which it prints; it ends with its input, and so with whoever started it. */
public final class ServerMain {
    private ServerMain() {}

    /** Runs it; there are no arguments. */
    public static void main(String[] args) throws IOException {
        try (TengenServer server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0))) {
            System.out.println(server.port());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
