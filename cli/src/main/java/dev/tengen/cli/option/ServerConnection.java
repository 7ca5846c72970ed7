package dev.tengen.cli.option;

import dev.tengen.client.TengenClient;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command talks to: the one named, or one of its own that ends with it. */
final class ServerConnection implements AutoCloseable {
    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description =
                    "Talk to this server, at HOST:PORT or unix:PATH. Left out: to one that is started for this command.")
    private @Nullable String address;

    private @Nullable TengenServer ownServer;
    private @Nullable TengenClient client;

    /** Connects, starting a server on a free port of the loopback address if none was named. */
    TengenClient open() throws IOException {
        String target = address;
        if (target == null) {
            ownServer = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0));
            target = "127.0.0.1:" + ownServer.port();
        }
        client = TengenClient.connect(target);
        return client;
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        if (ownServer != null) {
            ownServer.close();
        }
    }
}
