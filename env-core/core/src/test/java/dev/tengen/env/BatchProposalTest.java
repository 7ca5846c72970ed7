package dev.tengen.env;

import static dev.tengen.env.EnvironmentBatch.NO_ACTION;
import static dev.tengen.env.TestBatches.batch;
import static dev.tengen.env.TestBatches.lanes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Legality;
import dev.tengen.game.RulesPreset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proposals of dead stones in lanes. */
class BatchProposalTest {
    private static final int PASS = 9;

    private static TestSpec blog() {
        return TestSpec.square(3).rules(RulesPreset.BLOG_2011.rules(Grid.square(3)));
    }

    /** Returns two lanes in which players agree on dead stones, with a black stone at the center. */
    private static EnvironmentBatch inAgreement(IllegalActionPolicy policy) {
        EnvironmentBatch batch =
                batch(2, Autoreset.DISABLED, blog().illegalActions(policy).penalty(1));
        for (int action : new int[] {4, PASS, PASS, PASS}) {
            batch.step(action, action);
        }
        return batch;
    }

    private static EnvironmentBatch inAgreement() {
        return inAgreement(IllegalActionPolicy.REJECT);
    }

    private static LaneRows step(EnvironmentBatch batch, int[] actions, LaneProposal... proposals) {
        LaneRows rows = batch.rows(new byte[0]);
        rows.setActions(lanes(actions));
        batch.setProposals(rows, List.of(proposals));
        batch.step(rows, 0, rows.rowCount());
        return rows;
    }

    private static LaneProposal proposal(int lane, Integer... points) {
        return new LaneProposal(lane, List.of(points));
    }

    private static void assertRefused(
            EnvironmentBatch batch, int[] actions, String message, LaneProposal... proposals) {
        assertThatThrownBy(() -> step(batch, actions, proposals))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }

    @Test
    void rows_noRulesWithAgreement_doNotSayIt() {
        EnvironmentBatch batch = batch(2, Autoreset.DISABLED, TestSpec.square(3));

        assertThat(batch.step(PASS, PASS).bytes(RowField.AGREEMENTS)).isEmpty();
    }

    @Test
    void rows_oneLaneWithAgreement_sayItForAll() {
        EnvironmentBatch batch = batch(2, Autoreset.DISABLED, blog(), TestSpec.square(3));
        batch.step(PASS, 0);
        batch.step(PASS, 1);

        assertThat(batch.step(PASS, 2).bytes(RowField.AGREEMENTS)).containsExactly(1, 0);
    }

    @Test
    void step_equalProposals_endTheEpisodeWithoutTheStones() {
        EnvironmentBatch batch = inAgreement();
        step(batch, new int[] {PASS, PASS}, proposal(0, 4), proposal(1, 4));

        LaneRows rows = step(batch, new int[] {PASS, PASS}, proposal(1), proposal(0, 4));

        assertThat(rows.bytes(RowField.END_REASONS)).containsExactly(EndReason.PASSES.number(), 0);
        assertThat(rows.margin(0)).isEqualTo(-6.5f);
        assertThat(rows.bytes(RowField.AGREEMENTS)).containsExactly(0, 0); // Lane 1 has resumed.
        assertThat(rows.carriedOutCount()).isEqualTo(2);
    }

    @Test
    void step_passWithoutProposal_proposesNoStones() {
        EnvironmentBatch batch = inAgreement();
        step(batch, new int[] {PASS, PASS}, proposal(0), proposal(1, 4));

        LaneRows rows = batch.step(PASS, PASS);

        assertThat(rows.bytes(RowField.END_REASONS)).containsExactly(EndReason.PASSES.number(), 0);
    }

    @ParameterizedTest
    @EnumSource(IllegalActionPolicy.class)
    void step_illegalProposals_areReportedAndChangeNothing(IllegalActionPolicy policy) {
        EnvironmentBatch batch = inAgreement(policy);
        LaneRows before = batch.reset(1);
        long hash = before.stateHash(0);
        long other = batch.step(NO_ACTION, NO_ACTION).stateHash(0);

        LaneRows rows = step(batch, new int[] {PASS, PASS}, proposal(0, 4, 5), proposal(1));

        assertThat(rows.bytes(RowField.ILLEGAL_REASONS))
                .containsExactly(Legality.NOT_WHOLE_CHAINS.number(), Legality.NO_AGREEMENT.number());
        assertThat(rows.stateHash(0)).isEqualTo(other);
        assertThat(rows.stateHash(1)).isEqualTo(hash);
        assertThat(rows.bytes(RowField.END_REASONS)).containsOnly(0);
        assertThat(rows.reward(0, 1)).isZero();
        assertThat(rows.carriedOutCount()).isZero();
    }

    @Test
    void step_proposalAfterTheEnd_isEpisodeOver() {
        EnvironmentBatch batch = inAgreement();
        batch.step(PASS, NO_ACTION);
        batch.step(PASS, NO_ACTION);

        LaneRows rows = step(batch, new int[] {PASS, NO_ACTION}, proposal(0, 4, 5));

        assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, 0)).isEqualTo(Legality.EPISODE_OVER.number());
    }

    @Test
    void step_proposalInTheStepThatResets_isIgnored() {
        EnvironmentBatch batch = batch(Autoreset.NEXT_STEP, blog());
        for (int pass = 0; pass < 5; pass++) {
            batch.step(PASS);
        }

        LaneRows rows = step(batch, new int[] {PASS}, proposal(0, 4));

        assertThat(rows.byteAt(RowField.RESETS, 0)).isEqualTo(1);
        assertThat(rows.byteAt(RowField.ILLEGAL_REASONS, 0)).isZero();
        assertThat(rows.intAt(RowField.MOVE_NUMBERS, 0)).isZero();
    }

    @Test
    void step_lastProposalUnderSameStep_isInTheFinalRow() {
        EnvironmentBatch batch = batch(Autoreset.SAME_STEP, blog());
        for (int action : new int[] {4, PASS, PASS, PASS}) {
            batch.step(action);
        }
        step(batch, new int[] {PASS}, proposal(0, 4));

        LaneRows rows = step(batch, new int[] {PASS}, proposal(0, 4));

        assertThat(rows.ended().margin(0)).isEqualTo(-6.5f);
        assertThat(rows.byteAt(RowField.AGREEMENTS, 0)).isZero();
    }

    @Test
    void setProposals_malformed_isRefused() {
        EnvironmentBatch batch = inAgreement();
        int[] passes = {PASS, PASS};

        assertRefused(batch, passes, "proposals.lane 2 is not a lane of the request", proposal(2));
        assertRefused(batch, passes, "proposals.lane 4294967295 is not a lane of the request", proposal(-1));
        assertRefused(
                batch,
                passes,
                "proposals with lane 0 twice is not a list of different lanes",
                proposal(0),
                proposal(0));
        assertRefused(batch, passes, "proposals.dead_points 9 is outside [0, 8]", proposal(0, 9));
        assertRefused(
                batch,
                passes,
                "proposals.dead_points with point 4 twice is not a list of different points",
                proposal(0, 4, 4));
        assertRefused(
                batch,
                new int[] {PASS, NO_ACTION},
                "actions -1 in lane 1, which proposes dead stones, is not 9, the pass of the lane",
                proposal(1));
    }

    @Test
    void setProposals_rulesWithoutAgreement_isRefused() {
        EnvironmentBatch batch = batch(Autoreset.DISABLED, TestSpec.square(3));

        assertRefused(
                batch,
                new int[] {PASS},
                "proposals.lane 0 is not a lane whose rules ask for an agreement on dead stones",
                proposal(0));
    }

    @Test
    void setProposals_laneThatIsNotNamed_isRefused() {
        EnvironmentBatch batch = inAgreement();
        LaneRows rows = batch.rows(lanes(1));
        rows.setActions(lanes(PASS));

        assertThatThrownBy(() -> batch.setProposals(rows, List.of(proposal(0))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("proposals.lane 0 is not a lane of the request");
    }
}
