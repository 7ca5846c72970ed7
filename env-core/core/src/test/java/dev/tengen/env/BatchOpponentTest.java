package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.env.EnvironmentBatch.DRAWN_ACTION;
import static dev.tengen.env.EnvironmentBatch.NO_ACTION;
import static dev.tengen.env.TestBatches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.player.Players;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The actions of opponents in the rows of a batch. */
class BatchOpponentTest {
    private static final int PASS = 9;

    @Test
    void opponentAction_openingAndReply_areInTheRow() {
        EnvironmentBatch batch = batch(
                2,
                Autoreset.NEXT_STEP,
                TestSpec.square(3).opponent(Players.GREEDY, BLACK),
                TestSpec.square(3).opponent(Players.GREEDY, WHITE));

        LaneRows start = batch.reset();
        LaneRows step = batch.step(DRAWN_ACTION, NO_ACTION);

        assertThat(start.intAt(RowField.OPPONENT_ACTIONS, 0)).isBetween(0, PASS);
        assertThat(start.intAt(RowField.OPPONENT_ACTIONS, 1)).isEqualTo(NO_ACTION);
        assertThat(step.intAt(RowField.OPPONENT_ACTIONS, 0)).isBetween(0, PASS);
        assertThat(step.intAt(RowField.OPPONENT_ACTIONS, 1)).isEqualTo(NO_ACTION);
    }

    /** The row that starts an episode pays for an opening move that also ends it: no step follows. */
    @ParameterizedTest
    @EnumSource(Autoreset.class)
    void rewards_openingThatEndsTheEpisode_areInTheRowOfTheOpeningAndOfTheReset(Autoreset mode) {
        TestSpec ends = TestSpec.square(3)
                .rewards(RewardMode.AREA_DELTA)
                .opponent(Players.GREEDY, BLACK)
                .maxMoves(1);
        EnvironmentBatch batch = batch(mode, ends);

        LaneRows reset = batch.reset();

        assertThat(reset.isOver(0)).isTrue();
        assertThat(reset.reward(0, BLACK)).isNotZero();
        if (mode == Autoreset.NEXT_STEP) {
            assertThat(batch.step(PASS).reward(0, BLACK)).isEqualTo(reset.reward(0, BLACK));
        }
    }

    @Test
    void rewards_openingThatDoesNotEndTheEpisode_areInTheRowOfTheFirstStep() {
        TestSpec spec = TestSpec.square(3).rewards(RewardMode.AREA_DELTA).opponent(Players.GREEDY, BLACK);
        EnvironmentBatch batch = batch(Autoreset.DISABLED, spec);

        assertThat(batch.reset().reward(0, BLACK)).isZero();
        assertThat(batch.step(Environment.RESIGN).reward(0, BLACK)).isNotZero();
    }

    @Test
    void opponentAction_noReply_isNone() {
        TestSpec spec = TestSpec.square(3).opponent(Players.GREEDY, WHITE).illegalActions(IllegalActionPolicy.REJECT);
        EnvironmentBatch batch = batch(Autoreset.DISABLED, spec);

        int reply = batch.step(4).intAt(RowField.OPPONENT_ACTIONS, 0);
        LaneRows rejected = batch.step(4);
        LaneRows resigned = batch.step(Environment.RESIGN);

        assertThat(reply).isNotEqualTo(NO_ACTION);
        assertThat(rejected.intAt(RowField.OPPONENT_ACTIONS, 0)).isEqualTo(NO_ACTION);
        assertThat(resigned.intAt(RowField.OPPONENT_ACTIONS, 0)).isEqualTo(NO_ACTION);
    }

    @Test
    void opponentAction_withoutOpponents_takesNoBytes() {
        EnvironmentBatch batch = batch(2, Autoreset.NEXT_STEP, TestSpec.square(3));

        assertThat(batch.step(4, PASS).bytes(RowField.OPPONENT_ACTIONS)).isEmpty();
    }

    /** All actions of an episode, in the order of the rows that report them, lead to the state of the row. */
    @ParameterizedTest
    @EnumSource(Autoreset.class)
    void opponentAction_wholeEpisodes_replayToTheSameEnd(Autoreset mode) {
        TestSpec spec = TestSpec.square(4).komi(0.5).opponent(Players.RANDOM, BLACK);
        EnvironmentBatch batch = batch(mode, spec);
        Replay replay = new Replay();
        replay.start(batch.reset());

        for (int step = 0; step < 400; step++) {
            LaneRows rows = batch.step(DRAWN_ACTION);
            boolean isReset = rows.byteAt(RowField.RESETS, 0) == 1;
            if (mode == Autoreset.SAME_STEP && isReset) {
                replay.play(rows.ended());
                replay.start(rows);
            } else if (isReset) {
                replay.start(rows);
            } else {
                replay.play(rows);
            }
            if (mode == Autoreset.DISABLED && rows.isOver(0)) {
                replay.start(batch.reset());
            }
        }

        assertThat(replay.endCount).isGreaterThan(5);
    }

    /** A game of the reported actions. */
    private static final class Replay {
        private static final EnvironmentSpec SELF_PLAY =
                TestSpec.square(4).komi(0.5).build();

        private Environment game = new Environment(SELF_PLAY, 0);
        private int endCount;

        void start(LaneRows rows) {
            game = new Environment(SELF_PLAY, 0);
            follow(rows, List.of(rows.intAt(RowField.OPPONENT_ACTIONS, 0)));
        }

        void play(LaneRows rows) {
            follow(rows, List.of(rows.action(0), rows.intAt(RowField.OPPONENT_ACTIONS, 0)));
            assertThat(rows.isOver(0)).isEqualTo(game.isOver());
            if (game.isOver()) {
                endCount++;
                assertThat(rows.margin(0)).isEqualTo((float) game.game().score().margin());
            }
        }

        private void follow(LaneRows rows, List<Integer> actions) {
            for (int action : actions) {
                if (action != NO_ACTION) {
                    assertThat(game.step(action).isLegal()).isTrue();
                }
            }
            assertThat(rows.intAt(RowField.MOVE_NUMBERS, 0))
                    .isEqualTo(game.game().moveNumber());
        }
    }
}
