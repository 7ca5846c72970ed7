package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalysisServiceGrpc.AnalysisServiceBlockingStub;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.DrawnPosition;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.SolvePositionResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Analyses whose clients cancel, and more analyses than the server allows. */
class AnalysisLoadTest {
    /** A line of nine points takes minutes. */
    private static final SolvePositionRequest LONG = about(".".repeat(9));

    private static final SolvePositionRequest SHORT = about("..");

    @RegisterExtension
    final RunningServer server = RunningServer.with(ServerConfig.DEFAULT
            .withDrainLimit(Duration.ZERO)
            .withAnalysisLimits(new AnalysisLimits(1, 1, Long.MAX_VALUE, Duration.ofHours(1), 1 << 24)));

    private static SolvePositionRequest about(String row) {
        SolvePositionRequest.Builder request = SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder()
                        .setDrawing(DrawnPosition.newBuilder().addRows(row)));
        request.getLimitsBuilder().setMaxTimeMs(Long.MAX_VALUE);
        return request.build();
    }

    private AnalysisServiceBlockingStub stub() {
        return AnalysisServiceGrpc.newBlockingStub(server.channel());
    }

    /** Starts a call that takes long; canceling the context cancels it. */
    private Context.CancellableContext startLong(CompletableFuture<Throwable> failure) throws InterruptedException {
        int before = server.server().analysisCount();
        Context.CancellableContext context = Context.current().withCancellation();
        context.run(() -> AnalysisServiceGrpc.newStub(server.channel())
                .solvePosition(LONG, new StreamObserver<SolvePositionResponse>() {
                    @Override
                    public void onNext(SolvePositionResponse value) {
                        failure.completeExceptionally(new AssertionError("it was solved"));
                    }

                    @Override
                    public void onError(Throwable error) {
                        failure.complete(error);
                    }

                    @Override
                    public void onCompleted() {}
                }));
        awaitAnalyses(before + 1);
        return context;
    }

    private void awaitAnalyses(int count) {
        await().forever().until(() -> server.server().analysisCount() == count);
    }

    @Test
    void solvePosition_callerGoesAway_endsTheAnalysis() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Context.CancellableContext call = startLong(failure);

        call.cancel(null);

        awaitAnalyses(0);
        // There is one thread for analyses: this is answered only if it is free again.
        assertThat(stub().solvePosition(SHORT).getNodeCount()).isPositive();
        assertThat(Status.fromThrowable(failure.get()).getCode()).isEqualTo(Status.Code.CANCELLED);
    }

    @Test
    void solvePosition_deadlinePasses_endsTheAnalysis() throws Exception {
        Failure failure = Failure.of(
                () -> stub().withDeadlineAfter(300, TimeUnit.MILLISECONDS).solvePosition(LONG));

        assertThat(failure.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        awaitAnalyses(0);
        assertThat(stub().solvePosition(SHORT).getNodeCount()).isPositive();
    }

    @Test
    void solvePosition_moreThanMayWait_areRejectedAtOnce() throws Exception {
        Context.CancellableContext first = startLong(new CompletableFuture<>());
        Context.CancellableContext second = startLong(new CompletableFuture<>());

        Failure failure = Failure.of(() -> stub().solvePosition(SHORT));

        assertThat(failure.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(failure.reason()).contains("TOO_MANY_ANALYSES");
        assertThat(failure.retryPushback()).contains("1000");
        assertThat(failure.description())
                .isEqualTo("2 calls analyze or wait to do so already, the maximum; retry when some have finished");
        second.cancel(null);
        first.cancel(null);
        awaitAnalyses(0);
        assertThat(stub().solvePosition(SHORT).getNodeCount()).isPositive();
    }

    /** A waiting call that is cancelled makes room for another, also while the first one runs. */
    @Test
    void solvePosition_waitingCallerGoesAway_leavesItsPlace() throws Exception {
        Context.CancellableContext first = startLong(new CompletableFuture<>());
        Context.CancellableContext second = startLong(new CompletableFuture<>());

        second.cancel(null);

        awaitAnalyses(1);
        Context.CancellableContext third = startLong(new CompletableFuture<>());
        third.cancel(null);
        first.cancel(null);
        awaitAnalyses(0);
    }

    @Test
    void close_whileOneRuns_endsIt() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        startLong(failure);

        server.server().close();

        assertThat(Status.fromThrowable(failure.get()).getCode()).isIn(Status.Code.UNAVAILABLE, Status.Code.CANCELLED);
        awaitAnalyses(0);
    }
}
