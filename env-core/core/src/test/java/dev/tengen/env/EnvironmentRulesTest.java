package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Legality;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.player.Players;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Episodes under rules with other ends than Tromp-Taylor rules: by a repetition, and by agreement. */
class EnvironmentRulesTest {
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            """;

    private static final int[] KO_TAKEN_AND_TAKEN_BACK = {6, 12, 12, 5};

    private static final Rules BLOG = RulesPreset.BLOG_2011.rules(Grid.square(3));

    private static TestSpec repeating(RepetitionEnd end) {
        RulesPreset preset = end == RepetitionEnd.DRAW ? RulesPreset.OPENSPIEL : RulesPreset.PGX;
        return TestSpec.drawn(KO).rules(preset.rules(Grid.of(4, 3)).withPassesToEnd(3));
    }

    private static Environment played(TestSpec spec, int... actions) {
        Environment environment = new Environment(spec.build(), 1);
        for (int action : actions) {
            assertThat(environment.step(action)).isEqualTo(Legality.LEGAL);
        }
        return environment;
    }

    /** Black's stone at the center, and three passes. */
    private static Environment inAgreement() {
        return played(TestSpec.square(3).rules(BLOG), 4, 9, 9, 9);
    }

    private static Environment restored(Environment environment) {
        return new Environment(environment.spec(), environment.snapshot());
    }

    @ParameterizedTest
    @CsvSource({"DRAW, 0", "LOSS, 1"})
    void step_repetition_endsTheEpisode(RepetitionEnd end, int winner) {
        Environment environment = played(repeating(end), KO_TAKEN_AND_TAKEN_BACK);

        assertThat(environment.endReason()).isEqualTo(EndReason.REPETITION);
        assertThat(environment.winner()).isEqualTo(winner);
        assertThat(environment.endReason().isTermination()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "DRAW, WIN, 0",
        "DRAW, MARGIN, 0",
        "DRAW, MARGIN_PER_POINT, 0",
        "LOSS, WIN, 1",
        "LOSS, MARGIN, 12",
        "LOSS, MARGIN_PER_POINT, 1"
    })
    void reward_repetition_isThatOfATieOrAForfeit(RepetitionEnd end, RewardMode mode, double expected) {
        Environment environment = played(repeating(end).rewards(mode), KO_TAKEN_AND_TAKEN_BACK);

        assertThat(environment.reward(BLACK)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"DRAW, 0", "LOSS, 12"})
    void reward_repetitionInAreaDelta_makesTheSumThatOfATieOrAForfeit(RepetitionEnd end, double expected) {
        Environment environment =
                new Environment(repeating(end).rewards(RewardMode.AREA_DELTA).build(), 1);
        double sum = 0;
        for (int action : KO_TAKEN_AND_TAKEN_BACK) {
            environment.step(action);
            sum += environment.reward(BLACK);
        }

        assertThat(sum).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(
            value = RepetitionEnd.class,
            names = {"DRAW", "LOSS"})
    void snapshot_repetition_comesBack(RepetitionEnd end) {
        Environment environment = played(repeating(end), KO_TAKEN_AND_TAKEN_BACK);

        assertThat(restored(environment).stateHash()).isEqualTo(environment.stateHash());
    }

    @Test
    void actionMask_inAgreement_isThePassAlone() {
        assertThat(inAgreement().actionMask()).containsExactly(0, 0x40);
    }

    @Test
    void step_pointInAgreement_isRefused() {
        assertThat(inAgreement().step(0)).isEqualTo(Legality.AGREEMENT);
    }

    @Test
    void step_passesInAgreement_endTheEpisodeAsPasses() {
        Environment environment = inAgreement();

        environment.step(9);
        environment.step(9);

        assertThat(environment.endReason()).isEqualTo(EndReason.PASSES);
        assertThat(environment.winner()).isEqualTo(BLACK);
    }

    @Test
    void proposeDead_bothTheSame_isScoredWithout() {
        Environment environment = inAgreement();
        PointSet center = PointSet.of(Grid.square(3), 4);

        environment.proposeDead(center);
        environment.proposeDead(center);

        assertThat(environment.game().score().margin()).isEqualTo(-6.5); // A prisoner of White's, and komi.
        assertThat(environment.actions()).containsExactly(4, 9, 9, 9, 9, 9);
        assertThat(environment.lastActions()).containsExactly(9);
        assertThat(DeadProposal.allOf(environment.game()))
                .containsExactly(new DeadProposal(5, List.of(4)), new DeadProposal(6, List.of(4)));
    }

    @Test
    void proposeDead_onceThenRestored_isRemembered() {
        Environment environment = inAgreement();
        PointSet center = PointSet.of(Grid.square(3), 4);
        environment.proposeDead(center);

        Environment again = restored(environment);

        assertThat(again.stateHash()).isEqualTo(environment.stateHash());
        again.proposeDead(center);
        assertThat(again.endReason()).isEqualTo(EndReason.PASSES);
    }

    @Test
    void step_withAnOpponentThatPasses_agreesThatNothingIsDead() {
        Environment environment = new Environment(
                TestSpec.square(1)
                        .rules(BLOG)
                        .maxMoves(-1)
                        .opponent(Players.RANDOM, 2)
                        .build(),
                1);
        environment.step(1);
        environment.step(1); // The third pass. The opponent replies with an empty proposal.

        assertThat(environment.game().isInAgreement()).isTrue();
        environment.step(1);
        assertThat(environment.endReason()).isEqualTo(EndReason.PASSES);
    }

    @Test
    void proposeDead_atTheLimit_truncates() {
        Environment environment = played(TestSpec.square(3).rules(BLOG).maxMoves(5), 4, 9, 9, 9);

        environment.proposeDead(PointSet.of(Grid.square(3), 4));

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);
        assertThat(environment.winner()).isEqualTo(EMPTY);
    }

    @Test
    void proposeDead_episodeOver_throws() {
        Environment environment = played(TestSpec.square(3), Environment.RESIGN);

        assertThatThrownBy(() -> environment.proposeDead(new PointSet(Grid.square(3))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the episode is over");
    }

    @Test
    void restore_proposalOfAnotherMove_throws() {
        EnvironmentSnapshot forged = Snapshots.inProgress(List.of(4, 9, 9, 9), new DeadProposal(2, List.of(4)));

        assertThatThrownBy(() -> new Environment(inAgreement().spec(), forged))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("action 2 of the snapshot cannot propose dead stones");
    }
}
