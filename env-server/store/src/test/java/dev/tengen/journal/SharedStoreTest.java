package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.store.PostgresCluster;
import dev.tengen.store.StoreException;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two server processes on one PostgreSQL database. */
@Tag("full")
class SharedStoreTest {
    private static final EnvironmentSpec SPEC =
            EnvironmentSpec.newBuilder().setWidth(5).setHeight(5).build();

    private final String url = PostgresCluster.get().newDatabase();
    private final List<ManagedChannel> channels = new ArrayList<>();
    private StoredServerProcess first;
    private StoredServerProcess second;

    @BeforeEach
    void start() throws Exception {
        first = StoredServerProcess.sharing(url);
        second = StoredServerProcess.sharing(url);
        first.start();
        second.start();
    }

    @AfterEach
    void stop() {
        channels.forEach(ManagedChannel::shutdownNow);
        first.close();
        second.close();
    }

    private EnvironmentServiceBlockingStub stub(StoredServerProcess server) {
        ManagedChannel channel = RunningServer.newChannel(server.port(), Runnable::run);
        channels.add(channel);
        return EnvironmentServiceGrpc.newBlockingStub(channel);
    }

    private static EnvironmentServiceBlockingStub with(
            EnvironmentServiceBlockingStub stub, String header, String value) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of(header, Metadata.ASCII_STRING_MARSHALLER), value);
        return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static CreateSessionResponse create(EnvironmentServiceBlockingStub stub) {
        return create(stub, UUID.randomUUID().toString());
    }

    /** Creates a session, as clients do: a server that cannot reach the store in time answers that they shall retry. */
    private static CreateSessionResponse create(EnvironmentServiceBlockingStub stub, String requestId) {
        AtomicReference<CreateSessionResponse> created = new AtomicReference<>();
        retry(() -> created.set(stub.createSession(CreateSessionRequest.newBuilder()
                .setSpec(SPEC)
                .setRequestId(requestId)
                .build())));
        return created.get();
    }

    private static void step(EnvironmentServiceBlockingStub stub, String id, int action) {
        var unused = stub.step(
                StepRequest.newBuilder().setSessionId(id).setAction(action).build());
    }

    private static List<Integer> actions(EnvironmentServiceBlockingStub stub, String id) {
        return stub.getSession(GetSessionRequest.newBuilder().setSessionId(id).build())
                .getActionsList();
    }

    private static StatusRuntimeException failure(Runnable call) {
        return catchThrowableOfType(StatusRuntimeException.class, call::run);
    }

    private static String trailer(StatusRuntimeException error, String name) {
        return error.getTrailers().get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    /** Repeats {@code call} until the session can be reached. */
    private static void retry(Runnable call) {
        await().forever().pollInterval(Duration.ofMillis(10)).until(() -> {
            try {
                call.run();
                return true;
            } catch (StatusRuntimeException e) {
                if (e.getStatus().getCode() == Status.Code.UNAVAILABLE) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Test
    void call_ofTheWrongServer_namesTheOwner() throws Exception {
        String id = create(stub(first)).getSessionId();

        StatusRuntimeException error = failure(() -> step(stub(second), id, 0));

        assertThat(error.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(trailer(error, "tengen-reason")).isEqualTo("SESSION_ELSEWHERE");
        assertThat(trailer(error, "tengen-owner")).isEqualTo(first.address());
        assertThat(trailer(error, "grpc-retry-pushback-ms")).isNull();
        assertThat(StatusProto.fromThrowable(error)
                        .getDetails(0)
                        .unpack(com.google.rpc.ErrorInfo.class)
                        .getMetadataMap())
                .containsEntry("owner", first.address());
        step(stub(first), id, 0);
        assertThat(failure(() -> actions(stub(second), id)).getStatus().getCode())
                .isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(actions(stub(first), id)).containsExactly(0);
    }

    @Test
    void killedServer_isReplaced() throws Exception {
        EnvironmentServiceBlockingStub living = stub(second);
        create(living); // So that the first call is not the one that loads the classes.
        String id = create(stub(first)).getSessionId();
        step(stub(first), id, 0);

        first.kill();
        retry(() -> step(living, id, 1));

        assertThat(actions(living, id)).containsExactly(0, 1);
    }

    /** A server that was frozen while another one took its session commits nothing and answers nothing old. */
    @Test
    void frozenServer_isReplacedWhenItsLeaseLapses_andCannotActLater() throws Exception {
        EnvironmentServiceBlockingStub frozen = stub(first);
        EnvironmentServiceBlockingStub living = stub(second);
        String id = create(frozen).getSessionId();
        step(frozen, id, 0);

        first.freeze();
        retry(() -> step(living, id, 1));
        List<Thread> calls = new ArrayList<>();
        List<Object> answers = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int index = 0; index < 4; index++) { // They arrive while it is frozen.
            boolean isRead = index % 2 == 0;
            EnvironmentServiceBlockingStub stub = stub(first);
            calls.add(new Thread(() -> {
                try {
                    if (isRead) {
                        answers.add(actions(stub, id));
                    } else {
                        step(stub, id, 7);
                        answers.add("a step");
                    }
                } catch (StatusRuntimeException e) {
                    if (e.getStatus().getCode() != Status.Code.UNAVAILABLE) {
                        answers.add(e); // An error that comes from an old state.
                    }
                }
            }));
        }
        calls.forEach(Thread::start);
        Thread.sleep(300);
        first.thaw();
        StatusRuntimeException old = failure(() -> actions(frozen, id));
        for (Thread call : calls) {
            call.join();
        }

        assertThat(old).isNotNull();
        assertThat(answers).isEmpty();
        assertThat(actions(living, id)).containsExactly(0, 1);
        // It joins again, and serves.
        create(frozen);
        assertThat(trailer(failure(() -> actions(frozen, id)), "tengen-owner")).isEqualTo(second.address());
    }

    @Test
    void livingOwner_givesUpASessionWhoseClientCannotReachIt() throws Exception {
        EnvironmentServiceBlockingStub owner = stub(first);
        String id = create(owner).getSessionId();
        step(owner, id, 0);
        EnvironmentServiceBlockingStub other =
                with(stub(second), "tengen-unreachable", "10.0.0.1:1, " + first.address());

        step(other, id, 1);

        assertThat(actions(other, id)).containsExactly(0, 1);
        assertThat(trailer(failure(() -> step(owner, id, 2)), "tengen-owner")).isEqualTo(second.address());
        // It stays for a while: clients of slow servers would send it back and forth. Then it moves again.
        EnvironmentServiceBlockingStub back = with(owner, "tengen-unreachable", second.address());
        await().forever()
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .until(() -> {
                    step(back, id, 2);
                    return true;
                });
        assertThat(actions(owner, id)).containsExactly(0, 1, 2);
    }

    @Test
    void watchedSession_isGivenUp_andItsWatchersAreNotified() {
        EnvironmentServiceBlockingStub owner = stub(first);
        String id = create(owner).getSessionId();
        var states = owner.watch(WatchRequest.newBuilder().setSessionId(id).build());
        states.next();

        step(with(stub(second), "tengen-unreachable", first.address()), id, 1);

        assertThat(states.hasNext()).isFalse();
    }

    @Test
    void stoppedServer_handsOverItsSessions() throws Exception {
        EnvironmentServiceBlockingStub living = stub(second);
        create(living);
        List<String> ids = new ArrayList<>();
        for (int index = 0; index < 20; index++) {
            ids.add(create(stub(first)).getSessionId());
            step(stub(first), ids.get(index), index);
        }

        Thread stopping = new Thread(() -> {
            try {
                first.stop();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        stopping.start();
        for (int index = 0; index < 20; index++) {
            String id = ids.get(index);
            retry(() -> actions(living, id));
            assertThat(actions(living, id)).containsExactly(index);
        }
        stopping.join();
    }

    @Test
    void opening_retriedAtTheOtherServer_opensOneSession() {
        CreateSessionResponse opened = create(stub(first), "the request");

        CreateSessionResponse retried = create(stub(second), "the request");

        assertThat(retried).isEqualTo(opened);
        assertThat(ids(stub(second))).containsExactly(opened.getSessionId());
    }

    /** One of them stores it, and the other one finds that when it is called again. */
    @Test
    void opening_atBothServersAtTheSameTime_opensOneSession() throws Exception {
        EnvironmentServiceBlockingStub one = stub(first);
        EnvironmentServiceBlockingStub other = stub(second);
        for (int round = 0; round < 20; round++) {
            String request = "request " + round;
            CompletableFuture<String> atFirst = CompletableFuture.supplyAsync(() -> opened(one, request));
            String atSecond = opened(other, request);

            assertThat(atFirst.join()).isEqualTo(atSecond);
        }
        assertThat(ids(one)).hasSize(20);
    }

    private static String opened(EnvironmentServiceBlockingStub stub, String request) {
        return create(stub, request).getSessionId();
    }

    private static List<String> ids(EnvironmentServiceBlockingStub stub) {
        return stub.listSessions(ListSessionsRequest.getDefaultInstance()).getSessionsList().stream()
                .map(SessionSummary::getSessionId)
                .toList();
    }

    @Test
    void listSessions_namesThoseOfAllServers_oldestFirst() {
        List<String> ids = new ArrayList<>();
        for (int index = 0; index < 6; index++) {
            ids.add(create(stub(index % 2 == 0 ? first : second)).getSessionId());
        }

        assertThat(ids(stub(first))).containsExactlyElementsOf(ids);
        assertThat(ids(stub(second))).containsExactlyElementsOf(ids);
        stub(first)
                .closeSession(CloseSessionRequest.newBuilder()
                        .setSessionId(ids.remove(0))
                        .build());
        assertThat(ids(stub(second))).containsExactlyElementsOf(ids);
    }

    @Test
    void seats_countAtTheServerThatTakesOver() throws Exception {
        CreateSessionResponse created = stub(first)
                .createSession(CreateSessionRequest.newBuilder()
                        .setSpec(SPEC)
                        .setWithPlayerSeats(true)
                        .build());
        String token = "Bearer " + created.getSeatTokens().getBlack();
        EnvironmentServiceBlockingStub black = with(stub(second), "authorization", token);
        // The other server reads with its heartbeats who has seats.
        await().forever()
                .until(() -> first.address().equals(trailer(failure(() -> step(black, "", 0)), "tengen-owner")));

        first.kill();
        retry(() -> step(black, "", 0));

        assertThat(actions(stub(second), created.getSessionId())).containsExactly(0);
    }

    @Test
    void seats_ofASessionThatAnotherServerHasClosed_end() throws Exception {
        CreateSessionResponse created = stub(first)
                .createSession(CreateSessionRequest.newBuilder()
                        .setSpec(SPEC)
                        .setWithPlayerSeats(true)
                        .build());
        String token = "Bearer " + created.getSeatTokens().getBlack();
        EnvironmentServiceBlockingStub black = with(stub(second), "authorization", token);
        await().forever()
                .until(() -> failure(() -> step(black, "", 0)).getStatus().getCode() == Status.Code.UNAVAILABLE);

        var unused = stub(first)
                .closeSession(CloseSessionRequest.newBuilder()
                        .setSessionId(created.getSessionId())
                        .build());

        await().forever()
                .pollInterval(
                        Duration.ofSeconds(1)) // The calls do not name the session, so that they do not find it closed.
                .until(() -> failure(() -> ids(black)) != null
                        && failure(() -> ids(black)).getStatus().getCode() == Status.Code.UNAUTHENTICATED);
    }

    @Test
    void serverAlone_cannotUseASharedStore() {
        assertThatThrownBy(() -> new StoredServer(url, Duration.ofHours(1)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is in use by another server");
    }
}
