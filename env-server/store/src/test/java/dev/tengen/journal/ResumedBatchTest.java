package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.BatchJournal;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.LaneProposal;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.ResumeBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SpecPair;
import dev.tengen.store.PostgresCluster;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A batch that loses its stream at random moments, and is resumed on the same server, after a restart, or on another
 * server, beside a batch that lives on. Each answer has the same rows, and after each resumption all lanes have the
 * same hashes.
 */
@Tag("full")
class ResumedBatchTest {
    private static final int LANES = 40;
    private static final int DRAWN = -3;
    private static final String TASK = "race-class0:split=test";

    @TempDir
    private Path folder;

    @Test
    void sqlite_allModes_rowsAreThoseOfABatchThatLivesOn() {
        for (int mode = 1; mode <= 3; mode++) {
            try (JournalServer servers =
                    new JournalServer(folder.resolve(mode + ".db").toString())) {
                new Walk(servers, AutoresetMode.forNumber(mode), mode).play(400, 25);
            }
        }
    }

    @Test
    void postgres_nextStepMode_rowsAreThoseOfABatchThatLivesOn() throws Exception {
        try (JournalServer servers = new JournalServer(PostgresCluster.get().newDatabase())) {
            new Walk(servers, AutoresetMode.AUTORESET_MODE_NEXT_STEP, 4).play(400, 25);
        }
    }

    @Test
    @Tag("long")
    void sqliteAndPostgres_long_rowsAreThoseOfABatchThatLivesOn() throws Exception {
        for (int mode = 1; mode <= 3; mode++) {
            for (String url : List.of(
                    folder.resolve("long-" + mode + ".db").toString(),
                    PostgresCluster.get().newDatabase())) {
                try (JournalServer servers = new JournalServer(url)) {
                    new Walk(servers, AutoresetMode.forNumber(mode), 10 + mode).play(6000, 60);
                }
            }
        }
    }

    /** A random walk of one batch. */
    private static final class Walk {
        private final JournalServer servers;
        private final SplitMix64 random;
        private final OpenBatch open;
        private final List<Integer> pass = new ArrayList<>();
        private final List<Boolean> mayAgree = new ArrayList<>();
        private final List<RunRequest> requests = new ArrayList<>();

        /** The answers of the batch that lives on; the first is that to the opening. */
        private final List<RunResponse> expected = new ArrayList<>();

        /** The hashes of all lanes after each answer. */
        private final List<long[]> hashes = new ArrayList<>();

        private int resumeCount;
        private int lostCount;
        private int repeatedCount;

        Walk(JournalServer servers, AutoresetMode mode, long seed) {
            this.servers = servers;
            random = new SplitMix64(seed);
            OpenBatch.Builder batch = OpenBatch.newBuilder()
                    .setLaneCount(LANES)
                    .addSeeds(random.nextLong())
                    .setAutoresetMode(mode);
            for (int lane = 0; lane < LANES; lane++) {
                EnvironmentSpec spec = spec(lane);
                batch.addSpecs(spec);
                pass.add(spec.getWidth() * spec.getHeight());
                mayAgree.add(spec.getRules().getDeadStonesValue() == 2);
            }
            open = batch.build();
        }

        private EnvironmentSpec spec(int lane) {
            EnvironmentSpec.Builder small =
                    EnvironmentSpec.newBuilder().setWidth(5).setHeight(5);
            return switch (lane) {
                case 0 ->
                    EnvironmentSpec.newBuilder()
                            .setWidth(9)
                            .setHeight(9)
                            .setTask(TASK)
                            .setOpponent(Opponent.newBuilder().setPlayer("oracle"))
                            .build();
                case 1 ->
                    small.setOpponent(Opponent.newBuilder().setPlayer("monte-carlo:playouts=20"))
                            .build();
                case 2 -> {
                    small.getRulesBuilder().setPreset("tromp-taylor").setDeadStonesValue(2);
                    yield small.build();
                }
                default ->
                    SpecPair.random(random).seen(new SplitMix64(random.state())).message();
            };
        }

        void play(int requestCount, int requestsPerLoss) {
            liveOn(requestCount);
            BatchCall call = BatchCall.open(
                    servers.channel(),
                    open.toBuilder().setJournal(BatchJournal.newBuilder().setName("walk")));
            RunResponse opened = call.receive();
            assertThat(opened.getJournal().getName()).isEqualTo("walk");
            assertThat(opened.getStates()).isEqualTo(expected.get(0).getStates());
            int sent = 0;
            int received = 0;
            while (received < requestCount) {
                while (sent < Math.min(requestCount, received + 1 + random.nextInt(6))) {
                    call.send(requests.get(sent++));
                }
                received++;
                check(call.receive(), received);
                if (random.nextInt(requestsPerLoss) == 0) {
                    call.close();
                    moveOn();
                    call = new BatchCall(servers.channel());
                    received = resume(call, received);
                    sent = received;
                }
            }
            finish(call);
            assertThat(resumeCount).isGreaterThan(requestCount / requestsPerLoss / 2);
            // Requests were on disk whose answers the client did not have or want, and others were lost.
            assertThat(repeatedCount).isPositive();
            assertThat(lostCount).isPositive();
        }

        private void finish(BatchCall call) {
            call.send(RunRequest.newBuilder()
                    .setEnd(dev.tengen.proto.v1.EndBatch.getDefaultInstance())
                    .build());
            assertThat(call.receive().hasStates()).isFalse();
            call.halfClose();
            assertThat(call.awaitEnd().isOk()).isTrue();
        }

        private void moveOn() {
            switch (random.nextInt(5)) {
                case 0 -> servers.restart();
                case 1, 2 -> servers.change();
                default -> {
                    // The same server, which may not know yet that the stream has ended.
                }
            }
        }

        /** Resumes the batch, and returns the number of the request after which it stands. */
        private int resume(BatchCall call, int received) {
            resumeCount++;
            ResumeBatch.Builder resume =
                    ResumeBatch.newBuilder().setJournal("walk").setOpen(open);
            int known = random.nextInt(3) == 0 ? Math.max(0, received - random.nextInt(200)) : received;
            call.send(RunRequest.newBuilder()
                    .setResume(resume.setLastSequence(known))
                    .build());
            RunResponse resumed = call.receive();
            int sequence = (int) resumed.getJournal().getSequence();
            assertThat(sequence).isBetween(0, known);
            assertThat(resumed.getJournal().getDurableSequence()).isEqualTo(sequence);
            assertThat(longs(resumed.getStates().getStateHashes()))
                    .as("hashes after request %d", sequence)
                    .isEqualTo(hashes.get(sequence));
            assertThat(resumed.getLayout()).isEqualTo(expected.get(0).getLayout());
            lostCount += known - sequence;
            repeatedCount += received - known;
            return sequence;
        }

        private void check(RunResponse response, int number) {
            assertThat(response.getStates())
                    .as("the answer to request %d", number)
                    .isEqualTo(expected.get(number).getStates());
            assertThat(response.getJournal().getSequence()).isEqualTo(number);
            assertThat(response.getJournal().getDurableSequence()).isBetween(0L, (long) number);
        }

        /** Plays all requests on a batch that lives on. */
        private void liveOn(int requestCount) {
            try (RunningServer server = RunningServer.withDefaults().start();
                    BatchCall call = BatchCall.open(server.channel(), open.toBuilder())) {
                add(call.receive(), new long[LANES]);
                while (requests.size() < requestCount) {
                    RunRequest request = request();
                    requests.add(request);
                    call.send(request);
                    add(call.receive(), hashes.get(hashes.size() - 1));
                }
            }
        }

        private void add(RunResponse response, long[] before) {
            expected.add(response);
            LaneStates states = response.getStates();
            long[] after = before.clone();
            long[] changed = longs(states.getStateHashes());
            int[] lanes = BatchCall.ints(states.getLanes());
            for (int row = 0; row < changed.length; row++) {
                after[lanes.length == 0 ? row : lanes[row]] = changed[row];
            }
            hashes.add(after);
        }

        private RunRequest request() {
            int[] lanes = random.nextInt(4) == 0 ? someLanes() : new int[0];
            int rowCount = lanes.length == 0 ? LANES : lanes.length;
            ByteString named = BatchCall.ints(lanes);
            if (random.nextInt(15) == 0) {
                ResetBatch.Builder reset = ResetBatch.newBuilder().setLanes(named);
                if (random.nextInt(2) == 0) {
                    ByteBuffer seeds =
                            ByteBuffer.allocate(Long.BYTES * rowCount).order(ByteOrder.LITTLE_ENDIAN);
                    for (int row = 0; row < rowCount; row++) {
                        seeds.putLong(random.nextLong());
                    }
                    reset.setSeeds(ByteString.copyFrom(seeds.array()));
                }
                return RunRequest.newBuilder().setReset(reset).build();
            }
            StepBatch.Builder step = StepBatch.newBuilder().setLanes(named);
            int[] actions = new int[rowCount];
            for (int row = 0; row < rowCount; row++) {
                int lane = lanes.length == 0 ? row : lanes[row];
                actions[row] = action(lane);
                if (mayAgree.get(lane) && actions[row] == pass.get(lane) && random.nextInt(2) == 0) {
                    step.addProposals(LaneProposal.newBuilder().setLane(lane));
                }
            }
            return RunRequest.newBuilder()
                    .setStep(step.setActions(BatchCall.ints(actions)))
                    .build();
        }

        private int action(int lane) {
            int kind = random.nextInt(12);
            if (kind == 0) {
                return pass.get(lane);
            }
            // Any point, which may be illegal; a resignation; no action.
            return kind == 1 ? random.nextInt(pass.get(lane) + 3) - 2 : DRAWN;
        }

        private int[] someLanes() {
            return random.nextInt(2) == 0
                    ? new int[] {random.nextInt(LANES)}
                    : new int[] {2, random.nextInt(2), 3 + random.nextInt(LANES - 3)};
        }

        private static long[] longs(ByteString bytes) {
            long[] numbers = new long[bytes.size() / Long.BYTES];
            bytes.asReadOnlyByteBuffer()
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer()
                    .get(numbers);
            return numbers;
        }
    }
}
