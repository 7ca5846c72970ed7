package dev.tengen.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.client.Channels;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The packaged server in its own process. */
final class ServerProcess implements AutoCloseable {
    /** Transports to a server on the same machine. */
    enum Transport {
        /** Loopback TCP. */
        TCP,
        /** A Unix domain socket. */
        UDS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Process process;
    private final String address;
    private final String httpAddress;
    private final ManagedChannel channel;

    private ServerProcess(Process process, JsonNode ready) {
        this.process = process;
        address = ready.get("address").asText();
        httpAddress = ready.path("http_address").asText();
        channel = Channels.to(address).build();
    }

    /** Starts a server on a TCP port with more options of {@code serve}. Returns when it reports that it is ready. */
    static ServerProcess start(int maxSessionCount, List<String> options) throws IOException {
        return start(List.of(), maxSessionCount, options);
    }

    /**
     * Starts a server on a TCP port with options of the JVM and of {@code serve}. Returns when it reports that it is
     * ready.
     */
    static ServerProcess start(List<String> jvmOptions, int maxSessionCount, List<String> options) throws IOException {
        return start(List.of(), jvmOptions, maxSessionCount, Transport.TCP, options);
    }

    /** Starts a server. Returns when it reports that it is ready. */
    static ServerProcess start(int maxSessionCount, Transport transport) throws IOException {
        return start(List.of(), List.of(), maxSessionCount, transport, List.of());
    }

    /** Starts a server on a TCP port that runs on one processor only. Returns when it reports that it is ready. */
    static ServerProcess startPinned(int processor, int maxSessionCount) throws IOException {
        List<String> launcher = List.of("taskset", "-c", Integer.toString(processor));
        return start(launcher, List.of(), maxSessionCount, Transport.TCP, List.of());
    }

    private static ServerProcess start(
            List<String> launcher,
            List<String> jvmOptions,
            int maxSessionCount,
            Transport transport,
            List<String> options)
            throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.add(tool("java"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", System.getProperty("tengen.server.jar", "clients/cli/target/tengen.jar")));
        command.addAll(List.of("serve", "--json", "--max-sessions", Integer.toString(maxSessionCount)));
        command.addAll(transport == Transport.TCP ? List.of("--port", "0") : List.of("--socket", newSocketPath()));
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // The reader stays open as long as the process: closing it would close the server's standard output.
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String ready = lines.readLine();
        if (ready == null) {
            throw new IOException("the server exited before it was ready: " + String.join(" ", command));
        }
        return new ServerProcess(process, BenchmarkCommand.MAPPER.readTree(ready));
    }

    /** Returns a path in a new private folder. It is deleted on exit if the server has left it empty. */
    private static String newSocketPath() throws IOException {
        Path folder = Files.createTempDirectory("tengen-bench");
        folder.toFile().deleteOnExit();
        return folder.resolve("tengen.sock").toString();
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns a channel to the server, which is closed with this object. */
    Channel channel() {
        return channel;
    }

    /** Returns a new channel to the server with a connection of its own, which the caller closes. */
    ManagedChannel newChannel() {
        return Channels.to(address).directExecutor().build();
    }

    /** Returns the address of the server, as clients take it. */
    String address() {
        return address;
    }

    /** Returns the address of the HTTP port, which the server must have. */
    String httpAddress() {
        return httpAddress;
    }

    /**
     * Returns a metric without labels, as Prometheus names it. The server needs an HTTP port.
     *
     * @throws IOException if there is no such metric
     */
    double metric(String name) throws IOException {
        URL metrics = URI.create("http://" + httpAddress + "/metrics").toURL();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(metrics.openStream(), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith(name + " "))
                    .findFirst()
                    .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
                    .orElseThrow(() -> new IOException("the server has no metric " + name));
        }
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /** Collects garbage in the server and returns the bytes of reachable objects by class. */
    HeapHistogram heap() throws IOException {
        Process jcmd = new ProcessBuilder(tool("jcmd"), Long.toString(process.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = jcmd.inputReader(StandardCharsets.UTF_8)) {
            return HeapHistogram.parse(lines.lines().toList());
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        process.destroy();
        awaitExit(process);
    }

    /** Waits until {@code process} exits. Kills it after 20 seconds or if this thread is interrupted. */
    static void awaitExit(Process process) {
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
