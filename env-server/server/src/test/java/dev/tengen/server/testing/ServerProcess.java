package dev.tengen.server.testing;

import static java.util.Objects.requireNonNull;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server in a separate process with a channel to it. As an extension it lives as long as its test class. */
public final class ServerProcess implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
    private final String maxHeap;
    private Process process;
    private BufferedReader output;
    private Path log;
    private int port;
    private ManagedChannel channel;

    /** Creates a server with a heap of 512 MB, not started. */
    public ServerProcess() {
        this("512m");
    }

    /** Creates a server with a heap of {@code maxHeap}, as in "512m", not started. */
    public ServerProcess(String maxHeap) {
        this.maxHeap = maxHeap;
    }

    /** Returns a stub. */
    public EnvironmentServiceBlockingStub stub() {
        return EnvironmentServiceGrpc.newBlockingStub(channel);
    }

    /** Returns the port of the loopback address. */
    public int port() {
        return port;
    }

    /** Returns whether the process lives. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns what the process has logged. */
    public String log() throws IOException {
        return Files.readString(log);
    }

    /** Returns the bytes of the memory budget that are reserved. */
    public long reservedBytes() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return Long.parseLong(requireNonNull(output.readLine(), "the server has ended"));
    }

    /** Starts the server and returns this. */
    public ServerProcess start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // On some JDKs these prevent warnings about Netty and protobuf.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(
                List.of("-Xmx" + maxHeap, "-cp", System.getProperty("java.class.path"), ServerMain.class.getName()));
        log = Files.createTempFile("tengen-server", ".log");
        process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        output = process.inputReader();
        String first = output.readLine();
        port = Integer.parseInt(requireNonNull(first, () -> "the server does not start, see " + log));
        channel = RunningServer.newChannel(port, Runnable::run);
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        start();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        close();
    }

    @Override
    public void close() throws IOException {
        channel.shutdownNow();
        process.getOutputStream().close();
        boolean hasEnded;
        try {
            hasEnded = process.waitFor(5, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        process.destroyForcibly();
        Files.delete(log);
        if (!hasEnded) {
            throw new AssertionError("the server does not end with its input");
        }
    }
}
