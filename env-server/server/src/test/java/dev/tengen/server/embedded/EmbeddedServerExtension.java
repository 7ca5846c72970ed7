package dev.tengen.server.embedded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An embedded server for the tests of a class, which run one after another. Each test has connections of its own. */
final class EmbeddedServerExtension implements BeforeAllCallback, AfterAllCallback, AfterEachCallback {
    private static final long IDLE_TIMEOUT_SECONDS = 3600;

    private final List<EmbeddedConnection> connections = new ArrayList<>();
    private @Nullable EmbeddedServer server;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        server = EmbeddedServer.start(IDLE_TIMEOUT_SECONDS);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        connections.forEach(EmbeddedConnection::close);
        connections.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        server().close();
    }

    EmbeddedServer server() {
        return Objects.requireNonNull(server);
    }

    /** Returns a new connection, which is closed after the test. */
    EmbeddedConnection connect() {
        EmbeddedConnection connection = server().connect();
        connections.add(connection);
        return connection;
    }
}
