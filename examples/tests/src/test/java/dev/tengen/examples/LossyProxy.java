package dev.tengen.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy of a server that loses answers: it closes each of the first connections once the server has sent a number of
 * bytes, and drops what the server sent last. The server has acted then, and the client does not know.
 */
final class LossyProxy implements AutoCloseable {
    private final int losses;
    private final int byteCount;
    private final String serverHost;
    private final int serverPort;
    private final ServerSocket listener;
    private final AtomicInteger lossCount = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "lossy-proxy");
        thread.setDaemon(true);
        return thread;
    });

    /** Starts a proxy that closes {@code losses} connections, each after {@code byteCount} bytes. */
    LossyProxy(String server, int losses, int byteCount) throws IOException {
        this.losses = losses;
        this.byteCount = byteCount;
        int colon = server.lastIndexOf(':');
        serverHost = server.substring(0, colon);
        serverPort = Integer.parseInt(server.substring(colon + 1));
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    /** Returns its address. */
    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** Returns how many connections it has closed. */
    int lossCount() {
        return lossCount.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(serverHost, serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                threads.execute(() -> copy(client, server, false));
                threads.execute(() -> copy(server, client, true));
            }
        } catch (IOException e) {
            if (!listener.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Copies bytes until a side closes the connection or, if {@code isLossy}, until the answers are to be lost. */
    private void copy(Socket from, Socket to, boolean isLossy) {
        try (from;
                to) {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            byte[] buffer = new byte[65_536];
            int total = 0;
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                total += count;
                if (isLossy && total > byteCount && takeLoss()) {
                    return;
                }
                output.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // The other direction or a peer has closed the connection.
        }
    }

    private boolean takeLoss() {
        return lossCount.getAndUpdate(count -> Math.min(count + 1, losses)) < losses;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        threads.shutdownNow();
    }
}
