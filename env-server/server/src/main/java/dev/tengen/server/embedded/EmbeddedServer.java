package dev.tengen.server.embedded;

import dev.tengen.server.Endpoint;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.ServerModule;
import dev.tengen.server.TengenServer;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.Sessions;
import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A server inside a process of another language, which calls it through a bridge such as JPype. It has the services of
 * {@link TengenServer}, with the same limits, and no socket: only the process itself can connect. Messages are bytes of
 * the contract, so that a client of the network works with it as it is.
 *
 * <p>All its threads are daemons. Thread-safe.
 */
public final class EmbeddedServer implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** The thread that ends the process, once it does. */
    private static volatile @Nullable Thread ending;

    private final TengenServer server;
    private final Sessions sessions;
    private final LocalStreams streams;

    private EmbeddedServer(TengenServer server, Sessions sessions, LocalStreams streams) {
        this.server = server;
        this.sessions = sessions;
        this.streams = streams;
    }

    /**
     * Starts a server.
     *
     * @param idleTimeoutSeconds seconds without a call after which a session expires, unless its creator sets another
     *     time: 1 or more
     * @throws IOException if it does not start
     */
    public static EmbeddedServer start(long idleTimeoutSeconds) throws IOException {
        int maxSessionCount = ServerConfig.DEFAULT.sessionLimits().maxSessionCount();
        ServerConfig config = ServerConfig.DEFAULT
                .withSessionLimits(new SessionLimits(maxSessionCount, Duration.ofSeconds(idleTimeoutSeconds)))
                .listeningAt(new Endpoint.InProcess("embedded-" + COUNT.incrementAndGet()));
        AtomicReference<Sessions> sessions = new AtomicReference<>();
        LocalStreams streams = new LocalStreams();
        TengenServer server = TengenServer.start(config, List.of(streams), List.of(context -> {
            sessions.set(context.sessions());
            return new ServerModule() {};
        }));
        return new EmbeddedServer(
                server, Objects.requireNonNull(sessions.get(), "the server has created its module"), streams);
    }

    /** Returns a new connection. A client has one for its calls, and one for each stream, as over a network. */
    public EmbeddedConnection connect() {
        ManagedChannel channel = InProcessChannelBuilder.forAddress(
                        server.endpoint().socketAddress())
                .directExecutor()
                .disableRetry()
                .build();
        return new EmbeddedConnection(channel, sessions, streams);
    }

    /**
     * Prepares for the end of the process, which the calling thread is about to end. Other threads that wait for a call
     * never return: the language that they would return to may be gone. Its memory is not used any longer.
     */
    public static void endProcess() {
        ending = Thread.currentThread();
        ForeignMemory.leave();
    }

    /** Holds the calling thread forever if another one ends the process. */
    static void holdIfEnding() throws InterruptedException {
        Thread last = ending;
        if (last != null && !last.equals(Thread.currentThread())) {
            new CountDownLatch(1).await();
        }
    }

    /** Stops the server, after the calls in flight have ended. This method is idempotent. */
    @Override
    public void close() {
        server.close();
    }
}
