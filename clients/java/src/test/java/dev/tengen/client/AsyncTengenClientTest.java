package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.client.error.TengenException;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ResetRequest;
import io.grpc.ManagedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The asynchronous client against a real server. */
class AsyncTengenClientTest {
    private static final HeldCalls CALLS = new HeldCalls();

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer(CALLS);

    private final TengenClient blocking = SERVER.client();
    private final AsyncTengenClient client = blocking.async();

    @BeforeEach
    void forget() {
        CALLS.forget();
    }

    /** Returns the exception of {@code future}. */
    private static TengenException failure(CompletableFuture<?> future) {
        return (TengenException)
                catchThrowableOfType(CompletionException.class, future::join).getCause();
    }

    @Test
    @Tag("full")
    void step_hundredsOfGamesOverOneChannel_equalTheCore() {
        List<CompletableFuture<Void>> games =
                IntStream.range(0, 300).mapToObj(this::playGame).toList();

        CompletableFuture.allOf(games.toArray(CompletableFuture[]::new)).join();
    }

    /** Plays a random game. Sends each step when the previous one is complete. */
    private CompletableFuture<Void> playGame(int seed) {
        Environment local = new Environment(EnvironmentSpec.of(Grid.of(4, 3), Rules.TROMP_TAYLOR), seed);
        SessionSpec spec = SessionSpec.builder(4, 3).seed(seed).build();
        return client.createSession(spec)
                .thenCompose(session -> playOn(session, session.firstTimestep(), local, new SplitMix64(seed)))
                .thenCompose(AsyncTengenSession::close);
    }

    private CompletableFuture<AsyncTengenSession> playOn(
            AsyncTengenSession session, Timestep timestep, Environment local, SplitMix64 random) {
        assertThat(timestep.stateHash()).isEqualTo(local.stateHash());
        if (timestep.isOver()) {
            assertThat(local.isOver()).isTrue();
            return CompletableFuture.completedFuture(session);
        }
        int[] legal = timestep.actionMask().actions();
        int action = legal[random.nextInt(legal.length)];
        local.step(action);
        return session.step(action).thenCompose(next -> playOn(session, next, local, random));
    }

    @Test
    void step_manyAtOnceForOneMove_oneActs() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(9, 9)).join();

        List<CompletableFuture<Timestep>> steps = IntStream.range(0, 81)
                .mapToObj(action -> session.step(action, 0))
                .toList();
        List<String> outcomes = steps.stream()
                .map(step -> step.handle(
                                (timestep, error) -> error == null ? "acted" : ((TengenException) error).reason())
                        .join())
                .toList();

        assertThat(outcomes).filteredOn("acted"::equals).hasSize(1);
        assertThat(outcomes).filteredOn("WRONG_MOVE_NUMBER"::equals).hasSize(80);
        assertThat(session.state().join().actions()).hasSize(1);
    }

    /** Starts a new episode as another client does, over a connection of its own. */
    private static void resetByAnotherClient(String sessionId) {
        ManagedChannel channel = Channels.to(SERVER.address()).build();
        try {
            EnvironmentServiceGrpc.newBlockingStub(channel)
                    .reset(ResetRequest.newBuilder().setSessionId(sessionId).build());
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void step_afterAResetByAnotherClient_isAborted() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(3, 3)).join();
        Timestep known = session.firstTimestep();
        resetByAnotherClient(session.sessionId());

        TengenException error = failure(session.step(4, known.moveNumber(), known.episode()));
        Timestep acted = session.step(4, 0, 1).join();

        assertThat(error.status()).isEqualTo("ABORTED");
        assertThat(error.reason()).isEqualTo("WRONG_EPISODE");
        assertThat(error.metadata()).isEqualTo(Map.of("field", "expected_episode", "value", "0", "allowed", "1"));
        assertThat(acted.episode()).isEqualTo(1);
        assertThat(acted.currentEpisode()).isEqualTo(1);
    }

    @Test
    void proposeDeadStones_afterAResetByAnotherClient_isAborted() {
        AsyncTengenSession session = client.createSession(
                        SessionSpec.builder(3, 3).rules("blog-2011").build())
                .join();
        session.step(4).join();
        session.step(9).join();
        session.step(9).join();
        Timestep known = session.step(9).join();
        resetByAnotherClient(session.sessionId());

        TengenException error = failure(session.proposeDeadStones(List.of(4), known.moveNumber(), known.episode()));

        assertThat(known.isAgreement()).isTrue();
        assertThat(error.reason()).isEqualTo("WRONG_EPISODE");
    }

    /** The first answer is lost, and another client resets the session before the retry. */
    @Test
    void step_retryAfterAReset_saysThatItsEpisodeIsNotTheCurrentOne() throws InterruptedException {
        AsyncTengenSession session = client.createSession(
                        SessionSpec.builder(3, 3).encodings("alphazero-17").build())
                .join();
        CALLS.loseAnswerAndHoldRetries("Step");
        CompletableFuture<Timestep> step = session.step(4);
        Runnable release = CALLS.awaitHeld();
        resetByAnotherClient(session.sessionId());

        release.run();
        Timestep answer = step.join();

        assertThat(answer.episode()).isZero();
        assertThat(answer.moveNumber()).isEqualTo(1);
        assertThat(answer.observations()).hasSize(1);
        assertThat(answer.currentEpisode()).isEqualTo(1);
        assertThat(session.state().join().actions()).isEmpty();
    }

    @Test
    void idleTimeout_ofEachWayToOpenASession_isTheSessions() {
        Duration own = Duration.ofSeconds(70);
        AsyncTengenSession session = client.createSession(
                        SessionSpec.builder(3, 3).idleTimeout(own).build())
                .join();
        byte[] snapshot = session.snapshot().join();
        byte[] sgf = "(;SZ[9];B[aa])".getBytes(StandardCharsets.UTF_8);
        SessionSpec record = SessionSpec.recordBuilder().idleTimeout(own).build();

        assertThat(session.idleTimeout()).isEqualTo(own);
        assertThat(session.state().join().idleTimeout()).isEqualTo(own);
        assertThat(session.fork().join().idleTimeout()).isEqualTo(own);
        assertThat(session.fork(Duration.ofNanos(1)).join().idleTimeout()).isEqualTo(Duration.ofMillis(1));
        assertThat(client.restore(snapshot).join().idleTimeout()).isEqualTo(Duration.ofHours(1));
        assertThat(client.restore(snapshot, own).join().idleTimeout()).isEqualTo(own);
        assertThat(client.importRecord(sgf, record).join().idleTimeout()).isEqualTo(own);
        assertThat(client.listSessions().join())
                .filteredOn(summary -> summary.sessionId().equals(session.sessionId()))
                .extracting(SessionSummary::idleTimeout)
                .containsExactly(own);
    }

    @Test
    void idleTimeout_tooLong_namesFieldValueAndRange() {
        SessionSpec spec =
                SessionSpec.builder(3, 3).idleTimeout(Duration.ofHours(2)).build();

        assertThat(failure(client.createSession(spec))).hasMessage("idle_timeout_ms 7200000 is outside [0, 3600000]");
    }

    @Test
    void call_expiredSession_saysSo() throws InterruptedException {
        AsyncTengenSession session = client.createSession(SessionSpec.builder(3, 3)
                        .idleTimeout(Duration.ofMillis(1))
                        .build())
                .join();
        Thread.sleep(20);

        TengenException error = failure(session.step(4));

        assertThat(error.status()).isEqualTo("NOT_FOUND");
        assertThat(error.reason()).isEqualTo("SESSION_EXPIRED");
        session.close().join(); // No error: there is nothing left to close.
    }

    @Test
    void readCalls_sameSession_returnWhatTheBlockingOnesReturn() {
        TengenSession session = blocking.createSession(
                SessionSpec.builder(5, 4).encodings("alphazero-17").build());
        AsyncTengenSession async = session.async();
        async.step(12).join();

        assertSame(async.legalActions(), session.legalActions());
        assertSame(async.score(), session.score());
        assertSame(async.observe(), session.observe());
        assertSame(async.observe("alphazero-17"), session.observe("alphazero-17"));
        assertSame(async.score(List.of(12), List.of("age")), session.score(List.of(12), List.of("age")));
        assertSame(async.observe(List.of("influence")), session.observe(List.of("influence")));
        assertSame(async.state(), session.state());
        assertSame(async.snapshot(), session.snapshot());
        assertSame(async.exportRecord(), session.exportRecord());
        assertThat(client.serverInfo().join())
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*reservedBytes") // The memory of the first answer may not be free yet.
                .isEqualTo(blocking.serverInfo());
        assertThat(List.of(async.sessionId(), async.width(), async.height(), async.passAction(), async.actionCount()))
                .isEqualTo(List.of(session.sessionId(), 5, 4, 20, 21));
        assertThat(async.firstSeed()).isEqualTo(session.firstSeed());
    }

    private static void assertSame(CompletableFuture<?> future, Object expected) {
        assertThat(future.join()).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void undo_withExpectedStateAndWithout_takesMovesBack() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(3, 3)).join();
        long start = session.firstTimestep().stateHash();
        long first = session.step(4).join().stateHash();
        session.step(0).join();
        long episode = session.state().join().timestep().episode();

        String refusal = session.undo(1, 1, episode)
                .handle((timestep, error) -> ((TengenException) error).reason())
                .join();

        assertThat(refusal).isEqualTo("WRONG_MOVE_NUMBER");
        assertThat(session.undo(1, 2, episode).join().stateHash()).isEqualTo(first);
        assertThat(session.undo(1).join().stateHash()).isEqualTo(start);
    }

    @Test
    void reset_withSeedAndWithout_startsTheNextEpisode() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(2, 2)).join();

        session.reset(7).join();
        assertThat(session.state().join().seed()).isEqualTo(7);

        session.reset().join();
        assertThat(session.state().join().timestep().episode()).isEqualTo(2);
    }

    @Test
    void chooseAction_builtInPlayer_isWhatItChoosesHere() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(5, 5)).join();
        Game game = new Game(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR);

        int action = session.chooseAction("random", 6).join();

        assertThat(action).isEqualTo(Players.RANDOM.create(game.grid()).chooseMove(game, new SplitMix64(6)));
        assertThat(session.state().join().actions()).isEmpty();
    }

    @Test
    void copies_ofASession_continueFromTheSamePosition() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(5, 5)).join();
        long hash = session.step(12).join().stateHash();
        byte[] sgf = session.exportRecord().join().getBytes(StandardCharsets.UTF_8);
        SessionSpec spec = SessionSpec.recordBuilder().maxMoves(75).build();

        AsyncTengenSession fork = session.fork().join();
        AsyncTengenSession restored =
                session.snapshot().thenCompose(client::restore).join();
        AsyncTengenSession imported = client.importRecord(sgf, spec).join();
        AsyncTengenSession start = client.importRecord(sgf, spec, 0).join();

        assertThat(fork.firstTimestep().stateHash()).isEqualTo(hash);
        assertThat(restored.firstTimestep().stateHash()).isEqualTo(hash);
        assertThat(imported.firstTimestep().stateHash()).isEqualTo(hash);
        assertThat(start.firstTimestep().moveNumber()).isZero();
    }

    @Test
    void listSessions_moreThanAPage_areAllThere() {
        List<String> made =
                IntStream.range(0, 1001).mapToObj(i -> client.createSession(SessionSpec.of(1, 1))).toList().stream()
                        .map(session -> session.join().sessionId())
                        .toList();

        List<SessionSummary> listed = client.listSessions().join();

        assertThat(listed).extracting(SessionSummary::sessionId).containsAll(made);
    }

    @Test
    void close_closedSession_isNoError() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(2, 2)).join();
        session.close().join();

        session.close().join();

        assertThat(failure(session.score()).reason()).isEqualTo("SESSION_NOT_FOUND");
    }

    @Test
    void step_illegalAction_completesWithTheReason() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(2, 2)).join();
        session.step(3).join();

        TengenException error = failure(session.step(3));

        assertThat(error)
                .isInstanceOfSatisfying(
                        IllegalActionException.class,
                        illegal -> assertThat(illegal.illegalReason()).isEqualTo(IllegalReason.OCCUPIED));
        assertThat(error.status()).isEqualTo("FAILED_PRECONDITION");
    }

    @Test
    void createSession_sizeTooGreat_namesFieldValueAndRange() {
        TengenException error = failure(client.createSession(SessionSpec.of(26, 9)));

        assertThat(error).hasMessage("width 26 is outside [1, 25]");
        assertThat(error.metadata()).containsEntry("field", "width").containsEntry("allowed", "[1, 25]");
    }

    @Test
    void call_noServer_saysHowToStartOne() {
        try (AsyncTengenClient nowhere = AsyncTengenClient.connect("127.0.0.1:1")) {
            assertThat(failure(nowhere.serverInfo())).hasMessageContaining("./tengen serve");
        }
    }

    @Test
    @Tag("full")
    void call_noAnswerInTime_isDeadlineExceeded() throws Exception {
        CALLS.hold("GetServerInfo");
        try (AsyncTengenClient hasty = AsyncTengenClient.connect(SERVER.address(), Duration.ofSeconds(3))) {
            assertThat(failure(hasty.serverInfo()).status()).isEqualTo("DEADLINE_EXCEEDED");
            assertThat(CALLS.awaitCanceled()).isEqualTo("GetServerInfo");
        }
    }

    @Test
    void step_serverUnavailableForAWhile_isRetried() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(2, 2)).join();
        CALLS.reject(3);

        Timestep timestep = session.step(0).join();

        assertThat(timestep.moveNumber()).isEqualTo(1);
    }

    @Test
    void step_serverOverloadedForAWhile_isRetriedAfterTheDelays() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(2, 2)).join();
        CALLS.refuse(4, "SERVER_OVERLOADED");
        long start = System.nanoTime();

        Timestep timestep = session.step(0).join();

        assertThat(timestep.moveNumber()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(20 + 40 + 80 + 160));
    }

    @Test
    void step_serverOverloadedForLonger_isRetriedUntilTheTimeoutHasPassed() {
        try (AsyncTengenClient hasty = AsyncTengenClient.connect(SERVER.address(), Duration.ofSeconds(2))) {
            AsyncTengenSession session =
                    hasty.createSession(SessionSpec.of(2, 2)).join();
            CALLS.refuse(1000, "SERVER_OVERLOADED");
            long start = System.nanoTime();

            assertThat(session.step(0))
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            TengenException.class,
                            error -> assertThat(error.reason()).isEqualTo("SERVER_OVERLOADED"));

            int attemptCount = 1000 - CALLS.openRejectCount();
            CALLS.refuse(0, "");
            // The delays are 20, 40, 80, 160, 320 and 640 milliseconds; the next, a second, passes the deadline.
            assertThat(attemptCount).isBetween(5, 7);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1200));
        }
    }

    @Test
    void step_otherLimitReached_failsAtOnce() {
        AsyncTengenSession session = client.createSession(SessionSpec.of(2, 2)).join();
        CALLS.refuse(2, "TOO_MANY_ENGINES");

        assertThat(session.step(0)).failsWithin(Duration.ofSeconds(20));

        assertThat(CALLS.openRejectCount()).isEqualTo(1);
        CALLS.refuse(0, "");
    }

    @Test
    void step_blockingClientAndServerOverloadedForAWhile_isRetriedAfterTheDelays() {
        TengenSession session = blocking.createSession(SessionSpec.of(2, 2));
        CALLS.refuse(3, "SERVER_OVERLOADED");
        long start = System.nanoTime();

        Timestep timestep = session.step(0);

        assertThat(timestep.moveNumber()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(20 + 40 + 80));
    }

    @Test
    void cancel_callInFlight_endsItAtTheServer() throws Exception {
        CALLS.hold("GetServerInfo");
        CompletableFuture<ServerInfo> call = client.serverInfo();
        CALLS.awaitHeld();

        call.cancel(true);

        assertThat(call).isCancelled();
        assertThat(CALLS.awaitCanceled()).isEqualTo("GetServerInfo");
    }

    @Test
    void orTimeout_callInFlight_endsItAtTheServer() throws Exception {
        CALLS.hold("GetServerInfo");

        CompletableFuture<ServerInfo> call = client.serverInfo().orTimeout(200, TimeUnit.MILLISECONDS);

        assertThat(CALLS.awaitCanceled()).isEqualTo("GetServerInfo");
        assertThat(call).isCompletedExceptionally();
    }

    @Test
    void cancel_listInFlight_endsTheCallForThePage() throws Exception {
        CALLS.hold("ListSessions");
        CompletableFuture<List<SessionSummary>> list = client.listSessions();
        CALLS.awaitHeld();

        list.cancel(true);

        assertThat(CALLS.awaitCanceled()).isEqualTo("ListSessions");
    }

    @Test
    void callback_withoutExecutor_runsOnThePoolOfGrpc() throws Exception {
        CALLS.hold("GetServerInfo");
        CompletableFuture<String> thread =
                client.serverInfo().thenApply(info -> Thread.currentThread().getName());

        CALLS.awaitHeld().run();

        assertThat(thread.join()).startsWith("grpc-default-executor");
    }

    @Test
    void callback_waitingForAnotherCall_doesNotBlockIt() {
        CompletableFuture<String> version =
                client.serverInfo().thenApply(info -> client.serverInfo().join().version());

        assertThat(version.join()).isNotEmpty();
    }

    @Test
    @Tag("full")
    void close_callInFlight_failsIt() throws Exception {
        CALLS.hold("GetServerInfo");
        AsyncTengenClient other = AsyncTengenClient.connect(SERVER.address());
        CompletableFuture<ServerInfo> call = other.serverInfo();
        CALLS.awaitHeld();

        other.close();

        assertThat(failure(call).status()).isEqualTo("UNAVAILABLE");
        assertThat(CALLS.awaitCanceled()).isEqualTo("GetServerInfo");
    }
}
