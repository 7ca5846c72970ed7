package dev.tengen.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.testing.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the examples in other languages against real servers. All of them print the same, and the games are those that
 * the core plays.
 */
@Tag("full")
class ExamplesIT {
    /** Of a call of the tests. Builds and other tests may use all processors. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static ExampleServer server;
    private static int maxLaneCount;

    /** What a run of an example printed. */
    private record Output(int exitCode, String text, String errors) {}

    @BeforeAll
    static void start() throws IOException {
        server = new ExampleServer();
        try (TengenClient client = TengenClient.connect(server.address(), TIMEOUT)) {
            maxLaneCount = client.serverInfo().limits().maxLaneCount();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        System.out.println("Examples:");
        for (Language language : Language.values()) {
            System.out.println("  " + language.summary());
        }
    }

    private static Output run(Language language, String... arguments) throws IOException, InterruptedException {
        return run(language, line -> {}, arguments);
    }

    /** Runs an example, and passes each line of its standard error to a listener at once. */
    private static Output run(Language language, Consumer<String> onErrorLine, String... arguments)
            throws IOException, InterruptedException {
        language.requireBuilt();
        Process process = new ProcessBuilder(language.player(arguments)).start();
        CompletableFuture<String> errors =
                CompletableFuture.supplyAsync(() -> read(process.errorReader(), onErrorLine));
        String text = read(process.inputReader(), line -> {});
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("ended").isTrue();
        return new Output(process.exitValue(), text, errors.join());
    }

    private static String read(BufferedReader reader, Consumer<String> onLine) {
        return reader.lines().peek(onLine).map(line -> line + "\n").collect(Collectors.joining());
    }

    @ParameterizedTest
    @EnumSource
    void play_seeds_areTheGamesOfTheCore(Language language) throws Exception {
        for (long seed : new long[] {1, 0, Long.MAX_VALUE}) {
            Output output = run(language, "--seed=" + seed, server.address());

            assertThat(output)
                    .isEqualTo(
                            new Output(0, ExpectedGames.session(seed) + ExpectedGames.batch(seed, maxLaneCount), ""));
        }
    }

    /** The server has played moves whose answers got lost; each must be played once. */
    @ParameterizedTest
    @EnumSource
    void play_lostAnswersOfASession_isTheSameGame(Language language) throws Exception {
        try (LossyProxy proxy = new LossyProxy(server.address(), 3, 4_000)) {
            Output output = run(language, "--only=sessions", proxy.address());

            assertThat(output.text()).isEqualTo(ExpectedGames.session(1));
            assertThat(output.exitCode()).isZero();
            assertThat(proxy.lossCount()).isEqualTo(3);
            assertThat(output.errors().lines())
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allMatch(line -> line.matches("play: retrying in \\d+ ms after .+"));
        }
    }

    /** The batch has ended with its connection, so it is played again from its start. */
    @ParameterizedTest
    @EnumSource
    void play_lostConnectionsOfABatch_isTheSameGames(Language language) throws Exception {
        try (LossyProxy proxy = new LossyProxy(server.address(), 2, 3_000)) {
            Output output = run(language, "--only=batch", proxy.address());

            assertThat(output.text()).isEqualTo(ExpectedGames.batch(1, maxLaneCount));
            assertThat(output.exitCode()).isZero();
            assertThat(proxy.lossCount()).isEqualTo(2);
            assertThat(output.errors().lines())
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allMatch(line -> line.matches("play: retrying in \\d+ ms after .+"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void play_serverStartsAfterTheFirstRetry_isPlayed(Language language) throws Exception {
        int port = FreePort.find();
        AtomicReference<ExampleServer> later = new AtomicReference<>();
        try {
            Output output = run(
                    language,
                    line -> later.updateAndGet(started -> started == null ? startUnchecked(port) : started),
                    "--only=sessions",
                    "--retry-seconds=60",
                    "127.0.0.1:" + port);

            assertThat(output.text()).isEqualTo(ExpectedGames.session(1));
            assertThat(output.errors()).startsWith("play: retrying in ");
        } finally {
            if (later.get() != null) {
                later.get().close();
            }
        }
    }

    private static ExampleServer startUnchecked(int port) {
        try {
            return new ExampleServer(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void play_fullServer_isRefusedOrWaits(Language language) throws Exception {
        language.requireBuilt();
        try (ExampleServer full = new ExampleServer("--max-sessions=1");
                TengenClient client = TengenClient.connect(full.address(), TIMEOUT)) {
            TengenSession session = createSession(client, 5);

            assertRefusedOrWaits(language, full, "TOO_MANY_SESSIONS", session::close);
        }
    }

    @ParameterizedTest
    @EnumSource
    void play_noMemoryLeft_isRefusedOrWaits(Language language) throws Exception {
        language.requireBuilt();
        try (ExampleServer full = new ExampleServer("--max-memory-megabytes=2");
                TengenClient client = TengenClient.connect(full.address(), TIMEOUT)) {
            List<TengenSession> sessions = new ArrayList<>();
            for (int size : new int[] {25, 5}) {
                assertThatThrownBy(() -> {
                            while (true) {
                                sessions.add(createSession(client, size));
                            }
                        })
                        .isInstanceOfSatisfying(
                                TengenException.class,
                                error -> assertThat(error.reason()).isEqualTo("OUT_OF_MEMORY_BUDGET"));
            }

            assertRefusedOrWaits(language, full, "OUT_OF_MEMORY_BUDGET", () -> sessions.forEach(TengenSession::close));
        }
    }

    private static TengenSession createSession(TengenClient client, int size) {
        return client.createSession(SessionSpec.builder(size, size).build());
    }

    /** Without time to retry, an example reports the reason. Otherwise it plays once there is room. */
    private static void assertRefusedOrWaits(Language language, ExampleServer full, String reason, Runnable makeRoom)
            throws Exception {
        Output refused = run(language, "--only=sessions", "--retry-seconds=0", full.address());

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.errors()).startsWith("play: " + reason);

        // There is room once the example has said that it waits.
        AtomicBoolean isFull = new AtomicBoolean(true);
        Output accepted = run(
                language,
                line -> {
                    if (isFull.getAndSet(false)) {
                        makeRoom.run();
                    }
                },
                "--only=sessions",
                "--retry-seconds=60",
                full.address());

        assertThat(accepted.text()).isEqualTo(ExpectedGames.session(1));
        assertThat(accepted.errors()).contains(" ms after " + reason);
    }

    @ParameterizedTest
    @EnumSource
    void play_noServer_saysHowToStartOne(Language language) throws Exception {
        String address = "127.0.0.1:" + FreePort.find();

        Output output = run(language, "--retry-seconds=0", address);

        assertThat(output)
                .isEqualTo(new Output(
                        3, "", "play: no server answers at " + address + "; start one with \"./tengen serve\"\n"));
    }

    @ParameterizedTest
    @EnumSource
    void play_invalidArguments_areRefused(Language language) throws Exception {
        for (String argument : new String[] {
            "--sede=1",
            "--seed=-1",
            "--seed=9223372036854775808",
            "--seed=",
            "--only=trees",
            "--retry-seconds=3601",
            "--retry-seconds=x"
        }) {
            Output output = run(language, argument);

            assertThat(output.exitCode()).as(argument).isEqualTo(2);
            assertThat(output.text()).isEmpty();
            assertThat(output.errors()).matches("play: .+\nSee \"play --help\" for the arguments\n");
        }
        assertThat(run(language, "127.0.0.1:1", "127.0.0.1:2").exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void play_help_isTheSameInEachLanguage(Language language) throws Exception {
        Output output = run(language, "--help");

        assertThat(output.exitCode()).isZero();
        assertThat(output.text()).startsWith("Usage: play [--seed=N]").contains("--only=WHAT", "Exit codes: 0 ");
        assertThat(output.text().lines()).hasSize(10);
    }
}
