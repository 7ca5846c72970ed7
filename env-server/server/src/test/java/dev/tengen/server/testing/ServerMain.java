package dev.tengen.server.testing;

import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A server on a free loopback port, which it prints. For each line of input it prints the bytes that are reserved. It
 * ends with its input, and so with its parent process.
 */
public final class ServerMain {
    private ServerMain() {}

    /** Runs the server; there are no arguments. */
    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // The log has no place among the answers.
        try (TengenServer server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0));
                BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            answers.println(server.port());
            while (input.readLine() != null) {
                answers.println(server.reservedBytes());
            }
        }
    }
}
