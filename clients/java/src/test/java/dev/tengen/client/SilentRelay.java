package dev.tengen.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Forwards TCP connections to a loopback port, until they fall silent: then they stay open, and what arrives is
 * dropped, as by a NAT that has forgotten them. Later connections work.
 */
final class SilentRelay implements Closeable {
    private final ServerSocket listener;
    private final int target;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Socket> silent = ConcurrentHashMap.newKeySet();

    /** Listens on a free port, and forwards to the loopback port {@code target}. */
    SilentRelay(int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Forwards nothing more on the connections of now. */
    void silence() {
        silent.addAll(sockets);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                threads.execute(() -> pump(client, server));
                threads.execute(() -> pump(server, client));
            }
        } catch (IOException e) {
            // The relay is closed.
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            byte[] buffer = new byte[1 << 13];
            int count;
            while ((count = from.getInputStream().read(buffer)) >= 0) {
                if (!silent.contains(from)) {
                    to.getOutputStream().write(buffer, 0, count);
                }
            }
        } catch (IOException e) {
            // One end is gone, so the other one goes, too.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
