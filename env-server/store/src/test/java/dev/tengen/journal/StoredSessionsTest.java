package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.store.Database;
import dev.tengen.store.PostgresCluster;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreUrl;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that leave the memory, expire, or cannot be stored; and stores that cannot be used. */
class StoredSessionsTest {
    private static final EnvironmentSpec SPEC =
            EnvironmentSpec.newBuilder().setWidth(5).setHeight(5).build();
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path folder;

    private String url() {
        return folder.resolve("sessions.db").toString();
    }

    private static String create(EnvironmentServiceBlockingStub stub) {
        return create(stub, 0);
    }

    private static String create(EnvironmentServiceBlockingStub stub, long idleMillis) {
        return stub.createSession(CreateSessionRequest.newBuilder()
                        .setSpec(SPEC)
                        .setIdleTimeoutMs(idleMillis)
                        .build())
                .getSessionId();
    }

    private static void step(EnvironmentServiceBlockingStub stub, String id, int action) {
        var unused = stub.step(
                StepRequest.newBuilder().setSessionId(id).setAction(action).build());
    }

    private static List<Integer> actions(EnvironmentServiceBlockingStub stub, String id) {
        return stub.getSession(GetSessionRequest.newBuilder().setSessionId(id).build())
                .getActionsList();
    }

    @Test
    void idleSessions_leaveTheMemory_andComeBackOnUse() {
        try (StoredServer server = new StoredServer(url(), Duration.ofMillis(50))) {
            long before = server.server().server().reservedBytes();
            List<String> ids = new ArrayList<>();
            for (int index = 0; index < 20; index++) {
                ids.add(create(server.stub()));
                step(server.stub(), ids.get(index), index);
            }
            assertThat(server.server().server().reservedBytes()).isGreaterThan(before);

            await().forever().until(() -> server.server().server().reservedBytes() == before);

            assertThat(server.server().server().openSessionCount()).isEqualTo(20);
            for (int index = 0; index < 20; index++) {
                assertThat(actions(server.stub(), ids.get(index))).containsExactly(index);
            }
        }
    }

    @Test
    void watchedSession_staysInMemory() throws InterruptedException {
        try (StoredServer server = new StoredServer(url(), Duration.ofMillis(50))) {
            String id = create(server.stub());
            var states = server.stub()
                    .watch(WatchRequest.newBuilder().setSessionId(id).build());
            states.next();

            Thread.sleep(400);

            step(server.stub(), id, 3);
            assertThat(states.next().getTimestep().getMoveNumber()).isEqualTo(1);
        }
    }

    @Test
    void sessionThatIsNotInMemory_expiresAtItsTimeout() {
        SessionLimits limits = new SessionLimits(10, HOUR).withMemoryTime(Duration.ofMillis(50));
        try (StoredServer server = new StoredServer(url(), limits)) {
            String id = create(server.stub(), 700);
            String other = create(server.stub());

            await().forever()
                    .pollInterval(Duration.ofMillis(900))
                    .untilAsserted(() ->
                            assertThatThrownBy(() -> actions(server.stub(), id)).hasMessageContaining("has expired"));

            assertThat(actions(server.stub(), other)).isEmpty();
            await().forever().until(() -> server.server().server().openSessionCount() == 1);
        }
    }

    /** Nobody asks for the sessions, so only the sweeper can find them. */
    @Test
    @Tag("full")
    void sessionsThatNobodyUses_areRemovedFromTheStore() {
        SessionLimits limits = new SessionLimits(10, HOUR).withMemoryTime(Duration.ofMillis(50));
        try (StoredServer server = new StoredServer(url(), limits)) {
            for (int index = 0; index < 5; index++) {
                create(server.stub(), 500);
            }

            await().forever().until(() -> server.server().server().openSessionCount() == 0);
            await().forever()
                    .until(() -> server.store()
                            .entries(Optional.empty(), 0, false, 10)
                            .isEmpty());
        }
    }

    /** The time in which the server is down does not count as idle. */
    @Test
    @Tag("full")
    void idleTimeout_afterARestart_startsAgain() throws InterruptedException {
        SessionLimits limits = new SessionLimits(10, HOUR);
        try (StoredServer server = new StoredServer(url(), limits)) {
            String id = create(server.stub(), 8_000);
            server.crash();
            Thread.sleep(4_500);
            server.crash();
            Thread.sleep(4_500);

            assertThat(actions(server.stub(), id)).isEmpty();
        }
    }

    @Test
    void limitOnSessions_countsThoseOfTheStore() {
        SessionLimits limits = new SessionLimits(3, HOUR).withMemoryTime(Duration.ofMillis(1));
        try (StoredServer server = new StoredServer(url(), limits)) {
            create(server.stub());
            create(server.stub());
            server.crash();
            create(server.stub());

            assertThatThrownBy(() -> create(server.stub())).hasMessageContaining("3 sessions are open, the maximum");
        }
    }

    @Test
    void seats_outliveTheServer() {
        try (StoredServer server = new StoredServer(url(), HOUR)) {
            CreateSessionResponse created = server.stub()
                    .createSession(CreateSessionRequest.newBuilder()
                            .setSpec(SPEC)
                            .setWithPlayerSeats(true)
                            .build());
            server.crash();

            step(with(server, created.getSeatTokens().getBlack()), "", 0);
            assertThatThrownBy(() -> step(with(server, created.getSeatTokens().getBlack()), "", 1))
                    .hasMessageContaining("White is to move");
            server.restart();
            step(with(server, created.getSeatTokens().getWhite()), "", 1);
            assertThat(actions(server.stub(), created.getSessionId())).containsExactly(0, 1);
        }
    }

    private static EnvironmentServiceBlockingStub with(StoredServer server, String token) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return EnvironmentServiceGrpc.newBlockingStub(server.server().channel())
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    /** Without the row of the request, the retry opened another session. */
    @Test
    @Tag("full")
    void opening_retriedAfterItsSessionWasClosedAndTheServerRestarted_opensNone() {
        for (String url : List.of(url(), PostgresCluster.get().newDatabase())) {
            try (StoredServer server = new StoredServer(url, HOUR)) {
                CreateSessionRequest request = CreateSessionRequest.newBuilder()
                        .setSpec(SPEC)
                        .setRequestId("the request")
                        .build();
                CreateSessionResponse opened = server.stub().createSession(request);
                step(server.stub(), opened.getSessionId(), 0);
                var unused = server.stub()
                        .closeSession(CloseSessionRequest.newBuilder()
                                .setSessionId(opened.getSessionId())
                                .build());
                server.crash();

                assertThat(server.stub().createSession(request)).isEqualTo(opened);
                assertThat(server.server().server().openSessionCount()).isZero();
                assertThat(server.store().entries(Optional.empty(), 0, false, 10))
                        .isEmpty();
                assertThatThrownBy(() -> actions(server.stub(), opened.getSessionId()))
                        .hasMessageContaining("is not open");
            }
        }
    }

    @Test
    void closedSessions_whoseOpeningsCanNoLongerBeRetried_areRemoved() {
        String url = PostgresCluster.get().newDatabase();
        try (StoredServer server = new StoredServer(url, HOUR)) {
            CreateSessionRequest request = CreateSessionRequest.newBuilder()
                    .setSpec(SPEC)
                    .setRequestId("the request")
                    .build();
            String id = server.stub().createSession(request).getSessionId();
            server.store().remove(id).join();
            try (Database database = Database.open(StoreUrl.parse(url), DatabaseSessionStore.SCHEMA)) {
                assertThat(database.<Boolean>read(handle -> new SessionTables(handle).hasClosed(Long.MAX_VALUE)))
                        .isTrue();
                database.write(handle -> {
                    new SessionTables(handle).removeClosed(Long.MAX_VALUE, 10);
                    return id;
                });
                assertThat(database.<Boolean>read(handle -> new SessionTables(handle).hasClosed(Long.MAX_VALUE)))
                        .isFalse();
            }
            server.crash();

            assertThat(server.stub().createSession(request).getSessionId()).isNotEqualTo(id);
        }
    }

    /** A change that cannot be stored is not acknowledged, and is gone from memory, too. */
    @Test
    void change_thatCannotBeStored_isRefusedAndForgotten() {
        String url = PostgresCluster.get().newDatabase();
        try (StoredServer server = new StoredServer(url, HOUR)) {
            String id = create(server.stub());
            step(server.stub(), id, 0);
            PostgresCluster.execute(url, "ALTER TABLE states RENAME TO hidden");

            assertThatThrownBy(() -> step(server.stub(), id, 1))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessage("UNAVAILABLE: the store of sessions failed, see the log of the server; retry the call");
            assertThatThrownBy(() -> create(server.stub())).hasMessageContaining("UNAVAILABLE");

            PostgresCluster.execute(url, "ALTER TABLE hidden RENAME TO states");
            assertThat(actions(server.stub(), id)).containsExactly(0);
            step(server.stub(), id, 2);
            assertThat(actions(server.stub(), id)).containsExactly(0, 2);
            assertThat(server.server().server().openSessionCount()).isEqualTo(1);
        }
    }

    @Test
    void serverOfAnEarlierEpoch_commitsNothing() {
        String url = PostgresCluster.get().newDatabase();
        try (StoredServer server = new StoredServer(url, HOUR)) {
            String id = create(server.stub());
            step(server.stub(), id, 0);
            PostgresCluster.execute(url, "UPDATE servers SET epoch = epoch + 1"); // Another server took over.

            assertThatThrownBy(() -> step(server.stub(), id, 1))
                    .hasMessageContaining("another server has taken over the store");
            assertThat(actions(server.stub(), id)).containsExactly(0);
        }
    }

    @Test
    void open_storeInUse_isRefused() {
        String postgres = PostgresCluster.get().newDatabase();
        for (String url : List.of(url(), postgres)) {
            try (StoredServer server = new StoredServer(url, HOUR)) {
                create(server.stub());

                assertThatThrownBy(() -> DatabaseSessionStore.open(StoreUrl.parse(url), List.of(), Optional.empty()))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("is in use by another server");
            }
            DatabaseSessionStore.open(StoreUrl.parse(url), List.of(), Optional.empty())
                    .close();
        }
    }

    @Test
    void open_fileOfSomethingElse_isRefusedAndUnchanged() throws IOException {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear server, ".repeat(1000));

        assertThatThrownBy(
                        () -> DatabaseSessionStore.open(StoreUrl.parse(letter.toString()), List.of(), Optional.empty()))
                .hasMessageContaining("is corrupt or not a database");
        assertThat(Files.readString(letter)).startsWith("Dear server, ").hasSize(13_000);
    }

    /** A flipped bit in a snapshot is found by its checksum, when the session is used. */
    @Test
    void load_damagedSnapshot_isRefused() throws IOException {
        String id;
        try (StoredServer server = new StoredServer(url(), HOUR)) {
            id = create(server.stub());
            for (int action = 0; action < 9; action++) {
                step(server.stub(), id, action);
            }
        }
        try (RandomAccessFile file = new RandomAccessFile(url(), "rw")) {
            byte[] bytes = new byte[(int) file.length()];
            file.readFully(bytes);
            int damagedCount = 0;
            for (int at = 0; at < bytes.length - 12; at++) {
                if (new String(bytes, at, 6, java.nio.charset.StandardCharsets.ISO_8859_1).equals("TENGEN")) {
                    file.seek(at + 12);
                    file.write(bytes[at + 12] ^ 1);
                    damagedCount++;
                }
            }
            assertThat(damagedCount).isGreaterThanOrEqualTo(10);
        }
        try (StoredServer server = new StoredServer(url(), HOUR)) {
            assertThatThrownBy(() -> actions(server.stub(), id)).hasMessageContaining("damaged");
        }
    }
}
