package dev.tengen.client;

import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import io.grpc.ServerInterceptor;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** JUnit extension: a real server on a free loopback port, and a client of it, for the lifetime of the test class. */
public final class RunningServer implements BeforeAllCallback, AfterAllCallback {
    private final List<ServerInterceptor> interceptors;
    private TengenServer server;
    private TengenClient client;

    /** Creates a server with interceptors. */
    public RunningServer(ServerInterceptor... interceptors) {
        this.interceptors = List.of(interceptors);
    }

    /** Returns the address of the server. */
    public String address() {
        return "127.0.0.1:" + server.port();
    }

    public TengenClient client() {
        return client;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0), interceptors);
        client = TengenClient.connect(address());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        client.close();
        server.close();
    }
}
