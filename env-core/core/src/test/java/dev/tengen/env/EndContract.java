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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of episodes: termination by the rules, truncation by the limit, and calls afterwards. */
public interface EndContract extends TestedEnvironment.Opener {
    /** A board of one point, on which suicides continue forever. */
    private static TestSpec endless() {
        return TestSpec.square(1).rules(Rules.TROMP_TAYLOR.withKo(Ko.NONE));
    }

    @Test
    default void endReason_start_isNone() {
        assertThat(open(TestSpec.square(3)).endReason()).isEqualTo(EndReason.NONE);
    }

    @Test
    default void endReason_twoPasses_isPasses() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(9, 9);

        assertThat(environment.endReason()).isEqualTo(EndReason.PASSES);
    }

    @Test
    default void endReason_twoOfThreePasses_isNone() {
        TestedEnvironment environment = open(TestSpec.square(3).rules(Rules.TROMP_TAYLOR.withPassesToEnd(3)));

        environment.steps(9, 9);

        assertThat(environment.endReason()).isEqualTo(EndReason.NONE);
    }

    @Test
    default void winner_twoPasses_isTheOneWithMorePoints() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(4, 9, 9);

        assertThat(environment.winner()).isEqualTo(BLACK);
    }

    @Test
    default void winner_tie_isNobody() {
        TestedEnvironment environment = open(TestSpec.square(3).komi(0));

        environment.steps(9, 9);

        assertThat(environment.winner()).isEqualTo(EMPTY);
    }

    @Test
    default void endReason_resignation_isResignation() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(Environment.RESIGN);

        assertThat(environment.endReason()).isEqualTo(EndReason.RESIGNATION);
    }

    @Test
    default void winner_resignation_isTheOther() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(4, Environment.RESIGN);

        assertThat(environment.winner()).isEqualTo(BLACK);
    }

    @Test
    default void moveNumber_resignation_isNoMove() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(4, Environment.RESIGN);

        assertThat(environment.moveNumber()).isEqualTo(1);
    }

    @Test
    default void endReason_moveBeforeTheLimit_isNone() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(2));

        environment.steps(4);

        assertThat(environment.endReason()).isEqualTo(EndReason.NONE);
    }

    @Test
    default void endReason_moveAtTheLimit_isMaxMoves() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(2));

        environment.steps(4, 9);

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);
    }

    @Test
    default void winner_truncation_isNobody() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(1).scoredOnTruncation());

        environment.steps(4);

        assertThat(environment.winner()).isEqualTo(EMPTY);
    }

    @Test
    default void endReason_lastPassAtTheLimit_isTermination() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(3));

        environment.steps(4, 9, 9);

        assertThat(environment.endReason()).isEqualTo(EndReason.PASSES);
    }

    @Test
    default void reward_lastPassAtTheLimit_isPaid() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(3));

        environment.steps(4, 9, 9);

        assertThat(environment.reward(WHITE)).isEqualTo(-1);
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
