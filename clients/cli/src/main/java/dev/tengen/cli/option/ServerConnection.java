package dev.tengen.cli.option;

import dev.tengen.base.InvalidValueException;
import dev.tengen.client.Channels;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The server that a command uses: the one of the option {@code --address}, or a private one that it starts and stops.
 * The environment has the token and the certificates, since other users can see command lines.
 */
public final class ServerConnection implements AutoCloseable {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    /** Of a server in this process, which is there: on a busy machine its first call takes seconds. */
    private static final Duration OWN_READY_TIMEOUT = Duration.ofSeconds(30);

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description =
                    "The server to use, at HOST:PORT or unix:PATH. TENGEN_TOKEN, TENGEN_CA and TENGEN_TLS are for a secure one."
                            + " Default: a private one, started for this command.")
    private @Nullable String address;

    @Mixin
    private final ServerWait wait = new ServerWait();

    private @Nullable TengenServer ownServer;
    private @Nullable TengenClient client;

    /**
     * Connects. Starts a server on a free loopback port if no address is set.
     *
     * @throws dev.tengen.client.error.TengenException if the server does not answer
     */
    public TengenClient open() throws IOException {
        Duration waitTime = wait.time();
        String target = address;
        if (target == null) {
            ownServer = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0));
            target = "127.0.0.1:" + ownServer.port();
        }
        ConnectionSecurity security = ownServer == null
                ? ConnectionSecurity.fromEnvironment(EnvironmentVariables.ofProcess())
                : ConnectionSecurity.NONE;
        client = connect(target, security);
        if (ownServer != null) {
            return client.awaitReady(OWN_READY_TIMEOUT);
        }
        return waitTime.isZero() ? client.requireReady(CALL_TIMEOUT) : client.awaitReady(waitTime);
    }

    /**
     * Returns a client of the server at {@code target}, which it does not call.
     *
     * @throws InvalidValueException if the address cannot be reached with {@code security}
     */
    public static TengenClient connect(String target, ConnectionSecurity security) {
        try {
            return TengenClient.connect(target, CALL_TIMEOUT, security);
        } catch (IllegalArgumentException e) {
            throw invalid(target, e);
        }
    }

    /**
     * Returns a channel to the server at {@code target}, for calls that the client does not have.
     *
     * @throws InvalidValueException if the address cannot be reached with {@code security}
     */
    public static ManagedChannel channel(String target, ConnectionSecurity security) {
        try {
            return Channels.to(target, security).build();
        } catch (IllegalArgumentException e) {
            throw invalid(target, e);
        }
    }

    private static InvalidValueException invalid(String target, IllegalArgumentException error) {
        return InvalidValueException.because(
                String.valueOf(error.getMessage()),
                "address",
                target,
                "an address that can be reached with this security");
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
