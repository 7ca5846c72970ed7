package dev.tengen.journal;

import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.store.PostgresCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A database that keeps its connections open and does not answer: a machine that is down, or a network that drops
 * packets.
 */
@Tag("full")
class SilentDatabaseTest {
    /** Longer than a busy machine makes heartbeats wait. */
    private static final SharingSettings LONG_LEASE = new SharingSettings(Duration.ofMinutes(1), Duration.ofSeconds(2));

    private final String direct = PostgresCluster.get().newDatabase();
    private final Relay relay = new Relay(
            InetAddress.getLoopbackAddress(),
            URI.create(direct.replace("%", "")).getPort());
    private final String url = direct.replaceFirst(":[0-9]+/", ":" + relay.port() + "/");

    SilentDatabaseTest() throws IOException {}

    @AfterEach
    void stop() throws IOException {
        relay.close();
    }

    private RunningServer start(boolean isShared) {
        return RunningServer.with(ServerConfig.DEFAULT
                        .withSessionStore(
                                isShared
                                        ? DatabaseSessionStore.factory(url, "server-0:9019", LONG_LEASE)
                                        : DatabaseSessionStore.factory(url))
                        .withBatchJournals(DatabaseBatchJournals.factory(url, Duration.ofHours(1)))
                        .withDrainLimit(Duration.ofSeconds(2)))
                .start();
    }

    private void closeWithAChangeUnderWay(boolean isShared) {
        RunningServer server = start(isShared);
        CreateSessionResponse created = server.stub()
                .createSession(CreateSessionRequest.newBuilder()
                        .setSpec(EnvironmentSpec.newBuilder().setWidth(5).setHeight(5))
                        .build());
        relay.silence();
        Future<StepResponse> step = EnvironmentServiceGrpc.newFutureStub(server.channel())
                .step(StepRequest.newBuilder()
                        .setSessionId(created.getSessionId())
                        .setAction(3)
                        .build());

        server.server().close();

        await().forever().until(step::isDone);
        server.close();
    }

    /** Nothing ends the wait for the answer of a database that does not answer, so this never returned. */
    @Test
    void close_storeOfOneServer_endsWithoutAnAnswer() {
        closeWithAChangeUnderWay(false);
    }

    @Test
    void close_sharedStore_endsWithoutAnAnswer() {
        closeWithAChangeUnderWay(true);
    }
}
