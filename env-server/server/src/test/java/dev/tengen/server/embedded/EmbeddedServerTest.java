package dev.tengen.server.embedded;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.testing.BatchCall;
import io.grpc.Status.Code;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EmbeddedServerTest {
    private static final long IDLE_TIMEOUT_SECONDS = 3600;
    private static final long WAIT_MILLIS = 20_000;

    @RegisterExtension
    static final EmbeddedServerExtension EMBEDDED = new EmbeddedServerExtension();

    private EmbeddedConnection connection = EMBEDDED.connect();

    private static String environment(String method) {
        return "tengen.v1.EnvironmentService/" + method;
    }

    /** Makes a call with one request and waits for its end. */
    private EmbeddedCall end(String method, MessageLite request) throws Exception {
        EmbeddedCall call = connection.call(method, 0, request.toByteArray());
        assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
        return call;
    }

    private <T> T answer(String method, MessageLite request, Parser<T> parser) throws Exception {
        EmbeddedCall call = end(method, request);
        assertThat(call.statusNumber()).as(call.statusDescription()).isZero();
        return parser.parseFrom(call.receive(0));
    }

    private String newSession(int size) throws Exception {
        return answer(
                        environment("CreateSession"),
                        create(square(size).addEncodings("alphazero-17")).build(),
                        CreateSessionResponse.parser())
                .getSessionId();
    }

    private static Code code(EmbeddedCall call) {
        return io.grpc.Status.fromCodeValue(call.statusNumber()).getCode();
    }

    private static byte[] trailer(EmbeddedCall call, String key) {
        return call.trailerValues()[Arrays.asList(call.trailerKeys()).indexOf(key)];
    }

    @Test
    void call_stepsOfASession_playThem() throws Exception {
        String session = newSession(9);

        StepResponse first = answer(environment("Step"), step(session, 40).build(), StepResponse.parser());
        StepResponse second = answer(environment("Step"), step(session, 41).build(), StepResponse.parser());

        assertThat(first.getTimestep().getActionsList()).containsExactly(40);
        assertThat(second.getTimestep().getMoveNumber()).isEqualTo(2);
        assertThat(second.getTimestep().getObservations(0).getPlanes().size()).isEqualTo((17 * 81 + 7) / 8);
    }

    @Test
    void call_illegalAction_hasTheTrailersOfTheNetwork() throws Exception {
        String session = newSession(9);
        end(environment("Step"), step(session, 40).build());

        EmbeddedCall call = end(environment("Step"), step(session, 40).build());

        assertThat(code(call)).isEqualTo(Code.FAILED_PRECONDITION);
        assertThat(call.statusDescription()).contains("40");
        assertThat(trailer(call, "tengen-reason"))
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo("OCCUPIED");
        ErrorInfo info = Status.parseFrom(trailer(call, "grpc-status-details-bin"))
                .getDetails(0)
                .unpack(ErrorInfo.class);
        assertThat(info.getReason()).isEqualTo("OCCUPIED");
        assertThat(info.getMetadataMap()).containsEntry("field", "action").containsEntry("value", "40");
        assertThat(call.receive(0)).isNull();
        assertThat(call.isOver()).isTrue();
    }

    @Test
    void call_unknownMethod_isUnimplemented() throws Exception {
        assertThat(code(end("tengen.v1.EnvironmentService/Fly", step("", 0).build())))
                .isEqualTo(Code.UNIMPLEMENTED);
    }

    @Test
    void start_batch_answersEachRequestInOrder() throws Exception {
        EmbeddedCall call = connection.start("tengen.v1.BatchService/Run", 0);
        OpenBatch open =
                OpenBatch.newBuilder().setLaneCount(3).addSpecs(square(5)).build();
        call.send(RunRequest.newBuilder().setSequence(1).setOpen(open).build().toByteArray());
        for (int sequence = 2; sequence <= 5; sequence++) {
            StepBatch moves = StepBatch.newBuilder()
                    .setActions(BatchCall.ints(sequence, sequence + 5, sequence + 10))
                    .build();
            call.send(RunRequest.newBuilder()
                    .setSequence(sequence)
                    .setStep(moves)
                    .build()
                    .toByteArray());
        }
        call.halfClose();
        call.send(new byte[] {1});

        for (int sequence = 1; sequence <= 5; sequence++) {
            RunResponse response = RunResponse.parseFrom(call.receive(WAIT_MILLIS));
            assertThat(response.getSequence()).isEqualTo(sequence);
            assertThat(response.hasLayout()).isEqualTo(sequence == 1);
            if (sequence > 1) {
                assertThat(BatchCall.ints(response.getStates().getActions()))
                        .containsExactly(sequence, sequence + 5, sequence + 10);
            }
        }
        assertThat(call.receive(WAIT_MILLIS)).isNull();
        assertThat(code(call)).isEqualTo(Code.OK);
    }

    @Test
    void call_longerThanItsTimeout_endsWithDeadlineExceeded() throws Exception {
        ChooseActionRequest search = ChooseActionRequest.newBuilder()
                .setSessionId(newSession(9))
                .setPlayer("monte-carlo:playouts=1000000")
                .build();

        EmbeddedCall call =
                connection.call(environment("ChooseAction"), TimeUnit.MILLISECONDS.toNanos(50), search.toByteArray());

        assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
        assertThat(code(call)).isEqualTo(Code.DEADLINE_EXCEEDED);
    }

    @Test
    void awaitEnd_callThatGoesOn_returnsAfterItsTime() throws Exception {
        EmbeddedCall call = watch(newSession(3));

        assertThat(call.awaitEnd(1)).isFalse();
        assertThat(call.receive(1)).isNull();
        assertThat(call.isOver()).isFalse();
    }

    /** Watches a session, and receives its current state. */
    private EmbeddedCall watch(String session) throws Exception {
        EmbeddedCall call = connection.call(
                environment("Watch"),
                0,
                WatchRequest.newBuilder().setSessionId(session).build().toByteArray());
        assertThat(WatchResponse.parseFrom(call.receive(WAIT_MILLIS))).isNotNull();
        return call;
    }

    @Test
    void cancel_stream_endsItAndSendsNoMore() throws Exception {
        EmbeddedCall call = watch(newSession(3));

        call.cancel();
        call.send(new byte[] {1});
        call.halfClose();

        assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
        assertThat(code(call)).isEqualTo(Code.CANCELLED);
    }

    @Test
    void close_connectionWithACallInFlight_cancelsItAndRefusesOthers() throws Exception {
        EmbeddedCall call = watch(newSession(3));

        connection.close();
        connection.close();

        assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
        assertThat(code(call)).isEqualTo(Code.CANCELLED);
        assertThat(code(end(environment("GetServerInfo"), GetSessionRequest.getDefaultInstance())))
                .isEqualTo(Code.UNAVAILABLE);
    }

    @Test
    void close_connection_leavesOtherConnectionsAndSessions() throws Exception {
        String session = newSession(3);
        connection.close();
        connection = EMBEDDED.connect();

        assertThat(code(end(environment("Step"), step(session, 4).build()))).isEqualTo(Code.OK);
    }

    @Test
    void close_server_endsItsCallsAndLeavesOtherServers() throws Exception {
        EmbeddedCall call;
        try (EmbeddedServer other = EmbeddedServer.start(IDLE_TIMEOUT_SECONDS)) {
            connection.close();
            connection = other.connect();
            call = watch(newSession(3));
        }

        assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
        assertThat(call.isOver()).isTrue();
        connection = EMBEDDED.connect();
        assertThat(newSession(3)).isNotEmpty();
    }

    @Test
    void start_idleTimeout_isThatOfSessions() throws Exception {
        try (EmbeddedServer other = EmbeddedServer.start(1)) {
            connection.close();
            connection = other.connect();
            String session = newSession(3);

            // A call would extend the idle timeout.
            await().forever().pollDelay(Duration.ofMillis(1_500)).until(() -> true);

            assertThat(code(end(environment("Step"), step(session, 4).build()))).isEqualTo(Code.NOT_FOUND);
        }
    }

    @Test
    void threads_ofServerAndConnection_areDaemons() {
        List<String> others = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tengen") && !thread.isDaemon())
                .map(Thread::getName)
                .toList();

        assertThat(others).isEmpty();
    }
}
