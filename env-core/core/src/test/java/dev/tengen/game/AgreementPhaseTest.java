package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agreement phase: how players agree on dead stones. */
class AgreementPhaseTest {
    /** The white stone in the corner is dead if both players say so. */
    private static final String DEAD_STONE = """
            O . X .
            . X . .
            X . . .
            . . . .
            """;

    private static final Rules RULES = RulesPreset.BLOG_2011.rules(Grid.square(4));

    private static Game passedOut() {
        return Diagrams.play(Diagrams.game(DEAD_STONE, RULES), "pass pass pass");
    }

    private static PointSet dead(Game game, String... names) {
        PointSet dead = new PointSet(game.grid());
        for (String name : names) {
            dead.add(game.grid().point(name));
        }
        return dead;
    }

    private static Game agreed() {
        Game game = passedOut();
        game.proposeDead(dead(game, "A4"));
        game.proposeDead(dead(game, "A4"));
        return game;
    }

    private static Game disagreed() {
        Game game = passedOut();
        game.proposeDead(dead(game));
        game.proposeDead(dead(game, "A4"));
        return game;
    }

    @Test
    void isOver_afterTheLastPass_isFalse() {
        assertThat(passedOut().isOver()).isFalse();
    }

    @Test
    void isInAgreement_beforeTheLastPass_isFalse() {
        assertThat(Diagrams.play(Diagrams.game(DEAD_STONE, RULES), "pass pass").isInAgreement())
                .isFalse();
    }

    @Test
    void isInAgreement_afterTheLastPass_isTrue() {
        assertThat(passedOut().isInAgreement()).isTrue();
    }

    @Test
    void legality_anyPoint_isAgreement() {
        assertThat(Diagrams.legality(passedOut(), "D1")).isEqualTo(Legality.AGREEMENT);
    }

    @Test
    void legality_pass_isLegal() {
        assertThat(Diagrams.legality(passedOut(), "pass")).isEqualTo(Legality.LEGAL);
    }

    @Test
    void legalPoints_inAgreement_areNone() {
        PointSet legal = new PointSet(Grid.square(4));

        passedOut().legalPoints(legal);

        assertThat(legal.isEmpty()).isTrue();
    }

    @Test
    void playerToMove_inAgreement_isWhoWouldHaveMoved() {
        assertThat(passedOut().playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void play_twoPassesInAgreement_endTheGameWithNothingDead() {
        Game game = Diagrams.play(passedOut(), "pass pass");

        assertThat(game.outcome()).map(Outcome::text).contains("B+4.5");
    }

    @Test
    void score_agreed_isWithoutTheDeadStones() {
        // Then all 13 empty points are Black's, plus one prisoner.
        assertThat(agreed().score().text()).isEqualTo("B+8.5");
    }

    @Test
    void score_agreed_countsTheDeadAsPrisoners() {
        assertThat(agreed().score().blackTally().prisoners()).isEqualTo(1);
    }

    @Test
    void colorAt_agreed_leavesTheStonesOnTheBoard() {
        assertThat(agreed().colorAt(0)).isEqualTo(WHITE);
    }

    @Test
    void isOver_disagreed_isFalse() {
        assertThat(disagreed().isOver()).isFalse();
    }

    @Test
    void playerToMove_disagreed_isWhoWouldHaveMovedAfterTheLastPass() {
        assertThat(disagreed().playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void passCount_proposal_counts() {
        Game game = passedOut();
        int passCount = game.passCount();

        game.proposeDead(dead(game));

        assertThat(game.passCount()).isEqualTo(passCount + 1);
    }

    @Test
    void passCount_disagreed_startsAgain() {
        assertThat(disagreed().passCount()).isZero();
    }

    @Test
    void play_disagreed_resumesPlay() {
        assertThat(Diagrams.play(disagreed(), "D1").colorAt(15)).isEqualTo(WHITE);
    }

    @Test
    void moveNumber_proposals_areMoves() {
        assertThat(agreed().moveNumber()).isEqualTo(5);
    }

    @Test
    void undo_secondProposal_leavesTheFirst() {
        Game game = agreed();
        game.undo();

        game.proposeDead(dead(game, "A4"));

        assertThat(game.isOver()).isTrue();
    }

    @Test
    void undo_disagreement_isInAgreementAgain() {
        Game game = disagreed();

        game.undo();

        assertThat(game.isInAgreement()).isTrue();
    }

    @Test
    void undo_bothProposals_forgetsThem() {
        Game game = agreed();
        game.undo();
        game.undo();

        Diagrams.play(game, "pass pass");

        assertThat(game.score().text()).isEqualTo("B+4.5");
    }

    @Test
    void stateHash_undoneProposal_isTheOneBefore() {
        Game game = passedOut();
        long before = game.stateHash();
        game.proposeDead(dead(game, "A4"));

        game.undo();

        assertThat(game.stateHash()).isEqualTo(before);
    }

    @Test
    void stateHash_otherProposal_differs() {
        Game first = passedOut();
        Game second = passedOut();
        first.proposeDead(dead(first, "A4"));
        second.proposeDead(dead(second));

        assertThat(first.stateHash()).isNotEqualTo(second.stateHash());
    }

    @Test
    void stateHash_playGoesOn_forgetsWhatWasProposed() {
        Game other = passedOut();
        other.proposeDead(dead(other, "C4"));
        other.proposeDead(dead(other, "A4"));

        assertThat(disagreed().stateHash()).isEqualTo(other.stateHash());
    }

    @Test
    void copy_firstProposalMade_knowsIt() {
        Game game = passedOut();
        game.proposeDead(dead(game, "A4"));
        Game copy = game.copy();

        copy.proposeDead(dead(game, "A4"));

        assertThat(copy.score().text()).isEqualTo("B+8.5");
        assertThat(game.isOver()).isFalse();
    }

    @Test
    void replayTo_agreed_agreesAgain() {
        assertThat(agreed().replayTo(5).stateHash()).isEqualTo(agreed().stateHash());
    }

    @Test
    void resume_agreed_keepsTheStones() {
        Game game = agreed();

        game.resume();

        assertThat(game.score().text()).isEqualTo("B+4.5");
        game.checkConsistency();
    }

    @Test
    void restart_agreed_forgetsTheProposals() {
        Game game = agreed();

        game.restart();

        assertThat(Diagrams.play(game, "pass pass pass pass pass").score().text())
                .isEqualTo("B+4.5");
    }

    @Test
    void resign_inAgreement_ends() {
        Game game = passedOut();

        game.resign(BLACK);

        assertThat(game.isInAgreement()).isFalse();
        assertThat(game.outcome()).map(Outcome::text).contains("W+R");
    }

    @Test
    void proposeDead_setChangedAfterwards_isKeptAsItWas() {
        Game game = passedOut();
        PointSet dead = dead(game, "A4");
        game.proposeDead(dead);

        dead.clear();

        assertThat(game.proposedDead(4).size()).isEqualTo(1);
    }

    @Test
    void proposeDead_playGoesOn_throws() {
        Game game = Diagrams.game(DEAD_STONE, RULES);

        assertThatThrownBy(() -> game.proposeDead(dead(game, "A4")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("players do not propose dead stones now");
    }

    @Test
    void proposeDead_rulesWithoutAgreement_throws() {
        Game game = Diagrams.play(Diagrams.game(DEAD_STONE), "pass pass");

        assertThatThrownBy(() -> game.proposeDead(dead(game, "A4"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void proposeDead_emptyPoint_throwsAndChangesNothing() {
        Game game = passedOut();
        long before = game.stateHash();

        assertThatThrownBy(() -> game.proposeDead(dead(game, "A4", "D1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dead_points: D1 is empty");
        assertThat(game.stateHash()).isEqualTo(before);
    }

    @Test
    void legalityOfProposal_wholeChain_isLegal() {
        Game game = passedOut();

        assertThat(game.legalityOfProposal(dead(game, "A4"))).isEqualTo(Legality.LEGAL);
        assertThat(game.legalityOfProposal(dead(game))).isEqualTo(Legality.LEGAL);
    }

    @Test
    void legalityOfProposal_emptyPoint_isNotWholeChains() {
        Game game = passedOut();

        assertThat(game.legalityOfProposal(dead(game, "D1"))).isEqualTo(Legality.NOT_WHOLE_CHAINS);
    }

    @Test
    void legalityOfProposal_beforeTheLastPass_isNoAgreement() {
        Game game = Diagrams.play(Diagrams.game(DEAD_STONE, RULES), "pass pass");

        assertThat(game.legalityOfProposal(dead(game, "D1"))).isEqualTo(Legality.NO_AGREEMENT);
    }

    @Test
    void legalityOfProposal_afterTheEnd_isEpisodeOver() {
        assertThat(agreed().legalityOfProposal(dead(agreed(), "A4"))).isEqualTo(Legality.EPISODE_OVER);
    }

    @Test
    void score_partOfAChain_throws() {
        Game game = Diagrams.game("X X . .");

        assertThatThrownBy(() -> game.score(dead(game, "A1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dead_points: B1 belongs to a chain of which only a part is named");
    }

    /** A caller that supplies dead stones does not need rules with agreement. */
    @ParameterizedTest
    @ValueSource(strings = {"tromp-taylor", "goban-chinese"})
    void score_deadStonesSupplied_areTakenOffUnderAreaRules(String preset) {
        Game game = Diagrams.game(
                DEAD_STONE, RulesPreset.named(preset).orElseThrow().rules(Grid.square(4)));

        assertThat(game.score(dead(game, "A4")).text()).isEqualTo("B+8.5");
    }
}
