package dev.tengen.journal;

import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import java.time.Duration;

/** Two servers on one store of journals. One of them is in use, and can be restarted or left for the other. */
final class JournalServer implements AutoCloseable {
    private final String url;
    private RunningServer used;
    private RunningServer other;

    /** Starts the servers. */
    JournalServer(String url) {
        this.url = url;
        used = start();
        other = start();
    }

    private RunningServer start() {
        return RunningServer.with(
                        ServerConfig.DEFAULT.withBatchJournals(DatabaseBatchJournals.factory(url, Duration.ofHours(1))))
                .start();
    }

    /** Returns a channel to the server in use. */
    ManagedChannel channel() {
        return used.channel();
    }

    /** Returns the server in use. */
    RunningServer server() {
        return used;
    }

    /** Leaves the server in use for the other one. */
    void change() {
        RunningServer left = used;
        used = other;
        other = left;
    }

    /** Stops the server in use, and starts it again. */
    void restart() {
        used.close();
        used = start();
    }

    @Override
    public void close() {
        used.close();
        other.close();
    }
}
