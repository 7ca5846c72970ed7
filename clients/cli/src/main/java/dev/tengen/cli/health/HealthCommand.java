package dev.tengen.cli.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnvironmentVariables;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.Channels;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.server.ServerConfig;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen health}: makes a health check of a server. */
@Command(
        name = "health",
        description = "Check the health of a server: exit code 0 if it is serving, 3 if not.",
        sortOptions = false,
        footer = {
            "",
            "Makes one call of grpc.health.v1 and prints the status: SERVING, NOT_SERVING while the server",
            "stops, SERVICE_UNKNOWN, or UNREACHABLE if there is no response in time."
        })
public final class HealthCommand extends BaseCommand {
    /** The status if there is no response. */
    static final String UNREACHABLE = "UNREACHABLE";

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = {
                "The server, or unix:PATH. Default: tengen serve on this machine, at",
                "127.0.0.1:" + ServerConfig.DEFAULT_PORT + " unless TENGEN_SERVE_PORT or TENGEN_SERVE_SOCKET is set."
            })
    private @Nullable String option;

    @Parameters(paramLabel = "ADDRESS", arity = "0..1", description = "The server, instead of --address.")
    private @Nullable String parameter;

    private @Nullable String address;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Check one service, as in tengen.v1.EnvironmentService. Default: the whole server.")
    private String service = "";

    @Option(
            names = "--timeout-seconds",
            paramLabel = "SECONDS",
            defaultValue = "3",
            description = "Deadline in seconds, more than 0. Default: ${DEFAULT-VALUE}.")
    private double timeoutSeconds;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Override
    public Integer call() {
        if (!(timeoutSeconds > 0)) {
            throw usageError("--timeout-seconds " + timeoutSeconds + " is not more than 0");
        }
        if (option != null && parameter != null) {
            throw usageError("the server is given twice: " + parameter + " and --address " + option);
        }
        address = option == null ? parameter : option;
        String target = address == null ? localAddress(EnvironmentVariables.ofProcess()) : address;
        HealthStatus result = ask(target);
        print(result);
        return result.status.equals(ServingStatus.SERVING.name()) ? ExitCode.OK : ExitCode.UNAVAILABLE;
    }

    /** Returns the address of a server on this machine that is configured by these environment variables. */
    static String localAddress(Map<String, String> environment) {
        String socket = environment.getOrDefault("TENGEN_SERVE_SOCKET", "");
        if (!socket.isEmpty()) {
            return "unix:" + socket;
        }
        return "127.0.0.1:" + environment.getOrDefault("TENGEN_SERVE_PORT", "" + ServerConfig.DEFAULT_PORT);
    }

    private HealthStatus ask(String target) {
        ManagedChannel channel = dial(target);
        try {
            String status = HealthGrpc.newBlockingStub(channel)
                    .withDeadlineAfter((long) (timeoutSeconds * 1e9), TimeUnit.NANOSECONDS)
                    .check(HealthCheckRequest.newBuilder().setService(service).build())
                    .getStatus()
                    .name();
            return new HealthStatus(status, target, null);
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode() == Status.Code.NOT_FOUND
                    ? new HealthStatus(
                            ServingStatus.SERVICE_UNKNOWN.name(),
                            target,
                            "the server has no service \"" + service + "\"")
                    : new HealthStatus(UNREACHABLE, target, Channels.explain(e).orElseGet(() -> reason(e.getStatus())));
        } finally {
            channel.shutdownNow();
        }
    }

    private ManagedChannel dial(String target) {
        try {
            return address == null
                    ? LocalTls.channel(target, EnvironmentVariables.ofProcess())
                    : Channels.to(target, ConnectionSecurity.fromEnvironment(EnvironmentVariables.ofProcess()))
                            .build();
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            throw usageError("the address \"" + target + "\" is not a valid address: " + e.getMessage());
        }
    }

    private static String reason(Status status) {
        Throwable cause = status.getCause();
        String detail = cause == null || cause.getMessage() == null ? status.getDescription() : cause.getMessage();
        return detail == null
                ? status.getCode().name()
                : detail.lines().findFirst().orElse(detail);
    }

    private void print(HealthStatus result) {
        if (isJson) {
            printJson(result);
            return;
        }
        out().println(result.status);
        if (result.reason != null) {
            printMessage("tengen: " + result.address + ": " + result.reason);
        }
    }

    /**
     * The result of the check, the object that {@code --json} prints. The reason is null if there is nothing to add.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record HealthStatus(
            String status, String address, @Nullable String reason) {}
}
