package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of episodes: termination by the rules, truncation by the limit, and calls afterwards. */
public interface EndContract extends TestedEnvironment.Opener {
    /** A board of one point, on which suicides continue forever. */
    private static TestSpec endless() {
        return TestSpec.square(1).rules(Rules.TROMP_TAYLOR.withKo(Ko.NONE));
    }

    /** On 3x3: 4 is the center, 9 a pass, -2 a resignation. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # passes to end | max moves | actions | end | winner | moves | Black's reward
            2 | 0 | ''    | NONE        | 0 | 0 |  0
            2 | 0 | 9 9   | PASSES      | 2 | 2 | -1
            3 | 0 | 9 9   | NONE        | 0 | 2 |  0
            2 | 0 | 4 9 9 | PASSES      | 1 | 3 |  1
            2 | 0 | -2    | RESIGNATION | 2 | 0 | -1
            2 | 0 | 4 -2  | RESIGNATION | 1 | 1 |  1
            2 | 2 | 4     | NONE        | 0 | 1 |  0
            2 | 2 | 4 9   | MAX_MOVES   | 0 | 2 |  0
            2 | 3 | 4 9 9 | PASSES      | 1 | 3 |  1
            """)
    default void endReason_afterActions_isThatOfTheRulesAndLimits(
            int passesToEnd,
            int maxMoves,
            String actions,
            EndReason end,
            int winner,
            int moveNumber,
            double blackReward) {
        TestedEnvironment environment = open(TestSpec.square(3)
                .rules(Rules.TROMP_TAYLOR.withPassesToEnd(passesToEnd))
                .maxMoves(maxMoves));

        environment.steps(actions);

        assertThat(environment.endReason()).isEqualTo(end);
        assertThat(environment.winner()).isEqualTo(winner);
        assertThat(environment.moveNumber()).isEqualTo(moveNumber);
        assertThat(environment.reward(BLACK)).isEqualTo(blackReward);
        assertThat(environment.reward(WHITE)).isEqualTo(0 - blackReward);
    }

    @Test
    default void winner_tie_isNobody() {
        TestedEnvironment environment = open(TestSpec.square(3).komi(0));

        environment.steps(9, 9);

        assertThat(environment.winner()).isEqualTo(EMPTY);
    }

    @Test
    default void winner_truncation_isNobody() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(1).scoredOnTruncation());

        environment.steps(4);

        assertThat(environment.winner()).isEqualTo(EMPTY);
    }

    @Test
    default void endReason_defaultLimit_isThreeTimesThePoints() {
        TestedEnvironment environment = open(endless());

        environment.steps(0, 0);
        assertThat(environment.isOver()).isFalse();
        environment.steps(0);

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);
    }

    @Test
    default void endReason_unlimitedMoves_isNone() {
        TestedEnvironment environment = open(endless().maxMoves(EnvironmentSpec.UNLIMITED_MOVES));

        for (int i = 0; i < 100; i++) {
            environment.steps(0);
        }

        assertThat(environment.endReason()).isEqualTo(EndReason.NONE);
    }

    @Test
    default void reset_finishedEpisode_startsAnew() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(4, Environment.RESIGN);

        environment.reset(2);

        assertThat(environment.endReason()).isEqualTo(EndReason.NONE);
        assertThat(environment.winner()).isEqualTo(EMPTY);
        assertThat(environment.moveNumber()).isZero();
    }

    @ParameterizedTest
    @EnumSource(IllegalActionPolicy.class)
    default void step_finishedEpisode_isEpisodeOverUnderEveryPolicy(IllegalActionPolicy policy) {
        TestedEnvironment environment =
                open(TestSpec.square(3).illegalActions(policy).penalty(1));
        environment.steps(9, 9);

        assertThat(environment.step(4)).isEqualTo(Legality.EPISODE_OVER);
        assertThat(environment.step(-7)).isEqualTo(Legality.EPISODE_OVER);
        assertThat(environment.step(Environment.RESIGN)).isEqualTo(Legality.EPISODE_OVER);
    }

    /** The end of the episode is the first reason, for every action. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4, 9, 10, 1000, Integer.MAX_VALUE, -1, -3, -7, Integer.MIN_VALUE, Environment.RESIGN})
    default void step_finishedEpisode_isEpisodeOverForEveryAction(int action) {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(4, 9, 9);

        assertThat(environment.step(action)).isEqualTo(Legality.EPISODE_OVER);
    }

    @ParameterizedTest
    @EnumSource(IllegalActionPolicy.class)
    default void step_finishedEpisode_changesNothing(IllegalActionPolicy policy) {
        TestedEnvironment environment =
                open(TestSpec.square(3).illegalActions(policy).penalty(1));
        environment.steps(9, 9);
        long before = environment.stateHash();

        environment.step(4);

        assertThat(environment.stateHash()).isEqualTo(before);
        assertThat(environment.reward(WHITE)).isEqualTo(1);
    }

    @Test
    default void step_truncatedEpisode_isEpisodeOver() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(1));
        environment.steps(4);

        assertThat(environment.step(0)).isEqualTo(Legality.EPISODE_OVER);
    }

    @Test
    default void actionMask_finishedEpisode_isAllZero() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(1));

        environment.steps(4);

        assertThat(environment.actionMask()).containsOnly(0).hasSize(2);
    }
}
