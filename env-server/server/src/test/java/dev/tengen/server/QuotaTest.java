package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.DrawnPosition;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.server.identity.Role;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.IdentityServer;
import dev.tengen.server.testing.IdentityServer.Proof;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Quotas over the wire. */
class QuotaTest {
    @RegisterExtension
    private static final IdentityServer SERVER = new IdentityServer(ServerConfig.DEFAULT.withQuotas(file()));

    private static final EnvironmentSpec SPEC =
            EnvironmentSpec.newBuilder().setWidth(5).setHeight(5).build();

    private static final int QUOTA_BYTES = 100_000;

    private static Path file() {
        try {
            Path file = Files.createTempFile("tengen", ".quotas");
            file.toFile().deleteOnExit();
            return Files.writeString(file, """
                    first  sessions=2 lanes=8
                    second memory_bytes=100000
                    third  calls_per_second=50
                    me     live_streams=2
                    host   live_streams=2
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EnvironmentServiceBlockingStub stub(String name) {
        return EnvironmentServiceGrpc.newBlockingStub(SERVER.channel(name, Role.AGENT, Proof.TOKEN));
    }

    private static String create(EnvironmentServiceBlockingStub stub) {
        return stub.createSession(Calls.create(SPEC).build()).getSessionId();
    }

    private static void close(EnvironmentServiceBlockingStub stub, String session) {
        Calls.close(stub, session);
    }

    @Test
    void createSession_beyondTheQuota_isRefusedUntilOneIsClosed() {
        EnvironmentServiceBlockingStub first = stub("first");
        String one = create(first);
        String two = create(first);

        Failure failure = Failure.of(() -> create(first));

        assertThat(failure.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(failure.reason()).contains("QUOTA_EXCEEDED");
        assertThat(failure.retryPushback()).isPresent();
        assertThat(failure.description())
                .isEqualTo(
                        "the quota sessions of this principal is 2, of which 0 are free, and this needs 1; close what you no"
                                + " longer use, or ask for less");
        close(first, one);
        close(first, create(first));
        close(first, two);
        close(stub("me"), create(stub("me")));
    }

    @Test
    void createSession_beyondTheQuotaOfMemory_isRefused() {
        EnvironmentServiceBlockingStub second = stub("second");
        List<String> sessions = new ArrayList<>();
        Failure failure = Failure.of(() -> {
            for (int count = 0; count < 100; count++) {
                sessions.add(create(second));
            }
        });

        assertThat(failure.reason()).contains("QUOTA_EXCEEDED");
        assertThat(failure.description()).startsWith("the quota memory_bytes of this principal is 100000, of which ");
        assertThat(sessions).isNotEmpty();
        sessions.forEach(session -> close(second, session));
        close(second, create(second));
    }

    /** The answers together are larger than the quota, and remain after their sessions. */
    @Test
    void createSession_rememberedAnswers_countForNoQuota() {
        EnvironmentServiceBlockingStub second = stub("second");
        long bytes = 0;
        for (int number = 0; bytes < 2 * QUOTA_BYTES; number++) {
            CreateSessionResponse answer = second.createSession(CreateSessionRequest.newBuilder()
                    .setRequestId("remembered " + number)
                    .setSpec(EnvironmentSpec.newBuilder()
                            .setWidth(9)
                            .setHeight(9)
                            .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)
                            .addEncodings("alphazero-17"))
                    .build());
            bytes += answer.getSerializedSize();
            close(second, answer.getSessionId());
        }

        close(second, create(second));
    }

    @Test
    void solvePosition_beyondTheQuotaOfMemory_isRefused() {
        SolvePositionRequest request = SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder()
                        .setDrawing(DrawnPosition.newBuilder().addRows("...").addRows("...")))
                .build();

        Failure failure =
                Failure.of(() -> AnalysisServiceGrpc.newBlockingStub(SERVER.channel("second", Role.AGENT, Proof.TOKEN))
                        .solvePosition(request));

        assertThat(failure.reason()).contains("QUOTA_EXCEEDED");
        assertThat(AnalysisServiceGrpc.newBlockingStub(SERVER.channel("first", Role.AGENT, Proof.TOKEN))
                        .solvePosition(request)
                        .getNodeCount())
                .isPositive();
    }

    @Test
    void watch_beyondTheQuotaOfLiveStreams_isRefusedUntilOneEnds() throws Exception {
        EnvironmentServiceBlockingStub me = stub("me");
        String session = create(me);
        WatchRequest request = WatchRequest.newBuilder().setSessionId(session).build();
        Context.CancellableContext first = Context.current().withCancellation();
        first.run(() -> assertThat(me.watch(request).hasNext()).isTrue());
        Context.CancellableContext second = Context.current().withCancellation();
        second.run(() -> assertThat(me.watch(request).hasNext()).isTrue());

        assertThat(Failure.of(() -> me.watch(request).next()).description())
                .startsWith("the quota live_streams of this principal is 2");

        first.cancel(null);
        await().forever().until(() -> {
            Context.CancellableContext third = Context.current().withCancellation();
            try {
                return third.call(() -> me.watch(request).hasNext());
            } catch (StatusRuntimeException e) {
                return false;
            } finally {
                third.cancel(null);
            }
        });
        second.cancel(null);
        close(me, session);
    }

    /**
     * Each seat of each session once had quotas of its own and nothing else, so that an owner had many times the
     * streams.
     */
    @Test
    void watch_throughSeatsBeyondTheQuotaOfTheOwner_isRefused() throws Exception {
        EnvironmentServiceBlockingStub owner =
                EnvironmentServiceGrpc.newBlockingStub(SERVER.channel("host", Role.AGENT, Proof.JWT));
        List<CreateSessionResponse> sessions = new ArrayList<>();
        List<Context.CancellableContext> streams = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            sessions.add(owner.createSession(
                    Calls.create(SPEC).setWithSpectatorSeat(true).build()));
        }
        List<EnvironmentServiceBlockingStub> spectators = sessions.stream()
                .map(session -> EnvironmentServiceGrpc.newBlockingStub(
                        SERVER.channel(session.getSeatTokens().getSpectator())))
                .toList();
        for (EnvironmentServiceBlockingStub spectator : spectators.subList(0, 2)) {
            Context.CancellableContext stream = Context.current().withCancellation();
            stream.run(() -> assertThat(
                            spectator.watch(WatchRequest.getDefaultInstance()).hasNext())
                    .isTrue());
            streams.add(stream);
        }

        Failure third = Failure.of(
                () -> spectators.get(2).watch(WatchRequest.getDefaultInstance()).next());
        Failure own = Failure.of(
                () -> Calls.watch(owner, sessions.get(0).getSessionId()).next());

        assertThat(third.reason()).contains("QUOTA_EXCEEDED");
        assertThat(third.description())
                .startsWith("the quota live_streams of this seat, or of the owner of its session, is used up");
        assertThat(own.description()).startsWith("the quota live_streams of this principal is 2, of which 0 are free");

        streams.get(0).cancel(null);
        await().forever().until(() -> {
            Context.CancellableContext next = Context.current().withCancellation();
            try {
                return next.call(() -> spectators
                        .get(2)
                        .watch(WatchRequest.getDefaultInstance())
                        .hasNext());
            } catch (StatusRuntimeException e) {
                return false;
            } finally {
                next.cancel(null);
            }
        });
        streams.get(1).cancel(null);
        sessions.forEach(session -> close(owner, session.getSessionId()));
    }

    @Test
    void openBatch_beyondTheQuotaOfLanes_isRefused() throws Exception {
        assertThat(open(8)).isEqualTo("OK");
        await().forever().until(() -> open(8).equals("OK")); // The first one has given back its lanes.
        assertThat(open(9)).contains("quota lanes of this principal is 8");
    }

    /** Opens a batch, ends it, and returns "OK" or the error. */
    private static String open(int laneCount) throws Exception {
        CompletableFuture<String> result = new CompletableFuture<>();
        StreamObserver<RunRequest> requests = BatchServiceGrpc.newStub(SERVER.channel("first", Role.AGENT, Proof.TOKEN))
                .run(new StreamObserver<>() {
                    @Override
                    public void onNext(RunResponse response) {
                        result.complete("OK");
                    }

                    @Override
                    public void onError(Throwable error) {
                        result.complete(String.valueOf(error.getMessage()));
                    }

                    @Override
                    public void onCompleted() {}
                });
        requests.onNext(RunRequest.newBuilder()
                .setOpen(OpenBatch.newBuilder().setLaneCount(laneCount).addSpecs(SPEC))
                .build());
        String text = result.get(60, TimeUnit.SECONDS);
        if (text.equals("OK")) {
            requests.onCompleted();
        }
        return text;
    }

    /** One principal calls as fast as it can. It gets its rate and no more, and all calls of another are answered. */
    @Test
    @Tag("full")
    void calls_ofOneThatFloods_leaveThoseOfOthers() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicLong answered = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        List<Thread> flood = new ArrayList<>();
        long start = System.nanoTime();
        for (int count = 0; count < 4; count++) {
            Thread thread = new Thread(() -> {
                while (!isOver.get()) {
                    try {
                        stub("third").getServerInfo(GetServerInfoRequest.getDefaultInstance());
                        answered.incrementAndGet();
                    } catch (StatusRuntimeException e) {
                        refused.incrementAndGet();
                    }
                }
            });
            thread.start();
            flood.add(thread);
        }
        for (int count = 0; count < 200; count++) {
            close(stub("me"), create(stub("me")));
        }
        await().forever().until(() -> refused.get() > 0);
        isOver.set(true);
        for (Thread thread : flood) {
            thread.join();
        }

        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(answered.get()).isLessThanOrEqualTo((long) (50 * (seconds + 1)) + 1);
        assertThat(refused.get()).isPositive();
    }
}
