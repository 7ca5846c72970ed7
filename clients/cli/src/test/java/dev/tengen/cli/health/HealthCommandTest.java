package dev.tengen.cli.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthCommandTest {
    private static final String NOBODY = "127.0.0.1:1";

    private static TengenServer server() throws IOException {
        return TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0));
    }

    private static CommandRun health(int port, String... options) {
        String[] args = new String[options.length + 3];
        args[0] = "health";
        args[1] = "--address";
        args[2] = "127.0.0.1:" + port;
        System.arraycopy(options, 0, args, 3, options.length);
        return CommandRun.of(args);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tengen.v1.EnvironmentService"})
    void health_runningServer_isServing(String service) throws IOException {
        try (TengenServer server = server()) {
            CommandRun run = health(server.port(), "--service", service);

            assertThat(run.exitCode()).isZero();
            assertThat(run.lines()).containsExactly("SERVING");
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void health_addressWithoutTheOption_isServing() throws IOException {
        try (TengenServer server = server()) {
            CommandRun run = CommandRun.of("health", "127.0.0.1:" + server.port());

            assertThat(run.lines()).containsExactly("SERVING");
        }
        assertThat(CommandRun.of("health", NOBODY, "--address", NOBODY).err()).contains("is given twice");
    }

    @Test
    void health_serverAtASocket_isServing(@TempDir Path folder) throws IOException {
        Path socket = folder.resolve("tengen.sock");
        try (TengenServer server = TengenServer.start(ServerConfig.DEFAULT.listeningAt(socket))) {
            CommandRun run =
                    CommandRun.of("health", "--address", server.endpoint().toString());

            assertThat(run.exitCode()).isZero();
            assertThat(run.lines()).containsExactly("SERVING");
        }
        assertThat(CommandRun.of("health", "--address", "unix:" + socket).exitCode())
                .isEqualTo(ExitCode.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix:", "no such:address:1", "%%%"})
    void health_noAddress_isReported(String address) {
        CommandRun run = CommandRun.of("health", "--address", address, "--timeout-seconds", "2");

        assertThat(run.exitCode()).isIn(ExitCode.USAGE, ExitCode.UNAVAILABLE);
        assertThat(run.err()).contains(address);
    }

    @Test
    void health_json_isOneObject() throws IOException {
        try (TengenServer server = server()) {
            CommandRun run = health(server.port(), "--json");

            JsonNode object = new ObjectMapper().readTree(run.out());
            assertThat(run.lines()).hasSize(1);
            assertThat(object.get("status").asText()).isEqualTo("SERVING");
            assertThat(object.get("address").asText()).isEqualTo("127.0.0.1:" + server.port());
        }
    }

    @Test
    void health_unknownService_isUnavailable() throws IOException {
        try (TengenServer server = server()) {
            CommandRun run = health(server.port(), "--service", "tengen.v1.NoSuchService");

            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.lines()).containsExactly("SERVICE_UNKNOWN");
            assertThat(run.err()).contains("NoSuchService");
        }
    }

    @Test
    void health_serverThatStops_isNotServing() throws IOException {
        HealthStatusManager health = new HealthStatusManager();
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, ServingStatus.NOT_SERVING);
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(health.getHealthService())
                .build()
                .start();
        try {
            CommandRun run = health(server.getPort());

            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.lines()).containsExactly("NOT_SERVING");
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void health_nobodyThere_isUnreachable() {
        CommandRun run = CommandRun.of("health", "--address", NOBODY);

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(run.lines()).containsExactly("UNREACHABLE");
        assertThat(run.err()).startsWith("tengen: " + NOBODY + ": ").contains("refused");
    }

    @Test
    void health_silentServer_isUnreachable() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = health(silent.getLocalPort(), "--timeout-seconds", "0.3", "--json");

            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            JsonNode object = new ObjectMapper().readTree(run.out());
            assertThat(object.get("status").asText()).isEqualTo("UNREACHABLE");
            assertThat(object.get("reason").asText()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "NaN"})
    void health_timeoutNotAboveZero_isAUsageError(String seconds) {
        CommandRun run = CommandRun.of("health", "--timeout-seconds", seconds);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--timeout-seconds", "not more than 0");
    }

    @ParameterizedTest
    @CsvSource({
        "TENGEN_SERVE_MAX_SESSIONS, 5, 127.0.0.1:9019",
        "TENGEN_SERVE_PORT, 4000, 127.0.0.1:4000",
        "TENGEN_SERVE_SOCKET, /run/tengen.socket, unix:/run/tengen.socket"
    })
    void localAddress_isWhereTheVariablesSay(String name, String value, String expected) {
        assertThat(HealthCommand.localAddress(Map.of(name, value))).isEqualTo(expected);
    }
}
