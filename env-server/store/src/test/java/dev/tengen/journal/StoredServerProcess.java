package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.FreePort;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server with a store in another process, which can be killed and started again on the same port. */
final class StoredServerProcess implements Closeable {
    private static final String LOOPBACK = "127.0.0.1";

    /** A namespace has all ports to itself. */
    private static final int PORT_INSIDE = 9019;

    private final List<String> commandPrefix;
    private final String url;
    private final String host;
    private final int port;
    private final Optional<String> advertised;
    private final Map<String, String> environment;
    private Process process;

    /** Prepares a server; {@code environment} is added to that of this process. */
    StoredServerProcess(String url, Map<String, String> environment) throws IOException {
        this(List.of(), url, LOOPBACK, FreePort.find(), Optional.empty(), environment);
    }

    /** Prepares a server that shares its store with others. */
    static StoredServerProcess sharing(String url) throws IOException {
        int port = FreePort.find();
        return new StoredServerProcess(List.of(), url, LOOPBACK, port, Optional.of(LOOPBACK + ":" + port), Map.of());
    }

    /**
     * Prepares a server that shares its store with others, inside {@code namespace}, where it listens at {@code host}.
     */
    static StoredServerProcess sharing(String url, NetworkNamespace namespace, String host) {
        return new StoredServerProcess(
                namespace.commandPrefix(), url, host, PORT_INSIDE, Optional.of(host + ":" + PORT_INSIDE), Map.of());
    }

    private StoredServerProcess(
            List<String> commandPrefix,
            String url,
            String host,
            int port,
            Optional<String> advertised,
            Map<String, String> environment) {
        this.commandPrefix = commandPrefix;
        this.url = url;
        this.host = host;
        this.port = port;
        this.advertised = advertised;
        this.environment = environment;
    }

    int port() {
        return port;
    }

    /** Starts the server, and waits until it is ready. */
    void start() throws IOException {
        List<String> command = new ArrayList<>(commandPrefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StoredServerMain.class.getName(),
                url,
                host,
                Integer.toString(port)));
        advertised.ifPresent(command::add);
        Path log = Files.createTempFile("tengen-server", ".log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().putAll(environment);
        process = builder.start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        try {
            assertThat(output.readLine())
                    .as(() -> "the server does not start: " + read(log))
                    .isNotNull();
        } finally {
            Files.delete(log); // The server writes on, to a file without a name.
        }
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the address at which the server is reached. */
    String address() {
        return host + ":" + port;
    }

    /** Stops the threads of the server until {@link #thaw}. */
    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** Lets a server that was frozen run again. */
    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
    }

    /** Stops the server in order, and waits until it is gone. */
    void stop() throws IOException {
        process.outputWriter().close();
        process.onExit().join();
    }

    /** Kills the server, as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
