package dev.tengen.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.client.Channels;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The packed server in its own process, and channels to it. */
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

    private ServerProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Starts a server on a TCP port with JVM options. Returns when it is ready. */
    static ServerProcess start(List<String> jvmOptions, int maxSessionCount) throws IOException {
        return start(jvmOptions, maxSessionCount, Transport.TCP);
    }

    /** Starts a server with JVM options. Returns when it is ready. */
    static ServerProcess start(List<String> jvmOptions, int maxSessionCount, Transport transport) throws IOException {
        List<String> command = new ArrayList<>(List.of(tool("java")));
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", System.getProperty("tengen.server.jar", "cli/target/tengen.jar")));
        command.addAll(List.of("serve", "--json", "--max-sessions", Integer.toString(maxSessionCount)));
        command.addAll(
                transport == Transport.TCP
                        ? List.of("--port", "0")
                        : List.of(
                                "--socket",
                                socketFolder().resolve("tengen.sock").toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // The reader stays open: closing it would close the server's standard output.
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String ready = lines.readLine();
        if (ready == null) {
            throw new IOException("the server exited before it was ready: " + String.join(" ", command));
        }
        return new ServerProcess(
                process, new ObjectMapper().readTree(ready).get("address").asText());
    }

    /** Returns a new private folder. It is deleted when this process exits, if the server has left it empty. */
    private static Path socketFolder() throws IOException {
        Path folder = Files.createTempDirectory("tengen-bench");
        folder.toFile().deleteOnExit();
        return folder;
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns a channel to the server. The caller shuts it down. */
    ManagedChannel channel() {
        return Channels.to(address).build();
    }

    /** Returns the address of the server for clients. */
    String address() {
        return address;
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /** Returns the output of a JDK tool about the server. */
    private List<String> ask(String command) throws IOException {
        Process jcmd = new ProcessBuilder(tool("jcmd"), Long.toString(process.pid()), command)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = jcmd.inputReader(StandardCharsets.UTF_8)) {
            return lines.lines().toList();
        }
    }

    /** Returns the bytes of reachable objects by class, after a full garbage collection. */
    HeapHistogram heap() throws IOException {
        return HeapHistogram.parse(ask("GC.class_histogram"));
    }

    @Override
    public void close() {
        process.destroy();
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
