package dev.tengen.journal;

import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.session.SessionStore;
import dev.tengen.store.StoreUrl;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteDataSource;

/**
 * A server with a store, also of journals, at a given address. It prints a line when it is ready, and ends with its
 * input.
 */
final class StoredServerMain {
    /**
     * The environment variable that turns synchronization off if it is CARELESS, for a test that must find losses then.
     */
    static final String CARE = "TENGEN_TEST_CARE";

    private StoredServerMain() {}

    /**
     * Runs the server; the arguments are the URL of the store, the host and the port to listen at, and the address to
     * advertise if others use the store, too.
     */
    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // The log has no place among the answers.
        SessionStore.Factory store = args.length > 3
                ? DatabaseSessionStore.factory(args[0], args[3])
                : (engines, meters) -> DatabaseSessionStore.open(url(args[0]), engines, meters);
        ServerConfig config = ServerConfig.DEFAULT
                .listeningAt(args[1], Integer.parseInt(args[2]))
                .withInsecureNetwork() // The network namespaces of tests.
                .withSessionStore(store)
                .withBatchJournals(meters -> DatabaseBatchJournals.open(url(args[0]), Duration.ofHours(1), meters));
        try (TengenServer server = TengenServer.start(config)) {
            answers.println("ready at " + server.port());
            while (System.in.read() >= 0) {
                // Until the parent process ends, or closes the pipe.
            }
        }
    }

    private static StoreUrl url(String text) {
        StoreUrl url = StoreUrl.parse(text);
        if (RecordedServer.Care.CARELESS.name().equals(System.getenv(CARE))) {
            ((SQLiteDataSource) url.source()).getConfig().setSynchronous(SynchronousMode.OFF);
        }
        return url;
    }
}
