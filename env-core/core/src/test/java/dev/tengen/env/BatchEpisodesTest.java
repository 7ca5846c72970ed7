package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.env.EnvironmentBatch.DRAWN_ACTION;
import static dev.tengen.env.EnvironmentBatch.NO_ACTION;
import static dev.tengen.env.TestBatches.batch;
import static dev.tengen.env.TestBatches.lanes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The end and start of episodes in lanes: automatic in each mode, and by request. */
class BatchEpisodesTest {
    private static final int PASS = 9;

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
        assertThat(rows.intAt(RowField.EPISODES, 0)).isEqualTo(1);
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
        assertThat(rows.intAt(RowField.EPISODES, 1)).isEqualTo(1);
        assertThat(rows.intAt(RowField.MOVE_NUMBERS, 1)).isZero();
        assertThat(rows.byteAt(RowField.WINNERS, 1)).isEqualTo(Color.EMPTY);
        assertThat(rows.margin(1)).isZero();
        assertThat(rows.isLegal(1, 4)).isTrue();
        LaneRows ended = rows.ended();
        assertThat(ended.rowCount()).isEqualTo(1);
        assertThat(ended.lane(0)).isEqualTo(1);
        assertThat(ended.intAt(RowField.EPISODES, 0)).isZero();
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
        rows.setActions(lanes(actions));

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
    void everyMode_tooManyIllegalActions_truncate() {
        for (Autoreset autoreset : Autoreset.values()) {
            EnvironmentBatch batch = batch(
                    2,
                    autoreset,
                    TestSpec.square(3)
                            .rewards(RewardMode.AREA_DELTA)
                            .illegalActions(IllegalActionPolicy.IGNORE)
                            .maxIllegalActions(2)
                            .penalty(0.5));
            batch.step(77, 4);

            LaneRows rows = batch.step(77, 77);

            assertThat(rows.bytes(RowField.TRUNCATED)).containsExactly(1, 0);
            assertThat(rows.bytes(RowField.TERMINATED)).containsExactly(0, 0);
            assertThat(rows.bytes(RowField.END_REASONS))
                    .containsExactly(EndReason.MAX_ILLEGAL_ACTIONS.number(), EndReason.NONE.number());
            assertThat(rows.bytes(RowField.ILLEGAL_REASONS))
                    .containsExactly(Legality.OUT_OF_RANGE.number(), Legality.OUT_OF_RANGE.number());
            assertThat(rows.reward(0, BLACK)).isEqualTo(-8);
            assertThat(rows.reward(0, WHITE)).isEqualTo(7.5f);
            assertThat(rows.reward(1, WHITE)).isEqualTo(-0.5f);
            assertThat(rows.carriedOutCount()).isEqualTo(2);
            boolean isSame = autoreset == Autoreset.SAME_STEP;
            assertThat(rows.byteAt(RowField.RESETS, 0)).isEqualTo(isSame ? 1 : 0);
            assertThat(rows.ended().rowCount()).isEqualTo(isSame ? 1 : 0);
            if (isSame) {
                assertThat(rows.ended().byteAt(RowField.END_REASONS, 0))
                        .isEqualTo(EndReason.MAX_ILLEGAL_ACTIONS.number());
                assertThat(rows.ended().reward(0, BLACK)).isEqualTo(-8);
                assertThat(rows.ended().margin(0)).isEqualTo(-7.5f);
            }
            if (autoreset != Autoreset.DISABLED) {
                // The next episode counts anew.
                LaneRows next = batch.step(77, NO_ACTION);
                assertThat(next.isOver(0)).isFalse();
            }
        }
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
        assertThat(rows.intAt(RowField.EPISODES, 0)).isEqualTo(1);
        assertThat(rows.ended().rowCount()).isZero();
    }

    /** Resigns as its first move in about half of its games, and passes otherwise. */
    private static final class Moody implements Player {
        @Override
        public int chooseMove(Game game, SplitMix64 random) {
            return random.nextInt(2) == 0 ? RESIGN : game.grid().pass();
        }
    }

    /**
     * The row of a step that ends an episode has no place for the end of the next one, which the opponent's opening
     * move ends. That end and its reward were lost.
     */
    @Test
    void sameStep_openingMoveEndsTheNextEpisode_isReportedAndPaidByTheNextStep() {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR)
                .opponent(Optional.of(new Opponent(new SuppliedPlayers(Moody::new), BLACK)))
                .build();
        EnvironmentBatch batch = new EnvironmentBatch(List.of(spec), new long[] {1}, Autoreset.SAME_STEP);
        EnvironmentBatch restored = new EnvironmentBatch(List.of(spec), new long[] {1}, Autoreset.SAME_STEP);
        LaneRows rows = batch.open();
        int opened = 0;
        for (int step = 0; step < 200; step++) {
            boolean isOverAtItsStart = rows.byteAt(RowField.RESETS, 0) == 1 && isMaskEmpty(rows);
            boolean isReported =
                    isOverAtItsStart && rows.isOver(0) && rows.ended().rowCount() == 0;
            int episode = rows.intAt(RowField.EPISODES, 0);
            restored.restore(0, batch.snapshot(0));

            rows = batch.step(PASS);

            assertThat(restored.step(PASS).bytes(RowField.REWARDS)).isEqualTo(rows.bytes(RowField.REWARDS));
            assertThat(rows.ended().rowCount()).isEqualTo(isReported ? 0 : 1);
            if (isReported) {
                continue;
            }
            // White passes after Black's pass and wins by komi, or Black has resigned.
            assertThat(rows.ended().intAt(RowField.EPISODES, 0)).isEqualTo(episode);
            assertThat(rows.ended().reward(0, WHITE)).isEqualTo(1);
            assertThat(rows.reward(0, WHITE)).isEqualTo(1);
            assertThat(rows.ended().isOver(0)).isTrue();
            assertThat(rows.isOver(0)).isTrue();
            assertThat(rows.intAt(RowField.EPISODES, 0)).isEqualTo(episode + 1);
            EndReason reason = isOverAtItsStart ? EndReason.RESIGNATION : EndReason.PASSES;
            assertThat(rows.ended().byteAt(RowField.END_REASONS, 0)).isEqualTo(reason.number());
            assertThat(rows.byteAt(RowField.END_REASONS, 0)).isEqualTo(reason.number());
            if (isOverAtItsStart) {
                opened++;
                assertThat(rows.ended().action(0)).isEqualTo(NO_ACTION);
                assertThat(rows.action(0)).isEqualTo(NO_ACTION);
                assertThat(rows.ended().intAt(RowField.OPPONENT_ACTIONS, 0)).isEqualTo(NO_ACTION);
                assertThat(rows.carriedOutCount()).isZero();
            }
        }
        assertThat(opened).isBetween(50, 150);
    }

    private static boolean isMaskEmpty(LaneRows rows) {
        for (byte bits : rows.bytes(RowField.ACTION_MASKS)) {
            if (bits != 0) {
                return false;
            }
        }
        return true;
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
        assertThat(rows.intAt(RowField.EPISODES, 0)).isEqualTo(1);
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
