package dev.tengen.server;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceFutureStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls that are retried with their request id. */
class RetryTest {
    private static final int REMEMBERED = 32;
    private static final int AT_ONCE = 64;
    private static final int CONNECTIONS = 8;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();
    private final List<ManagedChannel> connections = new ArrayList<>();

    @AfterEach
    void closeConnections() {
        connections.forEach(ManagedChannel::shutdownNow);
    }

    private static EnvironmentSpec.Builder observed() {
        return square(9)
                .addEncodings("alphazero-17")
                .setOpponent(Opponent.newBuilder().setPlayer("random"));
    }

    /** Returns a session with a seed by which the opponent does not pass. */
    private String openObserved() {
        return stub.createSession(create(observed()).setSeed(1).build()).getSessionId();
    }

    private static StepRequest stepWithId(String session, String id, int action) {
        return step(session, action).setRequestId(id).build();
    }

    private static ResetRequest resetWithId(String session, String id) {
        return reset(session).setRequestId(id).build();
    }

    @Test
    void step_again_getsTheFirstAnswerAndActsOnce() {
        String session = openObserved();
        StepRequest request = stepWithId(session, "a", 40);

        StepResponse first = stub.step(request);
        StepResponse again = stub.step(request);

        assertThat(again).isEqualTo(first);
        assertThat(describe(stub, session).getTimestep().getMoveNumber()).isEqualTo(2);
    }

    @Test
    void step_withoutId_actsEachTime() {
        String session = open(stub, square(9));

        play(stub, session, 81);
        play(stub, session, 81);

        assertThat(describe(stub, session).getActionsList()).containsExactly(81, 81);
    }

    @Test
    void step_againAfterLaterSteps_getsTheFirstAnswerWithItsObservations() {
        String session = openObserved();
        play(stub, session, 40);
        StepRequest request = stepWithId(session, "a", 81);
        StepResponse first = stub.step(request);
        play(stub, session, 81, 81);

        assertThat(stub.step(request)).isEqualTo(first);
        assertThat(first.getTimestep().getObservationsCount()).isEqualTo(1);
    }

    @Test
    void step_againAfterARejectedStep_getsTheFirstAnswer() {
        String session = openObserved();
        StepRequest request = stepWithId(session, "a", 40);
        StepResponse first = stub.step(request);
        Failure refused = Failure.of(() -> stub.step(stepWithId(session, "b", 40)));

        assertThat(stub.step(request)).isEqualTo(first);
        assertThat(refused.reason()).contains("OCCUPIED");
    }

    @Test
    void step_againAfterTheEnd_getsTheFirstAnswer() {
        String session = open(stub, square(9).addEncodings("alphazero-17"));
        StepRequest request = stepWithId(session, "a", 40);
        StepResponse first = stub.step(request);
        play(stub, session, 81, 81);

        assertThat(stub.step(request)).isEqualTo(first);
    }

    @Test
    void step_againAfterAReset_getsTheFirstAnswerOfTheEpisodeBefore() {
        String session = openObserved();
        StepRequest request = stepWithId(session, "a", 40);
        StepResponse first = stub.step(request);
        stub.reset(reset(session).build());
        play(stub, session, 41);
        GetSessionResponse before = describe(stub, session);

        StepResponse again = stub.step(request);

        assertThat(first.getCurrentEpisode()).isZero();
        assertThat(first.getTimestep().getEpisode()).isZero();
        assertThat(first.getTimestep().getObservationsCount()).isEqualTo(1);
        assertThat(again).isEqualTo(first.toBuilder().setCurrentEpisode(1).build());
        assertThat(describe(stub, session)).isEqualTo(before);
    }

    @Test
    void reset_againAfterAnotherReset_saysThatItsEpisodeIsNotTheCurrentOne() {
        String session = openObserved();
        ResetRequest request = resetWithId(session, "a");
        ResetResponse first = stub.reset(request);
        stub.reset(reset(session).build());

        ResetResponse again = stub.reset(request);

        assertThat(first.getCurrentEpisode()).isEqualTo(1);
        assertThat(again).isEqualTo(first.toBuilder().setCurrentEpisode(2).build());
    }

    /** The retry comes too late to be remembered, and another episode is at the same move number. */
    @Test
    void step_forgottenRetryInALaterEpisode_isStoppedByTheEpisodeAlone() {
        String session = open(stub, square(9));
        StepRequest request = stepWithId(session, "a", 40).toBuilder()
                .setExpectedMoveNumber(0)
                .build();
        stub.step(request);
        change(session, REMEMBERED);

        Failure refused = Failure.of(
                () -> stub.step(request.toBuilder().setExpectedEpisode(0).build()));
        StepResponse acted = stub.step(request);

        assertThat(refused.reason()).contains("WRONG_EPISODE");
        assertThat(refused.code()).isEqualTo(Status.Code.ABORTED);
        assertThat(acted.getTimestep().getEpisode()).isEqualTo(REMEMBERED);
        assertThat(acted.getTimestep().getMoveNumber()).isEqualTo(1);
    }

    /** A retry gets its answer even if its expectation no longer holds. */
    @Test
    void step_rememberedRetryWithExpectedEpisode_getsTheFirstAnswer() {
        String session = open(stub, square(9));
        StepRequest request = stepWithId(session, "a", 40).toBuilder()
                .setExpectedEpisode(0)
                .setExpectedMoveNumber(0)
                .build();
        StepResponse first = stub.step(request);
        stub.reset(reset(session).build());

        StepResponse again = stub.step(request);

        assertThat(again.getTimestep()).isEqualTo(first.getTimestep());
        assertThat(again.getCurrentEpisode()).isEqualTo(1);
    }

    @Test
    void step_resignationAgain_getsTheFirstAnswerAndNoError() {
        String session = openObserved();
        play(stub, session, 40);
        StepRequest request = stepWithId(session, "a", -2);

        StepResponse first = stub.step(request);

        assertThat(stub.step(request)).isEqualTo(first);
    }

    @Test
    void step_againWithMoveNumberNowWrong_getsTheFirstAnswerAndNoError() {
        String session = open(stub, square(9));
        StepRequest request =
                step(session, 40).setRequestId("a").setExpectedMoveNumber(0).build();
        StepResponse first = stub.step(request);
        play(stub, session, 41);

        assertThat(stub.step(request)).isEqualTo(first);
    }

    @Test
    void reset_again_getsTheFirstAnswerAndActsOnce() {
        String session = openObserved();
        ResetRequest request = resetWithId(session, "a");

        ResetResponse first = stub.reset(request);
        play(stub, session, 40);
        ResetResponse again = stub.reset(request);

        assertThat(again).isEqualTo(first);
        assertThat(describe(stub, session).getTimestep().getEpisode()).isEqualTo(1);
        assertThat(describe(stub, session).getActionsList()).startsWith(40);
    }

    /** Makes changing calls, which are remembered in place of older ones. */
    private void change(String session, int times) {
        IntStream.range(0, times).forEach(number -> stub.reset(resetWithId(session, "other " + number)));
    }

    @Test
    void step_againAfterThirtyOneOtherCalls_getsTheFirstAnswer() {
        String session = openObserved();
        StepRequest request = stepWithId(session, "a", 40);
        StepResponse first = stub.step(request);
        change(session, REMEMBERED - 1);

        assertThat(stub.step(request))
                .isEqualTo(first.toBuilder().setCurrentEpisode(REMEMBERED - 1).build());
        assertThat(describe(stub, session).getActionsList()).isEmpty();
    }

    @Test
    void step_againAfterThirtyTwoOtherCalls_actsAgain() {
        String session = openObserved();
        StepRequest request = stepWithId(session, "a", 40);
        stub.step(request);
        change(session, REMEMBERED);

        stub.step(request);

        assertThat(describe(stub, session).getActionsList()).startsWith(40);
    }

    @Test
    void step_sameIdInTwoSessions_actsInEach() {
        String one = open(stub, square(9));
        String other = open(stub, square(9));

        stub.step(stepWithId(one, "a", 1));
        stub.step(stepWithId(other, "a", 2));

        assertThat(describe(stub, one).getActionsList()).containsExactly(1);
        assertThat(describe(stub, other).getActionsList()).containsExactly(2);
    }

    @Test
    void step_againAfterItFailed_acts() {
        String session = open(stub, square(9));
        play(stub, session, 40);
        StepRequest request = stepWithId(session, "a", 40);

        Failure first = Failure.of(() -> stub.step(request));
        stub.reset(reset(session).build());
        StepResponse again = stub.step(request);

        assertThat(first.reason()).contains("OCCUPIED");
        assertThat(again.getTimestep().getActionsList()).containsExactly(40);
    }

    @Test
    void step_idOfAFailedCallWithOtherContent_acts() {
        String session = open(stub, square(9));

        Failure.of(() -> stub.step(stepWithId(session, "a", 1000)));

        assertThat(stub.step(stepWithId(session, "a", 40)).getTimestep().getMoveNumber())
                .isEqualTo(1);
    }

    @Test
    void createSession_again_getsTheSameSession() {
        CreateSessionRequest request =
                create(observed()).setRequestId("same session").build();

        CreateSessionResponse first = stub.createSession(request);
        int openCount = SERVER.server().openSessionCount();
        play(stub, first.getSessionId(), 40);

        assertThat(stub.createSession(request)).isEqualTo(first);
        assertThat(SERVER.server().openSessionCount()).isEqualTo(openCount);
    }

    /** A retry gets its response although the server is full by now, and although the session has been closed since. */
    @Test
    void createSession_againOnAFullServer_getsTheSameSession() {
        CreateSessionRequest request = create(observed()).setRequestId("full").build();
        try (RunningServer small =
                RunningServer.with(new SessionLimits(1, Duration.ofHours(1))).start()) {
            CreateSessionResponse first = small.stub().createSession(request);
            assertThat(small.stub().createSession(request)).isEqualTo(first);

            Calls.close(small.stub(), first.getSessionId());

            assertThat(small.stub().createSession(request)).isEqualTo(first);
        }
    }

    @Test
    void createSession_withoutId_makesAnotherEachTime() {
        assertThat(open(stub, square(9))).isNotEqualTo(open(stub, square(9)));
    }

    @Test
    void createSession_againAfterItFailed_makesASession() {
        Failure.of(() ->
                stub.createSession(create(square(26)).setRequestId("failed").build()));

        assertThat(stub.createSession(create(square(25)).setRequestId("failed").build())
                        .getSessionId())
                .isNotEmpty();
    }

    /** Makes one call many times at once over several connections, and returns the answers. */
    private <T> List<T> atOnce(Function<EnvironmentServiceFutureStub, ListenableFuture<T>> call) throws Exception {
        for (int number = 0; number < CONNECTIONS; number++) {
            connections.add(SERVER.newChannel(Runnable::run));
        }
        List<ListenableFuture<T>> answers = new ArrayList<>();
        for (int number = 0; number < AT_ONCE; number++) {
            ManagedChannel connection = connections.get(number % CONNECTIONS);
            answers.add(call.apply(EnvironmentServiceGrpc.newFutureStub(connection)));
        }
        return Futures.allAsList(answers).get();
    }

    @Test
    void step_manyTimesAtOnce_actsOnce() throws Exception {
        String session = openObserved();
        StepRequest request = stepWithId(session, "a", 81);

        List<StepResponse> answers = atOnce(connection -> connection.step(request));

        assertThat(new HashSet<>(answers)).hasSize(1);
        assertThat(describe(stub, session).getTimestep().getMoveNumber()).isEqualTo(2);
    }

    @Test
    void reset_manyTimesAtOnce_actsOnce() throws Exception {
        String session = openObserved();
        ResetRequest request = resetWithId(session, "a");

        List<ResetResponse> answers = atOnce(connection -> connection.reset(request));

        assertThat(new HashSet<>(answers)).hasSize(1);
        assertThat(describe(stub, session).getTimestep().getEpisode()).isEqualTo(1);
    }

    @Test
    void createSession_manyTimesAtOnce_makesOneSession() throws Exception {
        int openCount = SERVER.server().openSessionCount();
        CreateSessionRequest request = create(square(9)).setRequestId("at once").build();

        List<CreateSessionResponse> answers = atOnce(connection -> connection.createSession(request));

        assertThat(new HashSet<>(answers)).hasSize(1);
        assertThat(SERVER.server().openSessionCount()).isEqualTo(openCount + 1);
    }
}
