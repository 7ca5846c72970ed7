package dev.tengen.server.testing;

import static java.util.Objects.requireNonNull;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server in a separate process with a channel to it, as an extension that lives as long as its test class. */
public final class ServerProcess implements BeforeAllCallback, AfterAllCallback {
    private Process process;
    private ManagedChannel channel;

    /** Returns a stub. */
    public EnvironmentServiceBlockingStub stub() {
        return EnvironmentServiceGrpc.newBlockingStub(channel);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // On some JDKs these prevent warnings about Netty and protobuf.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path"), ServerMain.class.getName()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String port = requireNonNull(process.inputReader().readLine(), "the server does not start");
        channel = RunningServer.newChannel(Integer.parseInt(port), Runnable::run);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        channel.shutdownNow();
        process.getOutputStream().close();
        boolean hasEnded = process.waitFor(30, TimeUnit.SECONDS);
        process.destroyForcibly();
        if (!hasEnded) {
            throw new AssertionError("the server does not end with its input");
        }
    }
}
