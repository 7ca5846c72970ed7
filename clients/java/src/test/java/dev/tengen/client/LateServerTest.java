package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients without a server: those that fail at once, and those that wait. The timeout of one that waits is time. */
class LateServerTest {
    /** The ways to wait for a server. */
    private enum Way {
        BLOCKING(client -> client.serverInfo().version()),
        ASYNC(client -> client.async().serverInfo().join().version()),
        READY(client -> client.awaitReady(Duration.ofSeconds(30)).serverInfo().version()),
        ASYNC_READY(client -> client.async()
                .awaitReady(Duration.ofSeconds(30))
                .thenCompose(ready -> ready.serverInfo())
                .join()
                .version()),
        BATCH(client -> {
            try (TengenBatch batch = client.openBatch(BatchSpec.of(2, SessionSpec.of(5, 5)))) {
                return batch.step(0, 1).moveNumber(0) == 1 ? "played" : "";
            }
        }),
        REQUIRED(client -> client.requireReady(Duration.ofDays(1)).serverInfo().version()),
        /** An agent of a server without an arena fails only when the server says so. */
        AGENT(client -> {
            try {
                client.playInArena("ada", turn -> 0).close();
                return "";
            } catch (TengenException e) {
                if (e.status().equals("UNAVAILABLE")) {
                    throw e;
                }
                return e.reason();
            }
        });

        private final Function<TengenClient, String> call;

        Way(Function<TengenClient, String> call) {
            this.call = call;
        }
    }

    private static TengenServer start(int port) {
        try {
            return TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CompletableFuture<TengenServer> startLater(int port, int millis) {
        return CompletableFuture.supplyAsync(
                () -> start(port), CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }

    private static TengenException failure(Way way, TengenClient client) {
        Throwable thrown = catchThrowableOfType(RuntimeException.class, () -> way.call.apply(client));
        return (TengenException) (thrown instanceof TengenException ? thrown : thrown.getCause());
    }

    @ParameterizedTest
    @EnumSource(names = {"READY", "ASYNC_READY"})
    @Tag("full")
    void awaitReady_serverStartsAfterTheClient_isAnswered(Way way) throws IOException {
        int port = FreePort.find();
        CompletableFuture<TengenServer> later = startLater(port, 1500);

        try (TengenClient client = TengenClient.connect("127.0.0.1:" + port, Duration.ofSeconds(30))) {
            assertThat(way.call.apply(client)).isNotEmpty();
        } finally {
            later.join().close();
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void call_serverRestarts_isAnswered(Way way) throws IOException {
        int port = FreePort.find();
        try (TengenClient client = TengenClient.connect("127.0.0.1:" + port, Duration.ofSeconds(60))) {
            try (TengenServer first = start(port)) {
                assertThat(client.serverInfo().version()).isNotEmpty();
                assertThat(first.port()).isEqualTo(port);
            }
            CompletableFuture<TengenServer> later = startLater(port, 1500);
            try {
                assertThat(way.call.apply(client)).isNotEmpty();
            } finally {
                later.join().close();
            }
        }
    }

    /** Each waited for the timeout of the client. With this one, a test that waits does not end. */
    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BATCH", "AGENT", "REQUIRED"})
    void call_noServerOnThisMachine_failsAtOnce(Way way) throws IOException {
        String address = "127.0.0.1:" + FreePort.find();
        try (TengenClient client = TengenClient.connect(address, Duration.ofDays(1))) {
            TengenException error = failure(way, client);

            assertThat(error.status()).isEqualTo("UNAVAILABLE");
            assertThat(error).hasMessageContainingAll(address, "onnection refused", "with ./tengen serve");
        }
    }

    @Test
    void call_noSocketOnThisMachine_failsAtOnce(@TempDir Path folder) throws IOException {
        String address = "unix:" + folder.resolve("none");
        try (TengenClient client = TengenClient.connect(address, Duration.ofDays(1))) {
            TengenException error = failure(Way.BLOCKING, client);

            assertThat(error.status()).isEqualTo("UNAVAILABLE");
            assertThat(error).hasMessageContaining("No such file or directory");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC"})
    @Tag("full")
    void call_serverHasGone_failsWhenTheTimeoutHasPassed(Way way) throws IOException {
        int port = FreePort.find();
        try (TengenClient client = TengenClient.connect("127.0.0.1:" + port, Duration.ofSeconds(3))) {
            try (TengenServer server = start(port)) {
                assertThat(server.port()).isEqualTo(port);
                client.awaitReady(Duration.ofMinutes(1));
            }
            long start = System.nanoTime();

            TengenException error = failure(way, client);

            assertThat(error.status()).isEqualTo("UNAVAILABLE");
            assertThat(error).hasMessageContaining("start one with ./tengen serve");
            // The last attempt starts a tenth of a second before the deadline.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(2800));
        }
    }

    @Test
    @Tag("long")
    void awaitReady_serverStarts20SecondsAfterTheClient_isAnswered() throws IOException {
        int port = FreePort.find();
        CompletableFuture<TengenServer> later = startLater(port, 20_000);

        try (TengenClient client = TengenClient.connect("127.0.0.1:" + port, Duration.ofMinutes(1))) {
            assertThat(client.awaitReady(Duration.ofMinutes(1)).serverInfo().version())
                    .isNotEmpty();
        } finally {
            later.join().close();
        }
    }

    @Test
    void awaitReady_noServer_saysWhatWasTriedAndWhatToDo() throws IOException {
        String address = "127.0.0.1:" + FreePort.find();
        try (TengenClient client = TengenClient.connect(address)) {
            TengenException error =
                    catchThrowableOfType(TengenException.class, () -> client.awaitReady(Duration.ofMillis(1500)));

            assertThat(error.status()).isEqualTo("UNAVAILABLE");
            assertThat(error.reason()).isEmpty();
            assertThat(error.getMessage())
                    .matches("the server at " + address + " was not ready within 1\\.5 seconds \\(asked \\d+ times\\):"
                            + " no server answers \\(.*[Cc]onnection refused.*\\);"
                            + " check the address, or start a server with ./tengen serve");
        }
    }

    @Test
    void awaitReady_interrupted_fails() throws IOException {
        try (TengenClient client = TengenClient.connect("127.0.0.1:" + FreePort.find())) {
            Thread.currentThread().interrupt();

            TengenException error =
                    catchThrowableOfType(TengenException.class, () -> client.awaitReady(Duration.ofMinutes(1)));

            assertThat(error.status()).isEqualTo("CANCELLED");
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
