package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.base.InvalidValueException;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Old connections end: calls move to new ones, and streams have a grace period. */
class ConnectionAgeTest {
    /** The addresses of the clients' connections that calls came from. */
    private final Set<SocketAddress> connections = ConcurrentHashMap.newKeySet();

    private RunningServer server(ConnectionAge age) {
        return RunningServer.with(
                        ServerConfig.DEFAULT.withConnectionLimits(ConnectionLimits.DEFAULT.withAge(age)),
                        new ServerInterceptor() {
                            @Override
                            public <Q, R> ServerCall.Listener<Q> interceptCall(
                                    ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
                                connections.add(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
                                return next.startCall(call, headers);
                            }
                        })
                .start();
    }

    /** Steps until calls have come from {@code count} connections; a call that fails throws. */
    private void stepOver(RunningServer server, int count) {
        EnvironmentServiceBlockingStub stub = server.stub();
        String session = Calls.open(stub, Calls.square(5));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (connections.size() < count && System.nanoTime() < end) {
            stub.reset(Calls.reset(session).build());
            Calls.play(stub, session, 0, 1, 2, 3);
        }
        assertThat(connections).hasSizeGreaterThanOrEqualTo(count);
    }

    private static BatchCall openBatch(RunningServer server) {
        BatchCall batch = BatchCall.open(
                server.channel(), OpenBatch.newBuilder().setLaneCount(1).addSpecs(Calls.square(5)));
        batch.receive();
        return batch;
    }

    @Test
    void calls_olderThanTheAge_moveToANewConnectionAndNoneFails() {
        try (RunningServer server = server(new ConnectionAge(Duration.ofSeconds(1), Optional.empty()))) {
            stepOver(server, 3);
        }
    }

    @Test
    void stream_withoutGrace_outlivesTheConnectionOfNewCalls() {
        try (RunningServer server = server(new ConnectionAge(Duration.ofSeconds(1), Optional.empty()));
                BatchCall batch = openBatch(server)) {
            stepOver(server, 2);

            batch.step(0);

            assertThat(batch.receive().hasStates()).isTrue();
        }
    }

    @Test
    void stream_afterTheGrace_isCancelledAndItsLanesAreFreed() {
        Optional<Duration> grace = Optional.of(Duration.ofSeconds(1));
        try (RunningServer server = server(new ConnectionAge(Duration.ofSeconds(1), grace));
                BatchCall batch = openBatch(server)) {
            assertThat(batch.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            await().forever().until(() -> server.server().openLaneCount() == 0);
        }
    }

    @Test
    void age_outOfRange_throws() {
        assertThatThrownBy(() -> new ConnectionAge(Duration.ofMillis(999), Optional.empty()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_connection_age_seconds 0 is not 1 or more");
        assertThatThrownBy(() -> new ConnectionAge(Duration.ofSeconds(1), Optional.of(Duration.ofSeconds(-1))))
                .hasMessage("max_connection_age_grace_seconds -1 is not 0 or more");
    }
}
