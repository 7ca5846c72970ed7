package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.IllegalActionPolicy;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.store.PostgresCluster;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random walks of all calls on two servers: one that keeps sessions in memory and lives on, and one with a store whose
 * memory is lost again and again, or several that share a store. Every response is the same, also to retries of earlier
 * calls.
 */
@Tag("full")
class RestartedWalksTest {
    private static final int CALLS_PER_LIFE = 60;
    private static final int MAX_REMEMBERED = 20;
    private static final EnvironmentSpec PLAIN = EnvironmentSpec.newBuilder()
            .setWidth(4)
            .setHeight(4)
            .addEncodings("alphazero-17")
            .build();
    private static final List<EnvironmentSpec> SPECS = List.of(
            PLAIN,
            PLAIN.toBuilder()
                    .setIllegalActionPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_IGNORE)
                    .build(),
            PLAIN.toBuilder()
                    .setOpponent(dev.tengen.proto.v1.Opponent.newBuilder().setPlayer("random"))
                    .build(),
            PLAIN.toBuilder().setRules(Rules.newBuilder().setPreset("japanese")).build());

    @TempDir
    Path folder;

    @Test
    void sqlite_everyResponse_isThatOfAServerThatLivesOn() {
        Map<Kind, Integer> counts = walk(folder.resolve("sessions.db").toString(), 1, 1_200);

        assertThat(counts).hasSize(Kind.values().length);
        assertThat(counts.get(Kind.STEPPED)).isGreaterThan(300);
        assertThat(counts.get(Kind.UNDONE)).isGreaterThan(30);
        assertThat(counts.get(Kind.RESET)).isGreaterThan(30);
        assertThat(counts.get(Kind.RETRIED_AFTER_CRASH)).isGreaterThan(50);
    }

    @Test
    void postgres_everyResponse_isThatOfAServerThatLivesOn() {
        Map<Kind, Integer> counts = walk(PostgresCluster.get().newDatabase(), 2, 300);

        assertThat(counts.get(Kind.STEPPED)).isGreaterThan(70);
        assertThat(counts.get(Kind.RETRIED_AFTER_CRASH)).isGreaterThan(5);
    }

    /**
     * Three servers take the sessions from each other, are restarted, fenced while they run, and lose their
     * connections.
     */
    @Test
    void sharedStore_everyResponse_isThatOfAServerThatLivesOn() {
        Random random = new Random(3);
        try (RunningServer plain = RunningServer.withDefaults().start();
                SharedServers shared =
                        new SharedServers(PostgresCluster.get().newDatabase(), 3, Duration.ofMillis(200), random)) {
            Walk walk = new Walk(
                    plain,
                    new Stored() {
                        @Override
                        public EnvironmentServiceBlockingStub stub() {
                            return shared.stub();
                        }

                        @Override
                        public void loseMemory() {
                            shared.disturb();
                        }
                    },
                    random);
            for (int call = 1; call <= 450; call++) {
                walk.next();
                if (call % 15 == 0) {
                    walk.loseMemory();
                }
            }
            walk.checkLists();

            assertThat(walk.counts.get(Kind.STEPPED)).isGreaterThan(100);
            assertThat(walk.counts.get(Kind.RETRIED_AFTER_CRASH)).isGreaterThan(20);
            assertThat(shared.elsewhereCount()).isGreaterThan(100);
            assertThat(shared.fenceCount()).isGreaterThan(5);
        }
    }

    /** What a call of the walk was. */
    private enum Kind {
        OPENED,
        STEPPED,
        REFUSED,
        UNDONE,
        RESET,
        RETRIED,
        RETRIED_AFTER_CRASH,
        OPENING_RETRIED_AFTER_CRASH,
        CLOSED,
        READ
    }

    private static Map<Kind, Integer> walk(String url, long seed, int callCount) {
        try (RunningServer plain = RunningServer.withDefaults().start();
                StoredServer stored = new StoredServer(url, Duration.ofMillis(1))) {
            Random random = new Random(seed);
            Walk walk = new Walk(
                    plain,
                    new Stored() {
                        @Override
                        public EnvironmentServiceBlockingStub stub() {
                            return stored.stub();
                        }

                        @Override
                        public void loseMemory() {
                            if (random.nextBoolean()) {
                                stored.crash();
                            } else {
                                stored.restart();
                            }
                        }
                    },
                    random);
            for (int call = 1; call <= callCount; call++) {
                walk.next();
                if (call % CALLS_PER_LIFE == 0) {
                    walk.loseMemory();
                }
            }
            int count = walk.checkLists();
            assertThat(stored.server().server().openSessionCount()).isEqualTo(count);
            return walk.counts;
        }
    }

    /** A session on both servers. */
    private static final class Pair {
        private final String plainId;
        private final String storedId;
        private final List<Retry> retries = new ArrayList<>();

        Pair(String plainId, String storedId) {
            this.plainId = plainId;
            this.storedId = storedId;
        }
    }

    /** A call that can be made again: on one of the servers, on the session with that id there. */
    private record Retry(BiFunction<EnvironmentServiceBlockingStub, String, Message> call, Message first, int life) {}

    /** What is compared with a server that lives on. */
    private interface Stored {
        EnvironmentServiceBlockingStub stub();

        void loseMemory();
    }

    private static final class Walk {
        private final RunningServer plain;
        private final Stored stored;
        private final Random random;
        private final List<Pair> pairs = new ArrayList<>();
        private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        private int requestCount;
        private int life;

        Walk(RunningServer plain, Stored stored, Random random) {
            this.plain = plain;
            this.stored = stored;
            this.random = random;
        }

        private void count(Kind kind) {
            counts.merge(kind, 1, Integer::sum);
        }

        private void loseMemory() {
            life++;
            stored.loseMemory();
        }

        private String newRequestId() {
            return "request " + requestCount++;
        }

        void next() {
            if (pairs.size() < 4) {
                create();
                return;
            }
            Pair pair = pairs.get(random.nextInt(pairs.size()));
            switch (random.nextInt(12)) {
                case 0 -> undo(pair);
                case 1 -> reset(pair);
                case 2, 3 -> retry(pair);
                case 4 -> read(pair);
                case 5 -> open(pair);
                default -> step(pair);
            }
        }

        /** Makes the call on both servers, and compares responses or errors. */
        private void compare(Pair pair, Kind kind, BiFunction<EnvironmentServiceBlockingStub, String, Message> call) {
            Message expected;
            try {
                expected = call.apply(plain.stub(), pair.plainId);
            } catch (StatusRuntimeException e) {
                count(Kind.REFUSED);
                assertThat(failure(() -> call.apply(stored.stub(), pair.storedId)))
                        .isEqualTo(e.getStatus().toString().replace(pair.plainId, pair.storedId));
                return;
            }
            assertThat(without(call.apply(stored.stub(), pair.storedId))).isEqualTo(without(expected));
            count(kind);
            pair.retries.add(new Retry(call, without(expected), life));
            if (pair.retries.size() > MAX_REMEMBERED) {
                pair.retries.remove(0);
            }
        }

        private static String failure(Runnable call) {
            try {
                call.run();
                return "no failure";
            } catch (StatusRuntimeException e) {
                return e.getStatus().toString();
            }
        }

        /**
         * Returns {@code response} without the fields that differ: the number of the current episode says what came
         * after.
         */
        private static Message without(Message response) {
            Message.Builder builder = response.toBuilder();
            for (String name : List.of("current_episode", "session_id")) {
                var field = response.getDescriptorForType().findFieldByName(name);
                if (field != null) {
                    builder.clearField(field);
                }
            }
            return builder.build();
        }

        private void create() {
            CreateSessionRequest request = CreateSessionRequest.newBuilder()
                    .setSpec(SPECS.get(random.nextInt(SPECS.size())))
                    .setSeed(random.nextLong())
                    .setRequestId(newRequestId())
                    .build();
            Opening creation = stub -> {
                CreateSessionResponse created = stub.createSession(request);
                return OpenedSession.newBuilder()
                        .setSessionId(created.getSessionId())
                        .setSpec(created.getSpec())
                        .setSeed(created.getSeed())
                        .setTimestep(created.getTimestep())
                        .setIdleTimeoutMs(created.getIdleTimeoutMs())
                        .build();
            };
            opened(creation, creation);
        }

        private interface Opening {
            OpenedSession by(EnvironmentServiceBlockingStub stub);
        }

        private void opened(Opening onPlain, Opening onStored) {
            OpenedSession expected = onPlain.by(plain.stub());
            OpenedSession actual = onStored.by(stored.stub());
            assertThat(without(actual)).isEqualTo(without(expected));
            if (random.nextInt(8) == 0) {
                loseMemory();
                count(Kind.OPENING_RETRIED_AFTER_CRASH);
            }
            assertThat(onStored.by(stored.stub())).isEqualTo(actual);
            pairs.add(new Pair(expected.getSessionId(), actual.getSessionId()));
            count(Kind.OPENED);
        }

        /** Opens a session from another one, and closes one. */
        private void open(Pair pair) {
            String id = newRequestId();
            switch (random.nextInt(3)) {
                case 0 -> opened(stub -> fork(stub, pair.plainId, id), stub -> fork(stub, pair.storedId, id));
                case 1 -> {
                    RestoreRequest request = RestoreRequest.newBuilder()
                            .setSnapshot(plain.stub()
                                    .snapshot(SnapshotRequest.newBuilder()
                                            .setSessionId(pair.plainId)
                                            .build())
                                    .getSnapshot())
                            .setRequestId(id)
                            .build();
                    Opening restore = stub -> stub.restore(request).getSession();
                    opened(restore, restore);
                }
                default -> {
                    ImportRecordRequest request = ImportRecordRequest.newBuilder()
                            .setSgf(com.google.protobuf.ByteString.copyFromUtf8(
                                    "(;GM[1]FF[4]SZ[4]KM[7]RU[Of our club];B[bb];W[cc];B[])"))
                            .setSeed(7)
                            .setRequestId(id)
                            .build();
                    Opening imported = stub -> {
                        var response = stub.importRecord(request);
                        assertThat(response.getWarningsList()).isNotEmpty();
                        return response.getSession();
                    };
                    opened(imported, imported);
                }
            }
            if (pairs.size() > 8) {
                Pair closed = pairs.remove(random.nextInt(pairs.size()));
                plain.stub().closeSession(closing(closed.plainId));
                stored.stub().closeSession(closing(closed.storedId));
                count(Kind.CLOSED);
                if (random.nextInt(10) == 0) {
                    loseMemory();
                }
                assertThat(failure(() -> stored.stub()
                                .getSession(GetSessionRequest.newBuilder()
                                        .setSessionId(closed.storedId)
                                        .build())))
                        .contains("NOT_FOUND");
            }
        }

        private static OpenedSession fork(EnvironmentServiceBlockingStub stub, String session, String request) {
            return stub.fork(ForkRequest.newBuilder()
                            .setSessionId(session)
                            .setRequestId(request)
                            .build())
                    .getSession();
        }

        private static CloseSessionRequest closing(String id) {
            return CloseSessionRequest.newBuilder().setSessionId(id).build();
        }

        private void step(Pair pair) {
            // A pass in one of four: so that games end, and dead stones are proposed.
            int action = random.nextInt(4) == 0 ? 16 : random.nextInt(-1, 17);
            StepRequest request = StepRequest.newBuilder()
                    .setAction(action)
                    .setRequestId(newRequestId())
                    .build();
            compare(
                    pair,
                    Kind.STEPPED,
                    (stub, id) -> stub.step(request.toBuilder().setSessionId(id).build()));
            ProposeDeadStonesRequest proposal = ProposeDeadStonesRequest.newBuilder()
                    .setRequestId(newRequestId())
                    .build();
            if (random.nextInt(4) == 0) {
                compare(
                        pair,
                        Kind.STEPPED,
                        (stub, id) -> stub.proposeDeadStones(
                                proposal.toBuilder().setSessionId(id).build()));
            }
        }

        private void undo(Pair pair) {
            UndoRequest request = UndoRequest.newBuilder()
                    .setMoveCount(1 + random.nextInt(3))
                    .setRequestId(newRequestId())
                    .build();
            compare(
                    pair,
                    Kind.UNDONE,
                    (stub, id) -> stub.undo(request.toBuilder().setSessionId(id).build()));
        }

        private void reset(Pair pair) {
            ResetRequest.Builder request = ResetRequest.newBuilder().setRequestId(newRequestId());
            if (random.nextBoolean()) {
                request.setSeed(random.nextLong());
            }
            compare(
                    pair,
                    Kind.RESET,
                    (stub, id) -> stub.reset(request.clone().setSessionId(id).build()));
        }

        private void retry(Pair pair) {
            if (!pair.retries.isEmpty()) {
                Retry retry = pair.retries.get(random.nextInt(pair.retries.size()));
                assertThat(without(retry.call().apply(stored.stub(), pair.storedId)))
                        .isEqualTo(retry.first());
                count(retry.life() == life ? Kind.RETRIED : Kind.RETRIED_AFTER_CRASH);
            }
        }

        private void read(Pair pair) {
            Message expected = without(plain.stub()
                    .getSession(GetSessionRequest.newBuilder()
                            .setSessionId(pair.plainId)
                            .build()));
            assertThat(without(stored.stub()
                            .getSession(GetSessionRequest.newBuilder()
                                    .setSessionId(pair.storedId)
                                    .build())))
                    .isEqualTo(expected);
            count(Kind.READ);
        }

        /** Compares the lists of sessions, which the store makes from what is on disk, and returns their length. */
        int checkLists() {
            ListSessionsRequest all =
                    ListSessionsRequest.newBuilder().setPageSize(1000).build();
            List<Message> expected = plain.stub().listSessions(all).getSessionsList().stream()
                    .<Message>map(Walk::without)
                    .toList();
            List<SessionSummary> actual = stored.stub().listSessions(all).getSessionsList();
            assertThat(actual.stream().<Message>map(Walk::without)).containsExactlyElementsOf(expected);
            return expected.size();
        }
    }
}
