package dev.tengen.server.testing;

import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.io.OutputStream;

/** A server on a free loopback port, which it prints. It ends with its input, and so with its parent process. */
public final class ServerMain {
    private ServerMain() {}

    /** Runs the server; there are no arguments. */
    public static void main(String[] args) throws IOException {
        try (TengenServer server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0))) {
            System.out.println(server.port());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
