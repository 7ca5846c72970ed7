package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that asks for far more than the server can do is refused, and others are not. */
@Tag("full")
class OverloadTest {
    private static final long FLOOD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** A machine that others use may take long until a flood overloads the server. */
    private static final long GIVE_UP_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** Calls in flight of the two clients that flood the server; the limit on a burst is lower. */
    private static final int IN_FLIGHT = 1_600;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final ManagedChannel flooding = SERVER.newChannel(Runnable::run);
    private final ManagedChannel alsoFlooding = SERVER.newChannel(Runnable::run);
    private int startedCount;
    private final Semaphore inFlight = new Semaphore(IN_FLIGHT);
    private final AtomicInteger answeredCount = new AtomicInteger();
    private final ConcurrentLinkedQueue<StatusRuntimeException> errors = new ConcurrentLinkedQueue<>();
    private volatile boolean isOver;

    @AfterEach
    void close() throws InterruptedException {
        for (ManagedChannel channel : List.of(flooding, alsoFlooding)) {
            channel.shutdownNow();
            channel.awaitTermination(20, TimeUnit.SECONDS);
        }
    }

    private static String createSession() {
        return SERVER.stub()
                .createSession(
                        Calls.create(EnvironmentSpec.newBuilder().setWidth(25).setHeight(25))
                                .build())
                .getSessionId();
    }

    /** Returns a call that takes the server far longer than the client, also where both share two processors. */
    private static ObserveRequest observe(String session) {
        return ObserveRequest.newBuilder()
                .setSessionId(session)
                .addAllEncodings(Encodings.names())
                .build();
    }

    /** Starts a call when fewer than the maximum are in flight. */
    private void start(ObserveRequest request) {
        inFlight.acquireUninterruptibly();
        Futures.addCallback(
                EnvironmentServiceGrpc.newFutureStub(startedCount++ % 2 == 0 ? flooding : alsoFlooding)
                        .observe(request),
                new FutureCallback<ObserveResponse>() {
                    @Override
                    public void onSuccess(ObserveResponse response) {
                        answeredCount.incrementAndGet();
                        inFlight.release();
                    }

                    @Override
                    public void onFailure(Throwable error) {
                        errors.add((StatusRuntimeException) error);
                        inFlight.release();
                    }
                },
                MoreExecutors.directExecutor());
    }

    private void awaitNoneInFlight() throws InterruptedException {
        assertThat(inFlight.tryAcquire(IN_FLIGHT, 5, TimeUnit.MINUTES)).isTrue();
        inFlight.release(IN_FLIGHT);
    }

    /** Keeps calls in flight, and makes another at once for each that is refused. */
    private Thread flood(ObserveRequest request) {
        Thread thread = new Thread(() -> {
            while (!isOver) {
                start(request);
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void observe_flood_isRefusedWithTimeToWaitAndOthersAreNot() throws Exception {
        String own = createSession();
        Thread flood = flood(observe(createSession()));
        int otherCount = 0;
        int otherRefusedCount = 0;
        long start = System.nanoTime();
        while (System.nanoTime() - start < FLOOD_NANOS
                || ((errors.isEmpty() || answeredCount.get() == 0) && System.nanoTime() - start < GIVE_UP_NANOS)) {
            try {
                SERVER.stub().observe(observe(own));
            } catch (StatusRuntimeException e) {
                otherRefusedCount++;
            }
            otherCount++;
            // These pass always.
            assertThat(HealthGrpc.newBlockingStub(flooding)
                            .check(HealthCheckRequest.getDefaultInstance())
                            .getStatus())
                    .isEqualTo(ServingStatus.SERVING);
        }
        assertThat(EnvironmentServiceGrpc.newBlockingStub(flooding)
                        .closeSession(CloseSessionRequest.newBuilder()
                                .setSessionId(own)
                                .build()))
                .isNotNull();
        isOver = true;
        flood.join();
        awaitNoneInFlight();

        assertThat(answeredCount.get()).isPositive();
        assertThat(errors).isNotEmpty();
        Failure failure = Failure.of(errors.element());
        assertThat(failure.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(errors).allMatch(error -> Failure.of(error).reason().equals(failure.reason()));
        assertThat(failure.reason()).contains("SERVER_OVERLOADED");
        assertThat(Integer.parseInt(failure.retryPushback().orElseThrow())).isBetween(100, 300);
        assertThat(failure.retryInfo().orElseThrow().getRetryDelay().getNanos())
                .isEqualTo(Integer.parseInt(failure.retryPushback().orElseThrow()) * 1_000_000);
        // One call at a time is within any share.
        assertThat(otherCount).isPositive();
        assertThat(otherRefusedCount).isZero();
    }

    @Test
    void observe_afterTheFlood_burstIsAnswered() throws Exception {
        String session = createSession();
        Thread flood = flood(observe(session));
        Thread.sleep(1_000);
        isOver = true;
        flood.join();
        awaitNoneInFlight();
        Thread.sleep(1_100);
        int refusedCount = errors.size();

        for (int i = 0; i < 200; i++) {
            start(observe(session));
        }
        awaitNoneInFlight();

        assertThat(errors).hasSize(refusedCount);
    }
}
