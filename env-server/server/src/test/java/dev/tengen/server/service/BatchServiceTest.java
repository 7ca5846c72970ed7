package dev.tengen.server.service;

import static dev.tengen.server.testing.BatchCall.ints;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.BatchLayout;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Status;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The stream of a batch, over a real connection. */
class BatchServiceTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private static OpenBatch.Builder lanes(int count, EnvironmentSpec.Builder spec) {
        return OpenBatch.newBuilder().setLaneCount(count).addSpecs(spec).addSeeds(1);
    }

    private static BatchCall open(OpenBatch.Builder open) {
        return BatchCall.open(SERVER.channel(), open);
    }

    @AfterEach
    void everyTest_leavesNoLane() {
        SERVER.awaitNoLanes();
    }

    @Test
    void open_specsAndSeeds_areComplete() {
        try (BatchCall call = open(lanes(3, Calls.square(5).addEncodings("alphazero-17")))) {
            RunResponse answer = call.receive();

            BatchLayout layout = answer.getLayout();
            assertThat(layout.getWidth()).isEqualTo(5);
            assertThat(layout.getHeight()).isEqualTo(5);
            assertThat(layout.getObservationByteCount()).isEqualTo(54);
            assertThat(layout.getActionMaskByteCount()).isEqualTo(4);
            assertThat(layout.getSpecsList()).hasSize(1);
            assertThat(layout.getSpecs(0).getMaxMoves()).isEqualTo(75);
            assertThat(layout.getSeedsList()).containsExactly(1L, 2L, 3L);
            assertThat(answer.getStates().getObservations().size()).isEqualTo(3 * 54);
            assertThat(answer.getStates().getResets()).isEqualTo(ByteString.copyFrom(new byte[] {1, 1, 1}));
            assertThat(SERVER.server().openLaneCount()).isEqualTo(3);
        }
    }

    @Test
    void open_mixedSizes_haveRoomForTheWidestAndTheHighest() {
        OpenBatch.Builder two = OpenBatch.newBuilder()
                .setLaneCount(2)
                .addSpecs(EnvironmentSpec.newBuilder().setWidth(7).setHeight(2))
                .addSpecs(EnvironmentSpec.newBuilder().setWidth(3).setHeight(4).addEncodings("alphazero-17"));
        try (BatchCall call = open(two)) {
            BatchLayout layout = call.receive().getLayout();

            assertThat(layout.getWidth()).isEqualTo(7);
            assertThat(layout.getHeight()).isEqualTo(4);
            assertThat(layout.getObservationByteCount()).isEqualTo((17 * 28 + 7) / 8);
            assertThat(layout.getActionMaskByteCount()).isEqualTo(2);
            assertThat(layout.getSpecsList()).hasSize(2);
            assertThat(layout.getSeedsList()).hasSize(2);
        }
    }

    @Test
    void sequence_requests_areAnsweredInOrder() {
        try (BatchCall call = open(lanes(2, Calls.square(5)))) {
            for (int request = 1; request <= 50; request++) {
                call.send(RunRequest.newBuilder()
                        .setSequence(-request)
                        .setStep(StepBatch.newBuilder().setActions(ints(-3, -3)))
                        .build());
            }
            assertThat(call.receive().getSequence()).isZero();
            for (int request = 1; request <= 50; request++) {
                assertThat(call.receive().getSequence()).isEqualTo(-request);
            }
        }
    }

    /** A small batch with such opponents runs on other threads, with the same answers. */
    @Test
    void step_opponentsThatThink_replyInTheSameStep() {
        EnvironmentSpec.Builder spec =
                Calls.square(5).setOpponent(Opponent.newBuilder().setPlayer("monte-carlo:playouts=50"));
        try (BatchCall call = open(lanes(3, spec))) {
            call.receive();
            call.step(7, 12, 8);

            LaneStates states = call.receive().getStates();

            assertThat(ints(states.getActions())).containsExactly(7, 12, 8);
            assertThat(ints(states.getMoveNumbers())).containsExactly(2, 2, 2);
        }
    }

    @Test
    void step_subset_isAnsweredForThoseLanes() {
        try (BatchCall call = open(lanes(3, Calls.square(5)))) {
            call.receive();
            call.stepSome(ints(2, 0), 7, 8);

            LaneStates states = call.receive().getStates();

            assertThat(ints(states.getLanes())).containsExactly(2, 0);
            assertThat(ints(states.getActions())).containsExactly(7, 8);
            assertThat(ints(states.getMoveNumbers())).containsExactly(1, 1);
        }
    }

    @Test
    void step_illegalAction_isReportedInItsRow() {
        try (BatchCall call = open(lanes(2, Calls.square(5)))) {
            call.receive();
            call.step(7, 7);
            call.receive();
            call.step(7, 8);

            LaneStates states = call.receive().getStates();

            assertThat(states.getIllegalReasons().byteAt(0))
                    .isEqualTo((byte) IllegalReason.ILLEGAL_REASON_OCCUPIED_VALUE);
            assertThat(ints(states.getMoveNumbers())).containsExactly(1, 2);
        }
    }

    @Test
    void sameStep_end_isInFinal() {
        OpenBatch.Builder open = lanes(3, Calls.square(5)).setAutoresetMode(AutoresetMode.AUTORESET_MODE_SAME_STEP);
        try (BatchCall call = open(open)) {
            assertThat(call.receive().getStates().hasFinal()).isFalse();
            call.step(7, -2, 8);

            LaneStates states = call.receive().getStates();

            assertThat(ints(states.getFinal().getLanes())).containsExactly(1);
            assertThat(states.getFinal().getEndReasons().byteAt(0))
                    .isEqualTo((byte) EndReason.END_REASON_RESIGNATION_VALUE);
            assertThat(ints(states.getEpisodes())).containsExactly(0, 1, 0);
        }
    }

    @Test
    void reset_someWithSeeds_startsTheirEpisodes() {
        OpenBatch.Builder open = lanes(3, Calls.square(5));
        try (BatchCall call = open(open)) {
            call.receive();
            call.step(7, 7, 7);
            call.receive();
            call.reset(ResetBatch.newBuilder().setLanes(ints(2)).setSeeds(ByteString.copyFrom(new byte[8])));

            LaneStates states = call.receive().getStates();

            assertThat(ints(states.getMoveNumbers())).containsExactly(0);
            assertThat(ints(states.getEpisodes())).containsExactly(1);
            assertThat(states.getResets().byteAt(0)).isEqualTo((byte) 1);
        }
    }

    @Test
    void open_withoutSeeds_drawsThem() {
        OpenBatch.Builder open = lanes(3, Calls.square(5)).clearSeeds();
        try (BatchCall call = open(open);
                BatchCall other = open(open)) {
            List<Long> seeds = call.receive().getLayout().getSeedsList();

            assertThat(seeds).doesNotHaveDuplicates().hasSize(3);
            assertThat(other.receive().getLayout().getSeedsList()).isNotEqualTo(seeds);
        }
    }

    @Test
    void halfClose_requestsUnderWay_areAnsweredFirst() {
        try (BatchCall call = open(lanes(400, Calls.square(9)))) {
            int[] actions = new int[400];
            Arrays.fill(actions, -3);
            for (int request = 0; request < 20; request++) {
                call.step(actions);
            }
            call.halfClose();

            for (int answer = 0; answer <= 20; answer++) {
                assertThat(call.receive().getStates().getTerminated().size()).isEqualTo(400);
            }
            assertThat(call.awaitEnd()).isEqualTo(Status.OK);
        }
    }

    @Test
    void halfClose_withoutABatch_isFine() {
        try (BatchCall call = new BatchCall(SERVER.channel())) {
            call.halfClose();

            assertThat(call.awaitEnd()).isEqualTo(Status.OK);
        }
    }

    @Test
    void step_manyLanes_isTheSameAsFew() {
        try (BatchCall many = open(lanes(1000, Calls.square(9)));
                BatchCall few = open(lanes(50, Calls.square(9)))) {
            many.receive();
            few.receive();
            int[] actions = new int[1000];
            Arrays.fill(actions, -3);
            for (int step = 0; step < 30; step++) {
                many.step(actions);
                few.step(Arrays.copyOf(actions, 50));

                ByteString hashes = many.receive().getStates().getStateHashes();
                assertThat(few.receive().getStates().getStateHashes()).isEqualTo(hashes.substring(0, 400));
            }
        }
    }
}
