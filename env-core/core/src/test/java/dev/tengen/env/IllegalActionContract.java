package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The reasons of illegal actions, and the effect of each policy. */
public interface IllegalActionContract extends TestedEnvironment.Opener {
    /** Black takes a ko at point 6; White may not retake at 5. */
    String KO = """
            . X O .
            X O . O
            . X O .
            """;

    private TestedEnvironment openKo(IllegalActionPolicy policy) {
        TestedEnvironment environment =
                open(TestSpec.drawn(KO).illegalActions(policy).penalty(0.25));
        environment.steps(6);
        return environment;
    }

    @ParameterizedTest
    @CsvSource({
        "-1, OUT_OF_RANGE",
        "-3, OUT_OF_RANGE",
        "13, OUT_OF_RANGE",
        "2147483647, OUT_OF_RANGE",
        "-2147483648, OUT_OF_RANGE",
        "6, OCCUPIED",
        "5, REPETITION",
        "0, REPETITION"
    })
    default void step_illegalAction_saysTheFirstReason(int action, Legality expected) {
        assertThat(openKo(IllegalActionPolicy.REJECT).step(action)).isEqualTo(expected);
    }

    @Test
    default void step_forbiddenSuicide_saysSuicide() {
        TestedEnvironment environment =
                open(TestSpec.drawn(". O . .").rules(Rules.TROMP_TAYLOR.withSuicide(Suicide.FORBIDDEN)));

        assertThat(environment.step(0)).isEqualTo(Legality.SUICIDE);
    }

    @Test
    default void step_rejectedAction_keepsTheState() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.REJECT);
        long before = environment.stateHash();

        environment.step(5);

        assertThat(environment.stateHash()).isEqualTo(before);
    }

    @Test
    default void step_afterRejectedAction_goesOn() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.REJECT);
        environment.step(5);

        assertThat(environment.step(3)).isEqualTo(Legality.LEGAL);
    }

    @ParameterizedTest
    @CsvSource({"REJECT, NONE, 0, 0, 0", "LOSE, ILLEGAL_ACTION, 1, 1, -1", "IGNORE, NONE, 0, 0, -0.25"})
    default void step_illegalActionOfWhite_isNoMoveAndHasTheEffectOfThePolicy(
            IllegalActionPolicy policy, EndReason end, int winner, double blackReward, double whiteReward) {
        TestedEnvironment environment = openKo(policy);

        environment.step(5);

        assertThat(environment.endReason()).isEqualTo(end);
        assertThat(environment.winner()).isEqualTo(winner);
        assertThat(environment.moveNumber()).isEqualTo(1);
        assertThat(environment.playerToMove()).isEqualTo(WHITE);
        assertThat(environment.reward(BLACK)).isEqualTo(blackReward);
        assertThat(environment.reward(WHITE)).isEqualTo(whiteReward);
    }

    @Test
    default void step_losingActionAtTheLimit_terminates() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(1).illegalActions(IllegalActionPolicy.LOSE));

        environment.step(-1);

        assertThat(environment.endReason()).isEqualTo(EndReason.ILLEGAL_ACTION);
    }

    @Test
    default void step_ignoredAction_isNoMove() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.IGNORE);

        environment.step(5);

        assertThat(environment.moveNumber()).isEqualTo(1);
        assertThat(environment.lastActions()).isEmpty();
    }

    @Test
    default void step_afterIgnoredAction_isNotChargedAgain() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.IGNORE);
        environment.step(5);

        environment.steps(3);

        assertThat(environment.reward(WHITE)).isZero();
    }

    /** Without penalties, the rewards still add up. */
    @Test
    default void reward_afterIgnoredActionInAreaDelta_isTheChangeOfTheMargin() {
        TestedEnvironment environment = open(TestSpec.square(3)
                .rewards(RewardMode.AREA_DELTA)
                .illegalActions(IllegalActionPolicy.IGNORE)
                .penalty(5));
        environment.steps(4);
        environment.step(4);

        environment.steps(9);

        assertThat(environment.reward(BLACK)).isZero();
    }

    private TestSpec ignoring() {
        return TestSpec.square(3).illegalActions(IllegalActionPolicy.IGNORE);
    }

    private static void stepIllegally(TestedEnvironment environment, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(environment.endReason()).isEqualTo(EndReason.NONE);
            environment.step(-1);
        }
    }

    /**
     * By default as many as moves. Before there was a limit, an agent that only acted illegally never left its episode.
     */
    @ParameterizedTest
    @CsvSource({"0, 0, 27", "4, 0, 4", "0, 1, 1", "2, 5, 5", "-1, 3, 3"})
    default void step_ignoredActionAtTheLimit_truncates(int maxMoves, int maxIllegalActions, int limit) {
        TestedEnvironment environment = open(ignoring().maxMoves(maxMoves).maxIllegalActions(maxIllegalActions));

        stepIllegally(environment, limit);

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_ILLEGAL_ACTIONS);
        assertThat(environment.winner()).isZero();
        assertThat(environment.moveNumber()).isZero();
        assertThat(environment.lastActions()).isEmpty();
        assertThat(environment.actionMask()).containsOnly(0);
        assertThat(environment.step(4)).isEqualTo(Legality.EPISODE_OVER);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, -1"})
    default void step_ignoredActionsWithoutALimit_goOn(int maxMoves, int maxIllegalActions) {
        TestedEnvironment environment = open(ignoring().maxMoves(maxMoves).maxIllegalActions(maxIllegalActions));

        stepIllegally(environment, 100);

        assertThat(environment.endReason()).isEqualTo(EndReason.NONE);
    }

    @Test
    default void step_movesBetweenIgnoredActions_countOn() {
        TestedEnvironment environment = open(ignoring().maxIllegalActions(3));
        stepIllegally(environment, 2);
        environment.steps(0, 1);

        environment.step(0);

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_ILLEGAL_ACTIONS);
        assertThat(environment.moveNumber()).isEqualTo(2);
    }

    @Test
    default void reset_afterIgnoredActions_countsAnew() {
        TestedEnvironment environment = open(ignoring().maxIllegalActions(3));
        stepIllegally(environment, 2);

        environment.reset(5);
        stepIllegally(environment, 2);

        assertThat(environment.endReason()).isEqualTo(EndReason.NONE);
    }

    @ParameterizedTest
    @CsvSource({"WIN", "MARGIN", "MARGIN_PER_POINT", "AREA_DELTA"})
    default void reward_ignoredActionThatTruncates_isThePenaltyAlone(RewardMode mode) {
        TestedEnvironment environment =
                open(ignoring().rewards(mode).maxIllegalActions(1).penalty(0.25));
        environment.steps(4);

        environment.step(4);

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_ILLEGAL_ACTIONS);
        assertThat(environment.reward(WHITE)).isEqualTo(-0.25);
        assertThat(environment.reward(BLACK)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"WIN, 1", "MARGIN, 1.5", "MARGIN_PER_POINT, 0.16666666666666666", "AREA_DELTA, 0"})
    default void reward_ignoredActionThatTruncatesWithScore_isTheScoreToo(RewardMode mode, double expected) {
        TestedEnvironment environment =
                open(ignoring().rewards(mode).maxIllegalActions(1).penalty(0.25).scoredOnTruncation());
        environment.steps(4);

        environment.step(4);

        assertThat(environment.reward(BLACK)).isEqualTo(expected);
        assertThat(environment.reward(WHITE)).isEqualTo(-expected - 0.25);
    }

    @Test
    default void reward_truncationAtTheStartInAreaDelta_isTheMarginOfTheStart() {
        TestedEnvironment environment =
                open(ignoring().rewards(RewardMode.AREA_DELTA).maxIllegalActions(2));
        environment.step(-1);
        assertThat(environment.reward(BLACK)).isZero();

        environment.step(-1);

        assertThat(environment.reward(BLACK)).isEqualTo(-7.5);
        assertThat(environment.reward(WHITE)).isEqualTo(7.5);
    }

    @ParameterizedTest
    @EnumSource(
            value = IllegalActionPolicy.class,
            names = {"REJECT", "LOSE"})
    default void step_limitUnderAnotherPolicy_hasNoEffect(IllegalActionPolicy policy) {
        TestedEnvironment environment =
                open(TestSpec.square(3).illegalActions(policy).maxIllegalActions(1));

        environment.step(-1);

        assertThat(environment.endReason())
                .isEqualTo(policy == IllegalActionPolicy.REJECT ? EndReason.NONE : EndReason.ILLEGAL_ACTION);
    }

    /** Neither the limit nor the count affects legality or scores. */
    @Test
    default void stateHash_ignoredActions_isTheSame() {
        TestedEnvironment plain = open(TestSpec.square(3));
        TestedEnvironment ignoring = open(ignoring().maxIllegalActions(3));

        stepIllegally(ignoring, 2);

        assertThat(ignoring.stateHash()).isEqualTo(plain.stateHash());
    }

    @ParameterizedTest
    @EnumSource(IllegalActionPolicy.class)
    default void step_resignation_isLegalUnderEveryPolicy(IllegalActionPolicy policy) {
        assertThat(openKo(policy).step(Environment.RESIGN)).isEqualTo(Legality.LEGAL);
    }
}
