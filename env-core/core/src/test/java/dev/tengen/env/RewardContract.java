package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import dev.tengen.player.Players;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The rewards of an episode, in each mode and for each end. */
public interface RewardContract extends TestedEnvironment.Opener {
    /** The center of a 3x3 board, with which Black owns the whole board. */
    int CENTER = 4;

    /** The pass of a 3x3 board. */
    int PASS = 9;

    /** What Black is paid for the last of the actions on 3x3, where -2 is a resignation. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # komi | max moves | scored on truncation | actions | WIN | MARGIN | MARGIN_PER_POINT | AREA_DELTA
            7.5 | 0 | false | 4 9 9 |  1 |  1.5 |  0.16666666666666666 |  0
            7.5 | 0 | false | 9 9   | -1 | -7.5 | -0.8333333333333334  |  0
            9   | 0 | false | 4 9 9 |  0 |  0   |  0                   |  0
            7.5 | 0 | false | 4     |  0 |  0   |  0                   |  1.5
            7.5 | 0 | false | 4 9   |  0 |  0   |  0                   |  0
            7.5 | 0 | false | 9 -2  |  1 |  9   |  1                   | 16.5
            7.5 | 0 | false | -2    | -1 | -9   | -1                   | -9
            7.5 | 1 | false | 4     |  0 |  0   |  0                   |  1.5
            7.5 | 1 | true  | 4     |  1 |  1.5 |  0.16666666666666666 |  1.5
            """)
    default void reward_lastAction_isThatOfTheMode(
            double komi,
            int maxMoves,
            boolean isScored,
            String actions,
            double win,
            double margin,
            double marginPerPoint,
            double areaDelta) {
        Map<RewardMode, Double> expected = Map.of(
                RewardMode.WIN, win,
                RewardMode.MARGIN, margin,
                RewardMode.MARGIN_PER_POINT, marginPerPoint,
                RewardMode.AREA_DELTA, areaDelta);
        expected.forEach((mode, reward) -> {
            TestSpec spec = TestSpec.square(3).rewards(mode).komi(komi).maxMoves(maxMoves);
            TestedEnvironment environment = open(isScored ? spec.scoredOnTruncation() : spec);

            environment.steps(actions);

            assertThat(environment.reward(BLACK)).as("%s", mode).isEqualTo(reward, within(0.0));
            assertThat(environment.reward(WHITE)).as("%s", mode).isEqualTo(-reward, within(0.0));
        });
    }

    @ParameterizedTest
    @EnumSource(RewardMode.class)
    default void reward_afterReset_isZero(RewardMode mode) {
        TestedEnvironment environment = open(TestSpec.square(3).rewards(mode));
        environment.steps(CENTER, PASS, PASS);

        environment.reset(1);

        assertThat(environment.reward(BLACK)).isZero();
    }

    @Test
    default void reward_laterMoveInAreaDelta_isTheChangeOfTheMargin() {
        TestedEnvironment environment = open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA));
        environment.steps(CENTER);

        environment.steps(0);

        assertThat(environment.reward(BLACK)).isEqualTo(-9);
    }

    @ParameterizedTest
    @EnumSource(RewardMode.class)
    default void reward_everyMove_isZeroSum(RewardMode mode) {
        TestedEnvironment environment = open(TestSpec.square(4).rewards(mode));
        SplitMix64 random = new SplitMix64(3);

        while (!environment.isOver()) {
            environment.steps(randomAction(environment, random));
            assertThat(environment.reward(BLACK) + environment.reward(WHITE)).isZero();
        }
    }

    @Test
    default void reward_randomEpisodesInAreaDelta_addUpToTheFinalMargin() {
        assertSumIsMargin(TestSpec.square(4));
    }

    @Test
    default void reward_randomEpisodesFromSetupInAreaDelta_addUpToTheFinalMargin() {
        assertSumIsMargin(TestSpec.drawn("""
                . X . O
                . X O .
                . X O .
                """, WHITE));
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    default void reward_randomEpisodesWithOpponentInAreaDelta_addUpToTheFinalMargin(int opponentColor) {
        assertSumIsMargin(TestSpec.square(4).opponent(Players.RANDOM, opponentColor));
    }

    private void assertSumIsMargin(TestSpec spec) {
        assertSumIsMargin(spec, 20);
    }

    private void assertSumIsMargin(TestSpec spec, int episodeCount) {
        spec.rewards(RewardMode.AREA_DELTA);
        for (long seed = 1; seed <= episodeCount; seed++) {
            TestedEnvironment environment = open(spec.build(), seed);
            SplitMix64 random = new SplitMix64(seed);
            double sum = environment.reward(BLACK);
            while (!environment.isOver()) {
                environment.steps(randomAction(environment, random));
                sum += environment.reward(BLACK);
            }
            assertThat(sum).isEqualTo(environment.margin(), within(1e-9));
        }
    }

    /** Draws one of the actions in the mask. */
    static int randomAction(TestedEnvironment environment, SplitMix64 random) {
        byte[] mask = environment.actionMask();
        int action;
        do {
            action = random.nextInt(8 * mask.length);
        } while ((mask[action / 8] & 0x80 >> action % 8) == 0);
        return action;
    }

    @Test
    default void reward_resignationInAreaDelta_addsUpToTheCountOfPoints() {
        TestedEnvironment environment = open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA));
        environment.steps(CENTER);
        double before = environment.reward(BLACK);

        environment.steps(Environment.RESIGN);

        assertThat(before + environment.reward(BLACK)).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"WIN, 1", "MARGIN, 9", "MARGIN_PER_POINT, 1"})
    default void reward_whiteLosesByIllegalAction_isPaidAsAFullWin(RewardMode mode, double expected) {
        TestedEnvironment environment = open(TestSpec.square(3).rewards(mode).illegalActions(IllegalActionPolicy.LOSE));
        environment.steps(CENTER);

        environment.step(CENTER);

        assertThat(environment.reward(BLACK)).isEqualTo(expected);
    }

    @Test
    default void reward_illegalActionThatLosesInAreaDelta_addsUpToTheCountOfPoints() {
        TestedEnvironment environment =
                open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA).illegalActions(IllegalActionPolicy.LOSE));
        environment.steps(CENTER);
        double before = environment.reward(BLACK);

        environment.step(CENTER);

        assertThat(before + environment.reward(BLACK)).isEqualTo(9);
    }

    /** So the rewards add up to the margin of the last position, for every kind of end. */
    @Test
    default void reward_truncationInAreaDelta_isTheChangeOfTheMargin() {
        TestedEnvironment environment =
                open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA).maxMoves(2));
        environment.steps(CENTER);

        environment.steps(0);

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);
        assertThat(environment.reward(BLACK)).isEqualTo(-9);
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    default void reward_truncatedEpisodesInAreaDelta_addUpToTheMargin(int opponentColor) {
        for (int maxMoves = 1; maxMoves <= 12; maxMoves++) {
            assertSumIsMargin(TestSpec.square(4).maxMoves(maxMoves).opponent(Players.RANDOM, opponentColor), 2);
        }
    }

    /**
     * With a large komi a player may be behind by more than the number of points. Giving up must not be worth more than
     * that.
     */
    @ParameterizedTest
    @CsvSource({
        "WIN, 1000, -1",
        "WIN, -1000, -1",
        "MARGIN, 1000, -991",
        "MARGIN, 8.5, -9",
        "MARGIN, 18.5, -9.5",
        "MARGIN, -1000, -9",
        "MARGIN_PER_POINT, 27, -2",
        "MARGIN_PER_POINT, -1000, -1"
    })
    default void reward_blackGivesUp_isTheWorseOfTwoLosses(RewardMode mode, double komi, double expected) {
        TestSpec spec = TestSpec.square(3).rewards(mode).komi(komi).illegalActions(IllegalActionPolicy.LOSE);
        TestedEnvironment resigning = open(spec);
        TestedEnvironment illegal = open(spec);
        resigning.steps(CENTER, PASS, Environment.RESIGN);
        illegal.steps(CENTER, PASS);
        illegal.step(CENTER);

        assertThat(resigning.reward(BLACK)).isEqualTo(expected);
        assertThat(resigning.reward(WHITE)).isEqualTo(-expected);
        assertThat(illegal.reward(BLACK)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1000, 9", "-1000, 1009", "-0.5, 9.5"})
    default void reward_whiteGivesUp_isTheWorseOfTwoLosses(double komi, double expected) {
        TestedEnvironment environment =
                open(TestSpec.square(3).rewards(RewardMode.MARGIN).komi(komi));

        environment.steps(CENTER, Environment.RESIGN);

        assertThat(environment.reward(BLACK)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1000, -991", "8.5, -9", "-1000, -9"})
    default void reward_blackGivesUpInAreaDelta_addsUpToTheWorseOfTwoLosses(double komi, double expected) {
        TestedEnvironment environment =
                open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA).komi(komi));
        double sum = 0;
        for (int action : new int[] {CENTER, PASS, Environment.RESIGN}) {
            environment.steps(action);
            sum += environment.reward(BLACK);
        }

        assertThat(sum).isEqualTo(expected);
    }
}
