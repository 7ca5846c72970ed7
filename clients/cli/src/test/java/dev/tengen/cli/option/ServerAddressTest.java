package dev.tengen.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say of an address where no server is, or not the right one. */
class ServerAddressTest {
    private static CommandRun run(String command, String address) {
        return CommandRun.of((command + " --address " + address).split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "demo", "health", "arena ladder"})
    void address_nobodyThere_isNamedWithWhatToDo(String command) throws IOException {
        String address = "127.0.0.1:" + FreePort.find();

        CommandRun run = run(command, address);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err())
                .contains(address, "onnection refused")
                .doesNotContain("io exception", "\tat ", "asked 2 times");
    }

    @Test
    void ladder_nobodyThere_saysHowToStartAServer() throws IOException {
        String address = "127.0.0.1:" + FreePort.find();

        CommandRun run = CommandRun.of("arena", "ladder", "--address", address);

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .startsWith("tengen: no server answers at " + address + " (")
                .contains("start one with ./tengen serve --arena FILE, or set --address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "demo", "health", "arena ladder"})
    void address_thatOfTheHttpPort_namesTheOtherPort(String command) throws IOException {
        try (TengenServer server = TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0))) {
            CommandRun run = run(command, server.httpEndpoint().orElseThrow().toString());

            assertThat(run.exitCode()).isNotZero();
            assertThat(run.err()).contains("connect to the port for clients, 9019 by default");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "demo", "health", "arena ladder"})
    void address_socketWhosePathIsTooLong_namesTheLimit(String command, @TempDir Path folder) {
        CommandRun run = run(command, "unix:" + folder.resolve("x".repeat(120)));

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err())
                .contains("bytes, and a Unix socket allows 107; use a shorter path")
                .doesNotContain("\tat ");
    }

    @Test
    void serve_socketWhosePathIsTooLong_namesTheLimit(@TempDir Path folder) {
        Path socket = folder.resolve("x".repeat(120));

        CommandRun run = CommandRun.of("serve", "--socket", socket.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains(socket.toString(), "bytes, and a Unix socket allows 103; use a shorter path")
                .doesNotContain("\tat ");
    }

    @Test
    void info_wait_waitsForAServerThatStarts() throws IOException {
        int port = FreePort.find();
        CompletableFuture<TengenServer> later = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", port));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
        try {
            CommandRun run = CommandRun.of("info", "--address", "127.0.0.1:" + port, "--wait", "300");

            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
        } finally {
            later.join().close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "86401"})
    void wait_outOfRange_isAUsageError(String seconds) {
        CommandRun run = CommandRun.of("info", "--wait", seconds);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--wait " + seconds + " is outside [0, 86400]");
    }
}
