package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.env.EnvironmentBatch.DRAWN_ACTION;
import static dev.tengen.env.EnvironmentBatch.NO_ACTION;
import static dev.tengen.env.TestBatches.batch;
import static dev.tengen.env.TestBatches.lanes;
import static dev.tengen.env.TestBatches.stepSome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.game.Legality;
import dev.tengen.player.Players;
import dev.tengen.testing.HeapUse;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The guarantees of a batch beyond the contract of an environment; {@link BatchEpisodesTest} has those about episodes.
 */
class EnvironmentBatchTest {
    private static final int PASS = 9;

    // Opening.

    @ParameterizedTest
    @ValueSource(strings = {"alphazero-17", "katago-v7"})
    void open_answerThatNobodyNeedsAnyMore_isNotKept(String encoding) {
        EnvironmentSpec spec = TestSpec.square(9).encodings(encoding).build();
        EnvironmentSpec turned = spec.toBuilder().symmetry(SymmetryChoice.DRAWN).build();
        EnvironmentBatch batch = new EnvironmentBatch(List.of(spec, turned), new long[] {1, 2}, Autoreset.NEXT_STEP);

        WeakReference<byte[]> observations = new WeakReference<>(batch.open().observations());

        HeapUse.bytes();
        assertThat(observations.get()).isNull();
    }

    @Test
    void open_lanes_areAtTheirStart() {
        EnvironmentBatch batch =
                new EnvironmentBatch(List.of(TestSpec.square(3).build()), new long[] {5, 6}, Autoreset.NEXT_STEP);

        LaneRows rows = batch.open();

        assertThat(rows.rowCount()).isEqualTo(2);
        assertThat(rows.bytes(RowField.LANES)).isEmpty();
        assertThat(rows.bytes(RowField.RESETS)).containsExactly(1, 1);
        assertThat(rows.action(1)).isEqualTo(NO_ACTION);
        assertThat(rows.intAt(RowField.EPISODES, 1)).isZero();
        assertThat(rows.byteAt(RowField.PLAYERS_TO_MOVE, 1)).isEqualTo(BLACK);
        assertThat(rows.bytes(RowField.ACTION_MASKS)).containsExactly(0xFF, 0xC0, 0xFF, 0xC0);
    }

    @Test
    void batch_noSeed_isRefused() {
        assertThatThrownBy(() ->
                        new EnvironmentBatch(List.of(TestSpec.square(3).build()), new long[0], Autoreset.NEXT_STEP))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("seeds");
    }

    @Test
    void batch_otherCountOfSpecs_isRefused() {
        List<EnvironmentSpec> specs =
                List.of(TestSpec.square(3).build(), TestSpec.square(5).build());

        assertThatThrownBy(() -> new EnvironmentBatch(specs, new long[3], Autoreset.NEXT_STEP))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("specs a list of 2 is not one spec, or one for each of 3 lanes");
    }

    // Lanes of a request.

    @Test
    void step_subset_movesThoseLanesInTheirOrder() {
        EnvironmentBatch batch = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3));

        LaneRows rows = stepSome(batch, lanes(2, 0), 4, 5);

        assertThat(rows.lane(0)).isEqualTo(2);
        assertThat(rows.isLegal(0, 4)).isFalse();
        assertThat(rows.isLegal(1, 5)).isFalse();
        LaneRows all = batch.step(NO_ACTION, NO_ACTION, NO_ACTION);
        assertThat(all.intAt(RowField.MOVE_NUMBERS, 1)).isZero();
        assertThat(all.stateHash(2)).isEqualTo(rows.stateHash(0));
    }

    @Test
    void rows_laneTwice_isRefused() {
        EnvironmentBatch batch = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3));

        assertThatThrownBy(() -> batch.rows(lanes(1, 2, 1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("lanes with lane 1 twice is not a list of different lanes");
    }

    @ParameterizedTest
    @EnumSource(Autoreset.class)
    void rows_inArraysOfEarlierOnes_areFilledAsNewOnes(Autoreset autoreset) {
        EnvironmentSpec spec = TestSpec.square(3)
                .encodings("alphazero-17", "katago-v7")
                .opponent(Players.named("random").orElseThrow(), WHITE)
                .maxMoves(12)
                .build();
        EnvironmentBatch one = new EnvironmentBatch(List.of(spec), new long[] {1, 2, 3}, autoreset);
        EnvironmentBatch other = new EnvironmentBatch(List.of(spec), new long[] {1, 2, 3}, autoreset);
        LaneRows rows = one.open();
        other.open();

        for (int step = 0; step < 60; step++) {
            int[] actions = {step % 5 == 0 ? NO_ACTION : DRAWN_ACTION, step % PASS, DRAWN_ACTION};
            byte[] before = rows.observations();
            rows = one.rows(lanes(), rows);
            rows.setActions(LittleEndianBytes.of(actions));
            one.step(rows, 0, 2);
            one.step(rows, 2, 3);
            LaneRows expected = other.step(actions);

            assertThat(rows.observations()).isSameAs(before);
            for (RowField field : RowField.values()) {
                assertThat(rows.bytes(field)).as("%s", field).isEqualTo(expected.bytes(field));
                assertThat(rows.ended().bytes(field)).isEqualTo(expected.ended().bytes(field));
            }
        }
    }

    @Test
    void rows_laneThatIsNotThere_isRefused() {
        EnvironmentBatch batch = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3));

        assertThatThrownBy(() -> batch.rows(lanes(3))).hasMessage("lanes 3 is outside [0, 2]");
        assertThatThrownBy(() -> batch.rows(lanes(-1))).hasMessage("lanes 4294967295 is outside [0, 2]");
    }

    @Test
    void rows_piecesOfNumbers_areRefused() {
        EnvironmentBatch batch = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3));

        assertThatThrownBy(() -> batch.rows(new byte[5])).hasMessage("lanes of 5 bytes is not a uint32 for each lane");
    }

    @Test
    void setActions_otherCount_isRefused() {
        LaneRows rows = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3)).rows(lanes(1, 2));

        assertThatThrownBy(() -> rows.setActions(new byte[12]))
                .hasMessage("actions of 12 bytes is not 8 bytes long, an int32 for each lane");
    }

    // Negative actions.

    @Test
    void step_noAction_leavesTheLane() {
        EnvironmentBatch batch = batch(Autoreset.NEXT_STEP, TestSpec.square(3));
        LaneRows before = batch.step(4);

        LaneRows rows = batch.step(NO_ACTION);

        assertThat(rows.stateHash(0)).isEqualTo(before.stateHash(0));
        assertThat(rows.action(0)).isEqualTo(NO_ACTION);
        assertThat(rows.carriedOutCount()).isZero();
    }

    @Test
    void step_noActionAfterAPaidEnd_paysNothingAgain() {
        for (Autoreset autoreset : Autoreset.values()) {
            EnvironmentBatch batch = batch(autoreset, TestSpec.square(3));
            assertThat(batch.step(Environment.RESIGN).reward(0, WHITE)).isEqualTo(1);

            LaneRows rows = batch.step(NO_ACTION);

            assertThat(rows.reward(0, WHITE)).isZero();
            assertThat(rows.isOver(0)).isEqualTo(autoreset != Autoreset.SAME_STEP);
        }
    }

    @Test
    void step_resign_loses() {
        EnvironmentBatch batch = batch(Autoreset.NEXT_STEP, TestSpec.square(3));

        LaneRows rows = batch.step(Environment.RESIGN);

        assertThat(rows.byteAt(RowField.TERMINATED, 0)).isEqualTo(1);
        assertThat(rows.byteAt(RowField.END_REASONS, 0)).isEqualTo(EndReason.RESIGNATION.number());
        assertThat(rows.byteAt(RowField.WINNERS, 0)).isEqualTo(WHITE);
        assertThat(rows.reward(0, BLACK)).isEqualTo(-1);
        assertThat(rows.bytes(RowField.ACTION_MASKS)).containsOnly(0);
    }

    @Test
    void step_drawnAction_isToldAndLegal() {
        EnvironmentBatch batch = batch(Autoreset.SAME_STEP, TestSpec.square(3));
        LaneRows before = batch.step(NO_ACTION);
        for (int step = 0; step < 200; step++) {
            LaneRows rows = batch.step(DRAWN_ACTION);

            int action = rows.action(0);
            assertThat(before.isLegal(0, action)).as("action %d", action).isTrue();
            assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, 0)).isZero();
            before = rows;
        }
    }

    @Test
    void step_drawnActions_areUniformWithThePass() {
        EnvironmentBatch batch = batch(20_000, Autoreset.DISABLED, TestSpec.square(2));
        int[] actions = new int[20_000];
        Arrays.fill(actions, DRAWN_ACTION);

        LaneRows rows = batch.step(actions);

        int[] counts = new int[5];
        for (int row = 0; row < rows.rowCount(); row++) {
            counts[rows.action(row)]++;
        }
        // Four standard deviations of a binomial distribution with 20,000 trials and probability 1/5.
        for (int count : counts) {
            assertThat(count).isBetween(4000 - 227, 4000 + 227);
        }
    }

    @Test
    void step_drawnActions_followFromTheFirstSeedAlone() {
        EnvironmentBatch one = batch(Autoreset.NEXT_STEP, TestSpec.square(5));
        EnvironmentBatch other = batch(Autoreset.NEXT_STEP, TestSpec.square(5));
        other.reset(other.rows(lanes(0)), new byte[8], 0, 1);

        for (int step = 0; step < 20; step++) {
            assertThat(one.step(DRAWN_ACTION).action(0))
                    .isEqualTo(other.step(DRAWN_ACTION).action(0));
        }
    }

    /** Such a batch reads the memory of lanes before it steps them. */
    @Test
    void step_batchLargerThanCaches_isTheSumOfItsLanes() {
        int laneCount = 4_000;
        EnvironmentSpec spec = TestSpec.square(19).build();
        long[] seeds = LongStream.range(0, laneCount).toArray();
        EnvironmentBatch large = new EnvironmentBatch(List.of(spec), seeds, Autoreset.SAME_STEP);
        assertThat(large.memoryBytes(0, 1)).isGreaterThan(24L << 20);
        large.open();
        int[] actions = new int[laneCount];
        for (int step = 0; step < 3; step++) {
            Arrays.fill(actions, DRAWN_ACTION);
            LaneRows rows = large.step(actions);
            for (int lane : new int[] {0, 1, 2, laneCount / 2, laneCount - 2, laneCount - 1}) {
                EnvironmentBatch single = new EnvironmentBatch(List.of(spec), new long[] {lane}, Autoreset.SAME_STEP);
                LaneRows row = single.open();
                for (int i = 0; i <= step; i++) {
                    row = single.step(DRAWN_ACTION);
                }
                assertThat(rows.stateHash(lane)).as("lane %d", lane).isEqualTo(row.stateHash(0));
            }
        }
    }

    // Illegal actions.

    @Test
    void step_illegalUnderReject_keepsThatLaneAlone() {
        EnvironmentBatch batch = batch(2, Autoreset.NEXT_STEP, TestSpec.square(3));
        LaneRows before = batch.step(4, 4);

        LaneRows rows = batch.step(4, 5);

        assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, 0)).isEqualTo(Legality.OCCUPIED.number());
        assertThat(rows.action(0)).isEqualTo(4);
        assertThat(rows.stateHash(0)).isEqualTo(before.stateHash(0));
        assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, 1)).isZero();
        assertThat(rows.intAt(RowField.MOVE_NUMBERS, 1)).isEqualTo(2);
        assertThat(rows.carriedOutCount()).isEqualTo(1);
    }

    @Test
    void step_outOfRange_hasThatReason() {
        EnvironmentBatch batch = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3));

        LaneRows rows = batch.step(10, -4, Integer.MAX_VALUE);

        byte reason = (byte) Legality.OUT_OF_RANGE.number();
        assertThat(rows.bytes(RowField.ILLEGAL_REASONS)).containsExactly(reason, reason, reason);
    }

    @Test
    void step_illegalUnderReject_paysNothing() {
        EnvironmentBatch batch = batch(Autoreset.NEXT_STEP, TestSpec.square(3).rewards(RewardMode.AREA_DELTA));
        assertThat(batch.step(4).reward(0, BLACK)).isNotZero();

        assertThat(batch.step(4).reward(0, BLACK)).isZero();
    }

    @Test
    void step_illegalUnderLose_losesAndTellsWhy() {
        EnvironmentBatch batch =
                batch(Autoreset.NEXT_STEP, TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));
        batch.step(4);

        LaneRows rows = batch.step(4);

        assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, 0)).isEqualTo(Legality.OCCUPIED.number());
        assertThat(rows.byteAt(RowField.END_REASONS, 0)).isEqualTo(EndReason.ILLEGAL_ACTION.number());
        assertThat(rows.reward(0, BLACK)).isEqualTo(1);
        assertThat(rows.carriedOutCount()).isEqualTo(1);
    }

    @Test
    void step_illegalUnderIgnore_paysThePenalty() {
        EnvironmentBatch batch = batch(
                Autoreset.NEXT_STEP,
                TestSpec.square(3).illegalActions(IllegalActionPolicy.IGNORE).penalty(0.5));
        batch.step(4);

        LaneRows rows = batch.step(4);

        assertThat(rows.reward(0, WHITE)).isEqualTo(-0.5f);
        assertThat(rows.intAt(RowField.MOVE_NUMBERS, 0)).isEqualTo(1);
    }

    // Rewards.

    @Test
    void areaDelta_opponentsOpeningMove_isPaidWithTheFirstStep() {
        TestSpec spec = TestSpec.square(3)
                .komi(0)
                .rewards(RewardMode.AREA_DELTA)
                .opponent(Players.GREEDY, BLACK)
                .illegalActions(IllegalActionPolicy.REJECT);
        for (Autoreset autoreset : Autoreset.values()) {
            EnvironmentBatch batch = batch(autoreset, spec);
            assertThat(batch.reset().reward(0, BLACK)).isZero();
            assertThat(batch.step(99).reward(0, BLACK)).isZero();
            assertThat(batch.step(NO_ACTION).reward(0, BLACK)).isZero();

            LaneRows rows = batch.step(Environment.RESIGN);

            assertThat(rows.reward(0, BLACK)).isEqualTo(9);
            assertThat(rows.reward(0, WHITE)).isEqualTo(-9);
        }
    }
}
