package dev.tengen.cli.health;

import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.client.Channels;
import dev.tengen.server.ServerConfig;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Asks a server whether it serves, as a container's health check does. */
@Command(
        name = "health",
        description = "Ask a server whether it serves; exit code 0 if so, 3 if not.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "It makes one call of grpc.health.v1 and prints the status: SERVING, NOT_SERVING while the",
            "server stops, SERVICE_UNKNOWN, or UNREACHABLE where no answer came in time."
        })
final class HealthCommand implements Callable<Integer> {
    /** What is printed where no answer came. */
    static final String UNREACHABLE = "UNREACHABLE";

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = {
                "The server, or unix:PATH. Default: where tengen serve listens here, which is",
                "127.0.0.1:" + ServerConfig.DEFAULT_PORT + " unless TENGEN_SERVE_PORT or TENGEN_SERVE_SOCKET is set."
            })
    private @Nullable String address;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            defaultValue = "",
            description = "One service of it, as in tengen.v1.EnvironmentService. Default: the server as a whole.")
    private String service = "";

    @Option(
            names = "--timeout-seconds",
            paramLabel = "SECONDS",
            defaultValue = "3",
            description = "Time for the answer, above 0. Default: ${DEFAULT-VALUE}.")
    private double timeoutSeconds;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!(timeoutSeconds > 0)) {
            throw new ParameterException(spec.commandLine(), "--timeout-seconds " + timeoutSeconds + " is not above 0");
        }
        String target = address == null ? localAddress(System.getenv()) : address;
        Answer answer = ask(target);
        print(target, answer);
        return answer.status.equals(ServingStatus.SERVING.name()) ? ExitCode.OK : ExitCode.UNAVAILABLE;
    }

    /** Returns where a server on this machine listens that is configured by these variables. */
    static String localAddress(Map<String, String> environment) {
        String socket = environment.getOrDefault("TENGEN_SERVE_SOCKET", "");
        if (!socket.isEmpty()) {
            return "unix:" + socket;
        }
        return "127.0.0.1:" + environment.getOrDefault("TENGEN_SERVE_PORT", "" + ServerConfig.DEFAULT_PORT);
    }

    private Answer ask(String target) {
        ManagedChannel channel = dial(target);
        try {
            String status = HealthGrpc.newBlockingStub(channel)
                    .withDeadlineAfter((long) (timeoutSeconds * 1e9), TimeUnit.NANOSECONDS)
                    .check(HealthCheckRequest.newBuilder().setService(service).build())
                    .getStatus()
                    .name();
            return new Answer(status, "");
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode() == Status.Code.NOT_FOUND
                    ? new Answer(ServingStatus.SERVICE_UNKNOWN.name(), "the server has no service \"" + service + "\"")
                    : new Answer(UNREACHABLE, reason(e.getStatus()));
        } finally {
            channel.shutdownNow();
        }
    }

    private ManagedChannel dial(String target) {
        try {
            return Channels.to(target).build();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new ParameterException(
                    spec.commandLine(), "--address \"" + target + "\" is no address: " + e.getMessage(), e);
        }
    }

    private static String reason(Status status) {
        Throwable cause = status.getCause();
        String detail = cause == null || cause.getMessage() == null ? status.getDescription() : cause.getMessage();
        return detail == null
                ? status.getCode().name()
                : detail.lines().findFirst().orElse(detail);
    }

    private void print(String target, Answer answer) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            ObjectNode object = JsonOutput.object().put("status", answer.status).put("address", target);
            JsonOutput.print(out, answer.reason.isEmpty() ? object : object.put("reason", answer.reason));
            return;
        }
        out.println(answer.status);
        out.flush();
        if (!answer.reason.isEmpty()) {
            spec.commandLine().getErr().println("tengen: " + target + ": " + answer.reason);
        }
    }

    /** What came of the question; the reason is empty where there is nothing to add. */
    private record Answer(String status, String reason) {}
}
