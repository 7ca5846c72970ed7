package dev.tengen.server.http;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * An HTTP server for {@code GET /metrics}, {@code GET /ready} (also as {@code /health}), {@code GET /alive}, and the routes
 * that are added.
 *
 * <p>It serves people and monitoring, not the clients of the server, so a few threads are enough.
 */
public final class HttpPort implements AutoCloseable {
    private static final int MAX_THREADS = 8;
    private static final int MIN_THREADS = 2;
    private static final int THREAD_IDLE_MILLIS = 60_000;

    /** The content type that Prometheus expects, with the version of its text format. */
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Javalin app;

    private HttpPort(Javalin app) {
        this.app = app;
    }

    /**
     * Starts to listen.
     *
     * @param host name or address of a network interface
     * @param port the port; 0 for any free one
     * @param metrics returns the metrics as text
     * @param isReady returns whether the server should get clients
     * @param isAlive returns whether the server works; otherwise it must be started again
     * @param more adds other routes
     * @throws IOException if it cannot listen there
     */
    public static HttpPort open(
            String host,
            int port,
            Supplier<String> metrics,
            BooleanSupplier isReady,
            BooleanSupplier isAlive,
            Consumer<RoutesConfig> more)
            throws IOException {
        Javalin app = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.startupWatcherEnabled = false;
            config.jetty.threadPool = new QueuedThreadPool(MAX_THREADS, MIN_THREADS, THREAD_IDLE_MILLIS);
            config.routes.get("/metrics", call -> call.contentType(METRICS_TYPE).result(metrics.get()));
            config.routes.get("/health", call -> report(call, isReady));
            config.routes.get("/ready", call -> report(call, isReady));
            config.routes.get("/alive", call -> report(call, isAlive));
            more.accept(config.routes);
        });
        try {
            app.start(host, port);
        } catch (JavalinBindException e) {
            throw new IOException(e.getMessage(), e);
        }
        return new HttpPort(app);
    }

    private static void report(Context call, BooleanSupplier state) {
        boolean isUp = state.getAsBoolean();
        call.status(isUp ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .contentType(ContentType.APPLICATION_JSON)
                .result("{\"status\":\"" + (isUp ? "SERVING" : "NOT_SERVING") + "\"}\n");
    }

    /** Returns the port it listens on. */
    public int port() {
        return app.port();
    }

    @Override
    public void close() {
        app.stop();
    }
}
