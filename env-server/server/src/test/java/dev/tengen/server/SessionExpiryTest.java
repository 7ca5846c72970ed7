package dev.tengen.server;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static dev.tengen.server.testing.TreeCall.planting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.FakeEngine;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.TreeError;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.TreeCall;
import io.grpc.Status;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sessions with an idle timeout of their own, over the wire: what keeps them open, and what is answered afterwards. */
class SessionExpiryTest {
    private static final Duration MAX = Duration.ofMinutes(10);

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(ServerConfig.DEFAULT
            .withSessionLimits(new SessionLimits(100, MAX))
            .withEngineLimits(new EngineLimits(List.of(engine(Fault.LATE), engine(Fault.VERY_LATE)), 2, 2)));

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    private static EngineSpec engine(Fault fault) {
        EngineSpec spec = FakeEngine.spec(fault);
        return new EngineSpec(
                fault.name().toLowerCase(Locale.ROOT),
                spec.command(),
                spec.startTimeout(),
                spec.moveTimeout(),
                spec.deadStones());
    }

    private static EnvironmentSpec.Builder against(Fault fault) {
        EnvironmentSpec.Builder spec = square(5);
        spec.getOpponentBuilder().setPlayer("gtp:" + fault.name().toLowerCase(Locale.ROOT));
        return spec;
    }

    private CreateSessionResponse open(EnvironmentSpec.Builder spec, Duration idleTimeout) {
        return stub.createSession(
                create(spec).setIdleTimeoutMs(idleTimeout.toMillis()).build());
    }

    private String openSession(EnvironmentSpec.Builder spec, Duration idleTimeout) {
        return open(spec, idleTimeout).getSessionId();
    }

    private String expiredSession() {
        String session = openSession(square(9), Duration.ofMillis(1));
        awaitExpiry(session);
        return session;
    }

    /** Waits until the list lacks the session, because a call that finds it would restart the idle time. */
    private void awaitExpiry(String session) {
        await().forever()
                .until(() -> stub.listSessions(ListSessionsRequest.getDefaultInstance()).getSessionsList().stream()
                        .noneMatch(summary -> summary.getSessionId().equals(session)));
        assertThat(Failure.of(() -> describe(stub, session)).reason()).contains("SESSION_EXPIRED");
    }

    /** Returns how long {@code call} takes. */
    private static Duration time(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /**
     * Steps, while another call waits for the step. The step once answered, but the session had expired while the
     * engine was thinking.
     */
    private void playAgainst(Fault fault, Duration idleTimeout, Duration thinkingTime) throws InterruptedException {
        String session = openSession(against(fault), idleTimeout);
        CompletableFuture<Integer> waiting = new CompletableFuture<>();
        Thread other = new Thread(
                () -> waiting.complete(describe(stub, session).getTimestep().getMoveNumber()));

        Duration took = time(() -> {
            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(other::start);
            play(stub, session, 12);
        });

        assertThat(took).isGreaterThan(thinkingTime);
        assertThat(waiting.join()).isEqualTo(2);
        awaitExpiry(session);
        await().forever().until(() -> SERVER.server().engineCount() == 0);
    }

    @Test
    @Tag("full")
    void step_opponentThinksForLongerThanTheIdleTimeout_sessionSurvives() throws InterruptedException {
        playAgainst(Fault.LATE, Duration.ofSeconds(3), Duration.ofMillis(4900));
    }

    @Test
    @Tag("long")
    void step_opponentThinksTenSecondsAndIdleTimeoutIsTwo_sessionSurvives() throws InterruptedException {
        playAgainst(Fault.VERY_LATE, Duration.ofSeconds(3), Duration.ofMillis(9900));
    }

    @Test
    @Tag("full")
    void chooseAction_playerThinksForLongerThanTheIdleTimeout_sessionSurvives() {
        Duration idleTimeout = Duration.ofSeconds(1);
        String session = openSession(square(19), idleTimeout);

        Duration took = time(() -> stub.chooseAction(ChooseActionRequest.newBuilder()
                .setSessionId(session)
                .setPlayer("monte-carlo:playouts=20000")
                .build()));

        assertThat(took).isGreaterThan(idleTimeout);
        // The session was open until the answer, or the call would have failed; now its idle time runs.
        awaitExpiry(session);
    }

    @Test
    void createSession_idleTimeout_isReportedEverywhere() {
        Duration idleTimeout = Duration.ofSeconds(77);
        CreateSessionResponse created = open(square(9), idleTimeout);
        String session = created.getSessionId();

        assertThat(created.getIdleTimeoutMs()).isEqualTo(77_000);
        assertThat(describe(stub, session).getIdleTimeoutMs()).isEqualTo(77_000);
        assertThat(stub.listSessions(ListSessionsRequest.getDefaultInstance()).getSessionsList())
                .filteredOn(summary -> summary.getSessionId().equals(session))
                .extracting(SessionSummary::getIdleTimeoutMs)
                .containsExactly(77_000L);
    }

    @Test
    void createSession_noIdleTimeout_hasTheMaximum() {
        assertThat(open(square(9), Duration.ZERO).getIdleTimeoutMs()).isEqualTo(MAX.toMillis());
        assertThat(Calls.serverInfo(stub).getLimits().getIdleTimeoutMs()).isEqualTo(MAX.toMillis());
    }

    @Test
    void fork_noIdleTimeout_hasThatOfItsSource() {
        String session = openSession(square(9), Duration.ofSeconds(77));
        ForkRequest.Builder request = ForkRequest.newBuilder().setSessionId(session);

        assertThat(stub.fork(request.build()).getSession().getIdleTimeoutMs()).isEqualTo(77_000);
        assertThat(stub.fork(request.setIdleTimeoutMs(MAX.toMillis()).build())
                        .getSession()
                        .getIdleTimeoutMs())
                .isEqualTo(MAX.toMillis());
    }

    @Test
    void restore_idleTimeout_isItsOwn() {
        String session = openSession(square(9), Duration.ofSeconds(77));
        ByteString snapshot = Calls.snapshot(stub, session);
        RestoreRequest.Builder request = RestoreRequest.newBuilder().setSnapshot(snapshot);

        OpenedSession byDefault = stub.restore(request.build()).getSession();
        OpenedSession named =
                stub.restore(request.setIdleTimeoutMs(5000).build()).getSession();

        assertThat(byDefault.getIdleTimeoutMs()).isEqualTo(MAX.toMillis());
        assertThat(named.getIdleTimeoutMs()).isEqualTo(5000);
    }

    @Test
    void importRecord_idleTimeout_isItsOwn() {
        ImportRecordRequest.Builder request = Calls.importing("(;SZ[9];B[aa])");

        assertThat(stub.importRecord(request.build()).getSession().getIdleTimeoutMs())
                .isEqualTo(MAX.toMillis());
        assertThat(stub.importRecord(request.setIdleTimeoutMs(5000).build())
                        .getSession()
                        .getIdleTimeoutMs())
                .isEqualTo(5000);
    }

    @Test
    void watch_sessionIsNotUsed_endsWhenItExpires() {
        String session = openSession(square(9), Duration.ofSeconds(3));
        Iterator<WatchResponse> states = Calls.watch(stub, session);

        assertThat(states.next().getTimestep().getEpisode()).isZero();
        assertThat(states.hasNext()).isFalse();
        awaitExpiry(session);
    }

    @Test
    void watch_manyTimes_doesNotExtendTheIdleTimeout() {
        String session = openSession(square(9), Duration.ofSeconds(1));

        Failure failure = Failure.of(() -> {
            while (true) {
                Calls.watch(stub, session).next();
            }
        });

        assertThat(failure.reason()).contains("SESSION_EXPIRED");
    }

    @Test
    void step_expiredSession_isExpiredEachTime() {
        String session = expiredSession();
        StepRequest request = step(session, 0).build();

        assertThat(Failure.of(() -> stub.step(request)).reason()).contains("SESSION_EXPIRED");
        assertThat(Failure.of(() -> stub.step(request)).reason()).contains("SESSION_EXPIRED");
    }

    @Test
    void solvePosition_expiredSession_isExpired() {
        SolvePositionRequest request = SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder().setSessionId(expiredSession()))
                .build();

        Failure failure = Failure.of(
                () -> AnalysisServiceGrpc.newBlockingStub(SERVER.channel()).solvePosition(request));

        assertThat(failure.reason()).contains("SESSION_EXPIRED");
    }

    @Test
    void plantTrees_expiredSession_isExpired() {
        try (TreeCall forest = TreeCall.open(SERVER.channel(), OpenForest.newBuilder())) {
            forest.receive();

            TreeError error = forest.ask(planting(TreeRoot.newBuilder().setSessionId(expiredSession())))
                    .getError();

            assertThat(error.getReason()).isEqualTo("SESSION_EXPIRED");
            assertThat(error.getCode()).isEqualTo(Status.Code.NOT_FOUND.value());
        }
    }
}
