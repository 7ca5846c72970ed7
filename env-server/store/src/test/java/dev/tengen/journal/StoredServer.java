package dev.tengen.journal;

import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.testing.RunningServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** A server with a store, which can be restarted. */
final class StoredServer implements AutoCloseable {
    private final String url;
    private final SessionLimits limits;
    private final AtomicReference<SessionStore> store = new AtomicReference<>();
    private RunningServer server;

    /** Starts a server whose idle sessions leave the memory after {@code memoryTime}. */
    StoredServer(String url, Duration memoryTime) {
        this(url, new SessionLimits(1000, Duration.ofHours(1)).withMemoryTime(memoryTime));
    }

    /** Starts a server with these limits. */
    StoredServer(String url, SessionLimits limits) {
        this.url = url;
        this.limits = limits;
        server = start();
    }

    private RunningServer start() {
        SessionStore.Factory factory = DatabaseSessionStore.factory(url);
        return RunningServer.with(ServerConfig.DEFAULT.withSessionLimits(limits).withSessionStore((engines, meters) -> {
                    SessionStore opened = factory.open(engines, meters);
                    store.set(opened);
                    return opened;
                }))
                .start();
    }

    EnvironmentServiceBlockingStub stub() {
        return server.stub();
    }

    RunningServer server() {
        return server;
    }

    SessionStore store() {
        return store.get();
    }

    /** Loses everything in memory, as a crash does: the store is closed first, so that nothing more is written. */
    void crash() {
        store.get().close();
        server.close();
        server = start();
    }

    /** Stops the server in order, and starts another one. */
    void restart() {
        server.close();
        server = start();
    }

    @Override
    public void close() {
        server.close();
    }
}
