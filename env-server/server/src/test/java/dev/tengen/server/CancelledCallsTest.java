package dev.tengen.server;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;

/** Calls of players that search for a minute, whose clients go. */
@Isolated("It measures the processor time of threads that other tests use, too")
class CancelledCallsTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int CLIENT_COUNT = 12;

    @RegisterExtension
    final RunningServer server = RunningServer.with(ServerConfig.DEFAULT.withDrainLimit(Duration.ZERO));

    private static EnvironmentSpec.Builder slow(Color color) {
        EnvironmentSpec.Builder spec = square(19);
        spec.getOpponentBuilder().setPlayer("monte-carlo:playouts=1000000").setColor(color);
        return spec;
    }

    /** Returns the processor time of the threads on which players search, in nanoseconds. */
    private static long searchNanos() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("tengen-blocking-rows"))
                .mapToLong(thread -> Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId())))
                .sum();
    }

    private static void awaitSearch() {
        long before = searchNanos();
        await().forever().pollInterval(Duration.ofMillis(5)).forever().until(() -> searchNanos() > before + 20_000_000);
    }

    /** Waits until no player has searched for a while, long before the searches would end by themselves. */
    private static void awaitEndOfSearch() {
        await().forever().until(CancelledCallsTest::isQuiet);
    }

    private static boolean isQuiet() throws InterruptedException {
        long before = searchNanos();
        TimeUnit.MILLISECONDS.sleep(200);
        return searchNanos() - before < 2_000_000;
    }

    @Test
    void createSession_clientsGoBeforeTheAnswer_searchEndsAndNoSessionStays() throws Exception {
        List<ManagedChannel> clients = new ArrayList<>();
        for (int client = 0; client < CLIENT_COUNT; client++) {
            ManagedChannel channel = server.newChannel(Runnable::run);
            clients.add(channel);
            CreateSessionRequest.Builder request = create(slow(Color.COLOR_BLACK));
            var unused = EnvironmentServiceGrpc.newFutureStub(channel)
                    .createSession(
                            client % 2 == 0
                                    ? request.build()
                                    : request.setRequestId("id" + client).build());
        }
        awaitSearch();

        clients.forEach(ManagedChannel::shutdownNow);

        awaitEndOfSearch();
        await().forever().until(() -> server.server().openSessionCount() == 0);
        // The places are free again, and so are the request ids.
        EnvironmentSpec.Builder quick = square(9);
        quick.getOpponentBuilder().setPlayer("monte-carlo:playouts=10").setColor(Color.COLOR_BLACK);
        assertThat(server.stub()
                        .createSession(create(quick).setRequestId("id1").build())
                        .getSessionId())
                .isNotEmpty();
    }

    /** The server has answered, but the answer is longer than the client lets the server send. */
    @Test
    void createSession_clientGoesWhileTheAnswerIsSent_noSessionStays() {
        EnvironmentSpec.Builder spec = square(25).setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32);
        spec.addEncodings("alphazero:history=32"); // 163 kB.
        for (String id : List.of("", "id")) {
            ManagedChannel channel = NettyChannelBuilder.forAddress(
                            "127.0.0.1", server.server().port())
                    .usePlaintext()
                    .flowControlWindow(65_535)
                    .build();
            ClientCall<CreateSessionRequest, CreateSessionResponse> call =
                    channel.newCall(EnvironmentServiceGrpc.getCreateSessionMethod(), CallOptions.DEFAULT);
            call.start(new ClientCall.Listener<>() {}, new Metadata());
            call.sendMessage(create(spec).setRequestId(id).build());
            call.halfClose(); // Without a request for a message, so the window of the stream fills.
            await().forever().until(() -> server.server().openSessionCount() == 1);

            channel.shutdownNow();

            await().forever().until(() -> server.server().openSessionCount() == 0);
        }
    }

    @Test
    void step_clientsGo_sessionsAreAsBefore() throws Exception {
        List<String> sessions = new ArrayList<>();
        List<GetSessionResponse> states = new ArrayList<>();
        List<ManagedChannel> clients = new ArrayList<>();
        for (int client = 0; client < CLIENT_COUNT; client++) {
            String session = open(server.stub(), slow(Color.COLOR_WHITE));
            sessions.add(session);
            states.add(describe(server.stub(), session));
        }
        for (String session : sessions) {
            ManagedChannel channel = server.newChannel(Runnable::run);
            clients.add(channel);
            var unused = EnvironmentServiceGrpc.newFutureStub(channel)
                    .step(step(session, 40).build());
        }
        awaitSearch();

        clients.forEach(ManagedChannel::shutdownNow);

        awaitEndOfSearch();
        for (int client = 0; client < CLIENT_COUNT; client++) {
            assertThat(describe(server.stub(), sessions.get(client))).isEqualTo(states.get(client));
        }
    }

    @Test
    void step_deadlinePasses_sessionIsAsBefore() throws Exception {
        String session = open(server.stub(), slow(Color.COLOR_WHITE));
        GetSessionResponse state = describe(server.stub(), session);

        Failure failure = Failure.of(() -> server.stub()
                .withDeadlineAfter(300, TimeUnit.MILLISECONDS)
                .step(step(session, 40).build()));

        assertThat(failure.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        awaitEndOfSearch();
        assertThat(describe(server.stub(), session)).isEqualTo(state);
    }

    @Test
    void closeSession_whileAStepSearches_endsTheStep() throws Exception {
        EnvironmentServiceBlockingStub stub = server.stub();
        String session = open(stub, slow(Color.COLOR_WHITE));
        var running = EnvironmentServiceGrpc.newFutureStub(server.channel())
                .step(step(session, 40).build());
        var waiting = EnvironmentServiceGrpc.newFutureStub(server.channel())
                .step(step(session, 41).build());
        awaitSearch();

        var unused = stub.withDeadlineAfter(5, TimeUnit.SECONDS)
                .closeSession(
                        CloseSessionRequest.newBuilder().setSessionId(session).build());

        for (var call : List.of(running, waiting)) {
            Failure failure = Failure.of(() -> answer(call));
            assertThat(failure.reason()).contains("SESSION_NOT_FOUND");
        }
        assertThat(server.server().openSessionCount()).isZero();
    }

    private static StepResponse answer(ListenableFuture<StepResponse> call) {
        try {
            return call.get();
        } catch (ExecutionException e) {
            throw (StatusRuntimeException) e.getCause();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
