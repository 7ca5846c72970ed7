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
    default void step_rejectedAction_keepsTheTurn() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.REJECT);

        environment.step(5);

        assertThat(environment.playerToMove()).isEqualTo(WHITE);
    }

    @Test
    default void step_afterRejectedAction_goesOn() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.REJECT);
        environment.step(5);

        assertThat(environment.step(3)).isEqualTo(Legality.LEGAL);
    }

    @Test
    default void step_losingAction_terminatesTheEpisode() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.LOSE);

        environment.step(5);

        assertThat(environment.endReason()).isEqualTo(EndReason.ILLEGAL_ACTION);
    }

    @Test
    default void step_losingAction_isWonByTheOther() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.LOSE);

        environment.step(5);

        assertThat(environment.winner()).isEqualTo(BLACK);
    }

    @Test
    default void step_losingAction_isNoMove() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.LOSE);

        environment.step(5);

        assertThat(environment.moveNumber()).isEqualTo(1);
    }

    @Test
    default void step_losingActionAtTheLimit_terminates() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(1).illegalActions(IllegalActionPolicy.LOSE));

        environment.step(-1);

        assertThat(environment.endReason()).isEqualTo(EndReason.ILLEGAL_ACTION);
    }

    @Test
    default void step_ignoredAction_chargesTheMover() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.IGNORE);

        environment.step(5);

        assertThat(environment.reward(WHITE)).isEqualTo(-0.25);
    }

    @Test
    default void step_ignoredAction_paysTheOtherNothing() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.IGNORE);

        environment.step(5);

        assertThat(environment.reward(BLACK)).isZero();
    }

    @Test
    default void step_ignoredAction_isNoMove() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.IGNORE);

        environment.step(5);

        assertThat(environment.moveNumber()).isEqualTo(1);
        assertThat(environment.lastActions()).isEmpty();
    }

    @Test
    default void step_ignoredAction_keepsTheTurn() {
        TestedEnvironment environment = openKo(IllegalActionPolicy.IGNORE);

        environment.step(5);

        assertThat(environment.playerToMove()).isEqualTo(WHITE);
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

    @ParameterizedTest
    @EnumSource(IllegalActionPolicy.class)
    default void step_resignation_isLegalUnderEveryPolicy(IllegalActionPolicy policy) {
        assertThat(openKo(policy).step(Environment.RESIGN)).isEqualTo(Legality.LEGAL);
    }
}
