package dev.tengen.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A port of loopback that nobody uses, for a server that starts later or again.
 *
 * <p>The system gives none of these ports to sockets that do not ask for it. Otherwise a client could take the port
 * while the server is away, even one that tries to reach it: the system may choose the port it connects to as its own.
 */
public final class FreePort {
    private static final Path SYSTEM_PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int LEAST = 10_000;
    private static final int USUAL_SYSTEM_PORT = 32_768;
    private static final int TRIES = 1_000;

    private FreePort() {}

    /** Returns a port at which nothing listens. */
    public static int find() throws IOException {
        int end = systemPort();
        SplittableRandom random = new SplittableRandom();
        for (int i = 0; i < TRIES; i++) {
            int port = random.nextInt(LEAST, end);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port from " + LEAST + " to " + (end - 1));
    }

    private static int systemPort() throws IOException {
        if (!Files.isReadable(SYSTEM_PORTS)) {
            return USUAL_SYSTEM_PORT;
        }
        try (BufferedReader range = Files.newBufferedReader(SYSTEM_PORTS)) { // The file must be read at once.
            return Integer.parseInt(range.readLine().split("\\s+")[0]);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false; // It is taken.
        }
    }
}
