package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.SearchSettings;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SelfPlayCall;
import dev.tengen.server.testing.ServerProcess;
import dev.tengen.server.testing.TreeCall;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server with a heap of 64 MB is filled again and again, each time with a random mix of sessions, lanes, trees,
 * self-plays, remembered answers and answers that nobody reads, until it refuses. It must live.
 */
@Tag("full")
class MemoryFillTest {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryFillTest.class);
    /** {@code INVALID_VALUE}: an answer of the batch would be longer than any may be. */
    private static final Set<String> REFUSALS =
            Set.of("OUT_OF_MEMORY_BUDGET", "TOO_MANY_NODES", "TOO_MANY_LANES", "TOO_MANY_TREES", "INVALID_VALUE");

    /** A run ends after this many refusals, or this many things. */
    private static final int REFUSALS_PER_RUN = 6;

    private static final int THINGS_PER_RUN = 400;

    private static final int MAX_LANE_COUNT = 600;
    private static final int MAX_NODE_COUNT = 100_000;

    @RegisterExtension
    static final ServerProcess SERVER = new ServerProcess("64m");

    private final Map<Thing, Integer> made = new EnumMap<>(Thing.class);
    private final Map<Thing, Integer> refused = new EnumMap<>(Thing.class);

    /** What fills the memory. */
    private enum Thing {
        SESSION,
        REMEMBERED_SESSION,
        LONG_SESSION,
        BATCH,
        UNREAD_BATCH,
        FOREST,
        SELF_PLAY
    }

    @Test
    void fill_fewTimes_serverLives() throws IOException {
        fill(1, 4);
    }

    @Test
    @Tag("long")
    void fill_thousandTimes_serverLives() throws IOException {
        fill(1_000, 1_000);
    }

    private void fill(long firstSeed, int runCount) throws IOException {
        for (int number = 0; number < runCount; number++) {
            try (Run run = new Run(firstSeed + number)) {
                run.fill();
            }
            assertThat(SERVER.isAlive()).as("after run %d", number).isTrue();
        }

        LOG.warn("{} runs: made {}, refused {}", runCount, made, refused);
        assertThat(SERVER.log()).doesNotContain("OutOfMemory");
        assertThat(made).containsOnlyKeys(Thing.values());
        assertThat(refused.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(2 * runCount);
    }

    /** One run. */
    private final class Run implements AutoCloseable {
        private final SplitMix64 random;
        private final ManagedChannel channel = RunningServer.newChannel(SERVER.port(), Runnable::run);
        private final EnvironmentServiceBlockingStub stub = EnvironmentServiceGrpc.newBlockingStub(channel);
        private final List<String> sessions = new ArrayList<>();
        private final ServerLimits limits = Calls.serverInfo(stub).getLimits();
        private final long seed;

        /** The things that this run makes most of. */
        private final Thing favorite;

        Run(long seed) {
            this.seed = seed;
            random = new SplitMix64(seed);
            favorite = Thing.values()[random.nextInt(Thing.values().length)];
        }

        void fill() {
            int refusals = 0;
            for (int count = 0; count < THINGS_PER_RUN && refusals < REFUSALS_PER_RUN; count++) {
                Thing thing = random.nextInt(2) == 0 ? favorite : Thing.values()[random.nextInt(Thing.values().length)];
                try {
                    make(thing, count);
                    made.merge(thing, 1, Integer::sum);
                } catch (StatusRuntimeException e) {
                    assertThat(Failure.of(e).reason().orElse(""))
                            .as(e.toString())
                            .isIn(REFUSALS);
                    refused.merge(thing, 1, Integer::sum);
                    refusals++;
                }
            }
        }

        private void make(Thing thing, int number) {
            switch (thing) {
                case SESSION -> sessions.add(Calls.open(stub, spec()));
                case REMEMBERED_SESSION ->
                    sessions.add(stub.createSession(Calls.create(spec())
                                    .setRequestId(seed + "-" + number)
                                    .build())
                            .getSessionId());
                case LONG_SESSION -> sessions.add(longSession());
                case BATCH -> {
                    BatchCall call = batch();
                    int lanes = call.receive().getLayout().getSeedsCount();
                    int[] actions = new int[lanes];
                    Arrays.fill(actions, EnvironmentBatch.DRAWN_ACTION);
                    for (int step = random.nextInt(20); step > 0; step--) {
                        call.step(actions);
                        call.receive();
                    }
                }
                case UNREAD_BATCH -> batch().stall();
                case FOREST -> forest();
                case SELF_PLAY -> selfPlay();
                default -> throw new AssertionError(thing);
            }
        }

        private BatchCall batch() {
            return BatchCall.open(
                    channel,
                    OpenBatch.newBuilder()
                            .setLaneCount(1 + random.nextInt(Math.min(MAX_LANE_COUNT, limits.getMaxLaneCount())))
                            .addSpecs(spec()));
        }

        private String longSession() {
            String turns = "(;SZ[" + (5 + random.nextInt(15)) + "]" + ";B[];W[]".repeat(random.nextInt(20_000)) + ")";
            return stub.importRecord(ImportRecordRequest.newBuilder()
                            .setSgf(ByteString.copyFrom(turns, StandardCharsets.US_ASCII))
                            .build())
                    .getSession()
                    .getSessionId();
        }

        private void forest() {
            TreeCall call = TreeCall.open(
                    channel,
                    OpenForest.newBuilder()
                            .setWidth(25)
                            .setHeight(25)
                            .setMaxNodeCount(Math.min(MAX_NODE_COUNT, limits.getMaxNodeCount())));
            call.receive();
            TreeRoot.Builder root = TreeRoot.newBuilder();
            if (sessions.isEmpty() || random.nextInt(2) == 0) {
                root.setSpec(Calls.square(5 + random.nextInt(21)));
            } else {
                root.setSessionId(sessions.get(random.nextInt(sessions.size())));
            }
            ExpandResponse planted = call.ask(TreeCall.planting(
                    Collections.nCopies(1 + random.nextInt(40), root).toArray(TreeRoot.Builder[]::new)));
            if (planted.hasError()) {
                refused.merge(Thing.FOREST, 1, Integer::sum);
                return;
            }
            List<Long> roots = TreeCall.handles(planted);
            for (int times = random.nextInt(4); times > 0; times--) {
                long[] parents = new long[1 + random.nextInt(5_000)];
                int[] actions = new int[parents.length];
                for (int row = 0; row < parents.length; row++) {
                    parents[row] = roots.get(random.nextInt(roots.size()));
                    actions[row] = random.nextInt(25);
                }
                call.expand(parents, actions);
            }
        }

        private void selfPlay() {
            int size = 5 + random.nextInt(21);
            int slotCount = 1 + random.nextInt(Math.min(100, limits.getMaxLaneCount()));
            SelfPlayCall call = new SelfPlayCall(channel);
            int maxMoves = random.nextInt(3);
            boolean isMixed = slotCount % 2 == 0;
            call.open(OpenSelfPlay.newBuilder()
                    .addAllSpecs(IntStream.range(0, isMixed ? slotCount : 1)
                            .mapToObj(slot -> Calls.square(size)
                                    .addEncodings("alphazero-17")
                                    .setMaxMoves(maxMoves)
                                    .setRules(Rules.newBuilder().setKomi(slot))
                                    .build())
                            .toList())
                    .setSearch(SearchSettings.newBuilder().setLeavesPerRound(1 + random.nextInt(8)))
                    .setSelfPlay(SelfPlaySettings.newBuilder().setSimulationCount(1 + random.nextInt(5_000)))
                    .setSlotCount(slotCount)
                    .build());
            int leafCount = 0;
            for (int round = random.nextInt(100); round > 0; round--) {
                leafCount = call.ask(SelfPlayCall.even(0, leafCount, size * size + 1))
                        .getLeaves()
                        .getSymmetries()
                        .size();
            }
        }

        private EnvironmentSpec.Builder spec() {
            EnvironmentSpec.Builder spec = Calls.square(5 + random.nextInt(21));
            List<String> names = new ArrayList<>(Encodings.names());
            for (int count = random.nextInt(4); count > 0; count--) {
                spec.addEncodings(names.remove(random.nextInt(names.size())));
            }
            if (random.nextInt(2) == 0) {
                spec.setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32);
            }
            return spec;
        }

        @Override
        public void close() {
            for (String session : sessions) {
                Calls.close(stub, session);
            }
            channel.shutdownNow();
            // The answers that are remembered stay, at most a fifth of the budget.
            await().forever()
                    .untilAsserted(() -> assertThat(SERVER.reservedBytes()).isLessThan(4 << 20));
        }
    }
}
