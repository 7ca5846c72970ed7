package dev.tengen.journal;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Forwards TCP connections to a loopback port, so that a service that listens there can be reached from elsewhere. */
final class Relay implements Closeable {
    private final ServerSocket listener;
    private final int target;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** Open, unless the relay is silent. */
    private volatile CountDownLatch silence = new CountDownLatch(0);

    /** Listens on a free port of {@code address}, and forwards to the loopback port {@code target}. */
    Relay(InetAddress address, int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(0, 50, address);
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Forwards nothing more. Connections stay open, and new ones are accepted, but nobody answers. */
    void silence() {
        silence = new CountDownLatch(1);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                sockets.add(client);
                threads.execute(() -> connect(client));
            }
        } catch (IOException e) {
            // The relay is closed.
        }
    }

    private void connect(Socket client) {
        try {
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
        try (from;
                to) {
            byte[] buffer = new byte[1 << 13];
            int count;
            while ((count = from.getInputStream().read(buffer)) >= 0) {
                silence.await();
                to.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One end is gone, so the other one goes, too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The relay is closed.
        }
        sockets.remove(from);
        sockets.remove(to);
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
        sockets.forEach(Relay::close);
        threads.shutdownNow();
    }
}
