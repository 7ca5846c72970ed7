package dev.tengen.server;

import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SlowAnswers;
import dev.tengen.server.testing.TreeCall;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShutdownTest {
    private static final long DRAIN_MILLIS = 2_000;
    private static final Logger HEALTH_LOG = Logger.getLogger("io.grpc.protobuf.services");

    private final SlowAnswers slowAnswers = new SlowAnswers("Step");
    private final RunningServer server =
            RunningServer.with(ServerConfig.DEFAULT.withDrainLimit(Duration.ofMillis(DRAIN_MILLIS)), slowAnswers);
    private final BlockingQueue<ServingStatus> health = new LinkedBlockingQueue<>();
    private final CancellableContext watching = Context.ROOT.withCancellation();

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        watching.cancel(null);
        slowAnswers.release();
        server.close();
    }

    /** Puts the status that the health service reports into {@link #health}. */
    private void watchHealth() throws InterruptedException {
        StreamObserver<HealthCheckResponse> observer = new StreamObserver<>() {
            @Override
            public void onNext(HealthCheckResponse response) {
                health.add(response.getStatus());
            }

            @Override
            public void onError(Throwable error) {}

            @Override
            public void onCompleted() {}
        };
        watching.run(() -> HealthGrpc.newStub(server.channel())
                .watch(
                        HealthCheckRequest.newBuilder()
                                .setService(EnvironmentServiceGrpc.SERVICE_NAME)
                                .build(),
                        observer));
        assertThat(health.poll(5, TimeUnit.MINUTES)).isEqualTo(ServingStatus.SERVING);
    }

    /** Starts a step whose answer is held back. */
    private Future<StepResponse> stepInFlight() throws InterruptedException {
        String session = open(server.stub(), square(9));
        Future<StepResponse> step = EnvironmentServiceGrpc.newFutureStub(server.channel())
                .step(step(session, 40).build());
        slowAnswers.awaitActed();
        return step;
    }

    private CompletableFuture<Void> closeInBackground() {
        return CompletableFuture.runAsync(() -> server.server().close());
    }

    @Test
    void close_callInFlight_waitsUntilItIsAnswered() throws Exception {
        watchHealth();
        Future<StepResponse> step = stepInFlight();

        CompletableFuture<Void> closed = closeInBackground();
        assertThat(health.poll(5, TimeUnit.MINUTES)).isEqualTo(ServingStatus.NOT_SERVING);
        watching.cancel(null);
        assertThat(closed).failsWithin(300, TimeUnit.MILLISECONDS);
        slowAnswers.release();

        assertThat(step.get(5, TimeUnit.MINUTES).getTimestep().getMoveNumber()).isEqualTo(1);
        assertThat(closed).succeedsWithin(10, TimeUnit.SECONDS);
    }

    @Test
    void close_newCallWhileOneIsInFlight_isUnavailable() throws Exception {
        Future<StepResponse> step = stepInFlight();
        watchHealth();

        closeInBackground();
        assertThat(health.poll(5, TimeUnit.MINUTES)).isEqualTo(ServingStatus.NOT_SERVING);
        awaitRefusal();

        assertThat(step).isNotDone();
    }

    /** Waits until new calls are rejected, which is a moment after health has changed. */
    private void awaitRefusal() {
        Status.Code code = Status.Code.OK;
        while (code == Status.Code.OK) {
            try {
                open(server.stub(), square(9));
            } catch (RuntimeException e) {
                code = Status.fromThrowable(e).getCode();
            }
        }
        assertThat(code).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @Test
    void close_nothingInFlight_freesThePort() throws Exception {
        ServerConfig samePort =
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", server.server().port());

        server.server().close();

        // A socket that a selector has watched is closed a moment after its waiters are notified.
        await().forever().untilAsserted(() -> TengenServer.start(samePort).close());
    }

    @Test
    void close_nothingInFlight_endsAwaitTermination() throws Exception {
        server.server().close();

        server.server().awaitTermination();
    }

    /** A watched health check lasts as long as its client wants. It once delayed every stop by ten seconds. */
    @Test
    void close_healthIsWatched_doesNotWaitForItsEnd() throws Exception {
        watchHealth();
        long start = System.nanoTime();

        server.server().close();

        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(5_000);
        assertThat(health.poll(5, TimeUnit.MINUTES)).isEqualTo(ServingStatus.NOT_SERVING);
    }

    /** A second close, as by a shutdown hook after a try block, once left a stack trace in the log. */
    @Test
    void close_again_logsNothing() {
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                records.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        HEALTH_LOG.addHandler(handler);
        server.server().close();

        server.server().close();

        HEALTH_LOG.removeHandler(handler);
        assertThat(records).isEmpty();
    }

    @Test
    void close_clientThatCallsLater_findsNoServer() {
        server.server().close();

        Failure failure = Failure.of(() -> open(server.stub(), square(9)));

        assertThat(failure.code()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @Test
    void close_callThatNeverEnds_isCutOffAtTheLimit() throws Exception {
        Future<StepResponse> step = stepInFlight();
        long start = System.nanoTime();

        server.server().close();

        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isBetween(DRAIN_MILLIS, 10_000L);
        assertThat(step).failsWithin(10, TimeUnit.SECONDS);
    }

    @Test
    void close_openBatches_endWithAStatusAtOnce() {
        OpenBatch.Builder open = OpenBatch.newBuilder().setLaneCount(500).addSpecs(square(9));
        BatchCall idle = BatchCall.open(server.channel(), open);
        idle.receive();
        BatchCall busy = BatchCall.open(server.channel(), open);
        busy.receive();
        int[] actions = new int[500];
        Arrays.fill(actions, -3);
        for (int request = 0; request < 1000; request++) {
            busy.step(actions);
        }
        busy.receive();
        long start = System.nanoTime();

        server.server().close();

        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(DRAIN_MILLIS);
        for (BatchCall call : List.of(idle, busy)) {
            Failure failure = Failure.of(call.failure());
            assertThat(failure.code()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(failure.reason()).contains("SHUTTING_DOWN");
        }
        assertThat(server.server().openLaneCount()).isZero();
    }

    @Test
    void close_openForests_endWithAStatusAndAreFreed() {
        TreeCall call = TreeCall.open(server.channel(), OpenForest.newBuilder());
        call.receive();
        call.plant(TreeRoot.newBuilder().setSpec(square(9)));

        server.server().close();

        Failure failure = Failure.of(call.failure());
        assertThat(failure.code()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(failure.reason()).contains("SHUTTING_DOWN");
        assertThat(server.server().reservedNodeCount()).isZero();
        assertThat(server.server().nodeCount()).isZero();
        assertThat(server.server().treeCount()).isZero();
    }

    @Test
    void close_batchWhoseReaderStalls_isCutOffAtTheLimit() {
        OpenBatch.Builder open =
                OpenBatch.newBuilder().setLaneCount(1000).addSpecs(square(19).addEncodings("alphazero-17"));
        BatchCall stalled = BatchCall.open(server.channel(), open);
        stalled.receive();
        stalled.stall();
        int[] actions = new int[1000];
        Arrays.fill(actions, -3);
        for (int request = 0; request < 30; request++) {
            stalled.step(actions);
        }
        long start = System.nanoTime();

        server.server().close();

        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(10_000);
        assertThat(server.server().openLaneCount()).isZero();
    }
}
