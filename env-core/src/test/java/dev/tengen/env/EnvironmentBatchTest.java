package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.env.EnvironmentBatch.DRAWN_ACTION;
import static dev.tengen.env.EnvironmentBatch.NO_ACTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Legality;
import dev.tengen.player.Players;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a batch keeps beyond the contract of an environment, one rule after another. */
class EnvironmentBatchTest {
    private static final int PASS = 9;

    private static EnvironmentBatch batch(int laneCount, Autoreset autoreset, TestSpec... specs) {
        long[] seeds = new long[laneCount];
        for (int lane = 0; lane < laneCount; lane++) {
            seeds[lane] = 100 + lane;
        }
        List<EnvironmentSpec> list = new ArrayList<>();
        for (TestSpec spec : specs) {
            list.add(spec.build());
        }
        EnvironmentBatch batch = new EnvironmentBatch(list, seeds, autoreset);
        batch.open();
        return batch;
    }

    private static EnvironmentBatch batch(Autoreset autoreset, TestSpec spec) {
        return batch(1, autoreset, spec);
    }

    private static byte[] lanes(int... lanes) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * lanes.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(lanes);
        return bytes.array();
    }

    private static LaneRows stepSome(EnvironmentBatch batch, byte[] lanes, int... actions) {
        LaneRows rows = batch.rows(lanes);
        rows.takeActions(lanes(actions));
        batch.step(rows, 0, rows.rowCount());
        return rows;
    }

    // Opening.

    @Test
    void open_lanes_areAtTheirStart() {
        EnvironmentBatch batch =
                new EnvironmentBatch(List.of(TestSpec.square(3).build()), new long[] {5, 6}, Autoreset.NEXT_STEP);

        LaneRows rows = batch.open();

        assertThat(rows.rowCount()).isEqualTo(2);
        assertThat(rows.bytes(RowField.LANES)).isEmpty();
        assertThat(rows.bytes(RowField.RESETS)).containsExactly(1, 1);
        assertThat(rows.action(1)).isEqualTo(NO_ACTION);
        assertThat(rows.intAt(RowField.EPISODES, 1)).isEqualTo(1);
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

    // Which lanes.

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
    void takeActions_otherCount_isRefused() {
        LaneRows rows = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3)).rows(lanes(1, 2));

        assertThatThrownBy(() -> rows.takeActions(new byte[12]))
                .hasMessage("actions of 12 bytes is not 8 bytes long, an int32 for each lane");
    }

    // Actions below zero.

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
        // Four standard deviations of a binomial count with 20,000 trials of chance one fifth.
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

    // Autoreset.

    @Test
    void nextStep_afterAnEnd_startsAnEpisodeAndIgnoresTheAction() {
        EnvironmentBatch batch = batch(Autoreset.NEXT_STEP, TestSpec.square(3));
        batch.step(PASS);
        LaneRows end = batch.step(PASS);
        assertThat(end.isOver(0)).isTrue();
        assertThat(end.margin(0)).isEqualTo(-7.5f);

        LaneRows rows = batch.step(12345);

        assertThat(rows.byteAt(RowField.RESETS, 0)).isEqualTo(1);
        assertThat(rows.isOver(0)).isFalse();
        assertThat(rows.action(0)).isEqualTo(NO_ACTION);
        assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, 0)).isZero();
        assertThat(rows.intAt(RowField.EPISODES, 0)).isEqualTo(2);
        assertThat(rows.intAt(RowField.MOVE_NUMBERS, 0)).isZero();
        assertThat(rows.reward(0, WHITE)).isZero();
        assertThat(rows.margin(0)).isZero();
        assertThat(rows.carriedOutCount()).isZero();
        assertThat(end.ended().rowCount()).isZero();
    }

    @Test
    void sameStep_end_isToldApartAndStartsTheNext() {
        EnvironmentBatch batch =
                batch(3, Autoreset.SAME_STEP, TestSpec.square(3).encodings("alphazero-17"));
        batch.step(4, 4, 4);

        LaneRows rows = batch.step(5, Environment.RESIGN, PASS);

        assertThat(rows.bytes(RowField.RESETS)).containsExactly(0, 1, 0);
        assertThat(rows.byteAt(RowField.TERMINATED, 1)).isEqualTo(1);
        assertThat(rows.byteAt(RowField.END_REASONS, 1)).isEqualTo(EndReason.RESIGNATION.number());
        assertThat(rows.reward(1, BLACK)).isEqualTo(1);
        assertThat(rows.intAt(RowField.EPISODES, 1)).isEqualTo(2);
        assertThat(rows.intAt(RowField.MOVE_NUMBERS, 1)).isZero();
        assertThat(rows.byteAt(RowField.WINNERS, 1)).isEqualTo(Color.EMPTY);
        assertThat(rows.margin(1)).isZero();
        assertThat(rows.isLegal(1, 4)).isTrue();
        LaneRows ended = rows.ended();
        assertThat(ended.rowCount()).isEqualTo(1);
        assertThat(ended.lane(0)).isEqualTo(1);
        assertThat(ended.intAt(RowField.EPISODES, 0)).isEqualTo(1);
        assertThat(ended.intAt(RowField.MOVE_NUMBERS, 0)).isEqualTo(1);
        assertThat(ended.byteAt(RowField.WINNERS, 0)).isEqualTo(BLACK);
        assertThat(ended.margin(0)).isEqualTo(1.5f);
        assertThat(ended.action(0)).isEqualTo(Environment.RESIGN);
        assertThat(ended.reward(0, BLACK)).isEqualTo(1);
        assertThat(ended.isLegal(0, 0)).isFalse();
        assertThat(ended.bytes(RowField.OBSERVATIONS))
                .isNotEqualTo(Arrays.copyOfRange(rows.bytes(RowField.OBSERVATIONS), 20, 40));
    }

    @Test
    void sameStep_manyEndsInRanges_areInTheOrderOfRows() {
        EnvironmentBatch batch = batch(20, Autoreset.SAME_STEP, TestSpec.square(3));
        LaneRows rows = batch.rows(new byte[0]);
        int[] actions = new int[20];
        Arrays.fill(actions, Environment.RESIGN);
        rows.takeActions(lanes(actions));

        batch.step(rows, 13, 20);
        batch.step(rows, 0, 13);

        LaneRows ended = rows.ended();
        assertThat(ended.rowCount()).isEqualTo(20);
        for (int row = 0; row < 20; row++) {
            assertThat(ended.lane(row)).isEqualTo(row);
        }
        assertThat(rows.carriedOutCount()).isEqualTo(20);
    }

    @Test
    void disabled_afterAnEnd_refusesAllButNoAction() {
        EnvironmentBatch batch = batch(4, Autoreset.DISABLED, TestSpec.square(3));
        LaneRows end = batch.step(-2, -2, -2, -2);

        LaneRows rows = batch.step(NO_ACTION, 4, Environment.RESIGN, DRAWN_ACTION);

        byte over = (byte) Legality.EPISODE_OVER.number();
        assertThat(rows.bytes(RowField.ILLEGAL_REASONS)).containsExactly(0, over, over, over);
        assertThat(rows.bytes(RowField.STATE_HASHES)).isEqualTo(end.bytes(RowField.STATE_HASHES));
        assertThat(rows.action(3)).isEqualTo(DRAWN_ACTION);
        assertThat(rows.reward(1, WHITE)).isZero();
    }

    @Test
    void everyMode_truncation_isNoTermination() {
        for (Autoreset autoreset : Autoreset.values()) {
            EnvironmentBatch batch = batch(autoreset, TestSpec.square(3).maxMoves(1));

            LaneRows rows = batch.step(4);

            assertThat(rows.byteAt(RowField.TRUNCATED, 0)).isEqualTo(1);
            assertThat(rows.byteAt(RowField.TERMINATED, 0)).isZero();
        }
    }

    @Test
    void sameStep_episodeOverAtItsStart_isFollowedByTheNextStep() {
        EnvironmentBatch batch =
                batch(Autoreset.SAME_STEP, TestSpec.square(3).maxMoves(1).opponent(Players.GREEDY, BLACK));

        LaneRows rows = batch.step(4);

        assertThat(rows.byteAt(RowField.RESETS, 0)).isEqualTo(1);
        assertThat(rows.intAt(RowField.EPISODES, 0)).isEqualTo(2);
        assertThat(rows.ended().rowCount()).isZero();
    }

    // Resets.

    @Test
    void reset_midEpisode_startsANewOne() {
        EnvironmentBatch batch = batch(2, Autoreset.DISABLED, TestSpec.square(3));
        batch.step(4, 4);

        LaneRows rows = batch.reset(1);

        assertThat(rows.rowCount()).isEqualTo(1);
        assertThat(rows.lane(0)).isEqualTo(1);
        assertThat(rows.byteAt(RowField.RESETS, 0)).isEqualTo(1);
        assertThat(rows.intAt(RowField.EPISODES, 0)).isEqualTo(2);
        assertThat(batch.step(NO_ACTION, NO_ACTION).intAt(RowField.MOVE_NUMBERS, 0))
                .isEqualTo(1);
    }

    @Test
    void reset_seeds_areThoseOfTheEpisodes() {
        TestSpec spec = TestSpec.square(5).opponent(Players.RANDOM, BLACK);
        EnvironmentBatch batch = batch(2, Autoreset.DISABLED, spec);
        LaneRows rows = batch.rows(lanes(1, 0));

        batch.reset(
                rows,
                ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(77)
                        .putLong(78)
                        .array(),
                0,
                2);

        assertThat(rows.stateHash(0)).isEqualTo(new Environment(spec.build(), 77).stateHash());
        assertThat(rows.stateHash(1)).isEqualTo(new Environment(spec.build(), 78).stateHash());
    }

    @Test
    void reset_withoutSeeds_followsFromTheLast() {
        TestSpec spec = TestSpec.square(5).opponent(Players.RANDOM, BLACK);
        EnvironmentBatch batch = batch(Autoreset.DISABLED, spec);

        LaneRows rows = batch.reset();

        Environment alone = new Environment(spec.build(), 100);
        alone.reset(alone.nextSeed());
        assertThat(rows.stateHash(0)).isEqualTo(alone.stateHash());
    }

    @Test
    void requireSeeds_otherCount_isRefused() {
        LaneRows rows = batch(3, Autoreset.NEXT_STEP, TestSpec.square(3)).rows(lanes(1, 2));

        assertThatThrownBy(() -> EnvironmentBatch.requireSeeds(rows, new byte[8]))
                .hasMessageContaining("seeds of 8 bytes is not 16 bytes long");
    }

    @Test
    void seeds_lanes_playDifferentGames() {
        EnvironmentBatch batch =
                batch(30, Autoreset.NEXT_STEP, TestSpec.square(9).opponent(Players.RANDOM, BLACK));
        int[] actions = new int[30];
        Arrays.fill(actions, 81);

        LaneRows rows = batch.step(actions);

        Set<Long> hashes = new HashSet<>();
        for (int row = 0; row < 30; row++) {
            hashes.add(rows.stateHash(row));
        }
        assertThat(hashes).hasSizeGreaterThan(25);
    }
}
