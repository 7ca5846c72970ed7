package dev.tengen.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A TCP proxy whose network can be cut: bytes then wait in both directions, connections stay, and new ones get no answer. When the network
 * is healed, what waited arrives late.
 */
final class CuttingProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 * 1024;

    private final ServerSocket listener;
    private final int target;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private boolean isCut;

    /** Starts a proxy in front of the loopback port {@code target}. */
    CuttingProxy(int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Cuts the network until {@link #heal}. */
    void cut() {
        synchronized (gate) {
            isCut = true;
        }
    }

    /** Ends the cut. */
    void heal() {
        synchronized (gate) {
            isCut = false;
            gate.notifyAll();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                sockets.add(client);
                threads.execute(() -> connect(client));
            }
        } catch (IOException e) {
            // The proxy is closed.
        }
    }

    private void connect(Socket client) {
        try {
            awaitHeal();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            threads.execute(() -> pump(client, server));
            pump(server, client);
        } catch (IOException e) {
            close(client); // Nobody listens there.
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                awaitHeal();
                output.write(buffer, 0, count);
            }
            awaitHeal();
        } catch (IOException e) {
            // One end is gone, so the other one goes, too.
        }
        sockets.remove(from);
        sockets.remove(to);
    }

    private void awaitHeal() throws IOException {
        synchronized (gate) {
            while (isCut) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is as good as closed.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(CuttingProxy::close);
        threads.shutdownNow();
    }
}
