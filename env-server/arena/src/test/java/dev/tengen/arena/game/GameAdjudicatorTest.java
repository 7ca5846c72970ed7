package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.opening.Opening;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GameAdjudicatorTest {
    private static final Grid GRID = Grid.square(5);
    private static final Rules RULES = Rules.TROMP_TAYLOR.withKomi(6);
    private static final double UNKNOWN = -1;

    private final ManualSeat black = new ManualSeat("Ada");
    private final ManualSeat white = new ManualSeat("Ben");

    private CompletableFuture<GameReport> start(GameSpec spec) {
        return new RefereedGame("g", "", spec, black, white, new VirtualTime()).start();
    }

    private CompletableFuture<GameReport> start(Adjudication rules) {
        return start(new GameSpec(Opening.empty(GRID), RULES).withAdjudication(rules));
    }

    private static Adjudication resign(int moveCount, int fromMove, boolean bothAgree) {
        return new Adjudication(new ResignRule(0.1, moveCount, fromMove, bothAgree), null, false);
    }

    private static Adjudication draw(int moveCount, int fromMove) {
        return new Adjudication(null, new DrawRule(0.1, moveCount, fromMove), false);
    }

    /**
     * Plays the points in order with these win probabilities, Black's first. Returns the number of moves of the game if
     * it ends, or 0 if it does not.
     */
    private int play(CompletableFuture<GameReport> report, double... probabilities) {
        for (int i = 0; i < probabilities.length && !report.isDone(); i++) {
            ManualSeat mover = i % 2 == 0 ? black : white;
            MoveAnswer answer = mover.turn().answer(i);
            mover.answer(
                    probabilities[i] == UNKNOWN
                            ? answer.withEstimate(new Estimate(OptionalDouble.empty(), OptionalDouble.of(-50)))
                            : answer.withEstimate(
                                    new Estimate(OptionalDouble.of(probabilities[i]), OptionalDouble.empty())));
        }
        return report.isDone() ? report.join().game().moveNumber() : 0;
    }

    @Test
    void resignRule_ownMovesInARow_loseTheGame() {
        CompletableFuture<GameReport> report = start(resign(2, 0, false));

        assertThat(play(report, 0.5, 0.09, 0.5, 0.05, 0.5)).isEqualTo(4);

        GameOutcome outcome = report.join().outcome();
        assertThat(outcome).isEqualTo(new GameOutcome(Verdict.RESIGN_RULE, Color.WHITE, Color.BLACK, "B+R", ""));
        assertThat(outcome.summary()).isEqualTo("White resigned by rule");
        assertThat(black.endings()).containsExactly(outcome);
        assertThat(report.join().toSgf()).contains("RE[B+R]").contains("WP[0.05]C[White resigned by rule]");
    }

    @Test
    void resignRule_valueAtTheLimitOrUnknown_interruptsTheRow() {
        assertThat(play(start(resign(2, 0, false)), 0.05, 0.5, 0.1, 0.5, 0.05, 0.5))
                .isZero();
        assertThat(play(start(resign(2, 0, false)), 0.05, 0.5, UNKNOWN, 0.5, 0.05, 0.5))
                .isZero();
    }

    @Test
    void resignRule_playerWithoutWinProbabilities_neverApplies() {
        assertThat(play(start(resign(1, 0, false)), UNKNOWN, 0.95, UNKNOWN, 0.95, UNKNOWN))
                .isZero();
    }

    @Test
    void resignRule_beforeItsFirstMove_waits() {
        assertThat(play(start(resign(1, 4, false)), 0.5, 0.05, 0.5, 0.05)).isEqualTo(4);
    }

    @Test
    void resignRule_bothAgree_waitsForTheOpponent() {
        CompletableFuture<GameReport> report = start(resign(2, 0, true));

        assertThat(play(report, 0.05, 0.85, 0.05, 0.95, 0.05, 0.95)).isEqualTo(6);

        assertThat(report.join().outcome().result()).isEqualTo("W+R");
    }

    @Test
    void resignRule_bothAgreeButTheOpponentIsSilent_neverApplies() {
        assertThat(play(start(resign(1, 0, true)), 0.05, UNKNOWN, 0.05, UNKNOWN))
                .isZero();
    }

    @Test
    void drawRule_bothPlayersInARow_drawTheGame() {
        CompletableFuture<GameReport> report = start(draw(3, 0));

        assertThat(play(report, 0.5, 0.39, 0.45, 0.6, 0.4, 0.5)).isEqualTo(5);

        GameOutcome outcome = report.join().outcome();
        assertThat(outcome).isEqualTo(new GameOutcome(Verdict.DRAW_RULE, Color.EMPTY, Color.EMPTY, "Draw", ""));
        assertThat(outcome.isVoid()).isFalse();
        assertThat(report.join().result()).isPresent();
    }

    @Test
    void drawRule_onePlayerIsSilent_neverApplies() {
        assertThat(play(start(draw(2, 0)), 0.5, UNKNOWN, 0.5, UNKNOWN, 0.5)).isZero();
    }

    @Test
    void drawRule_beforeItsFirstMove_waits() {
        assertThat(play(start(draw(2, 5)), 0.5, 0.5, 0.5, 0.5, 0.5)).isEqualTo(5);
    }

    @Test
    void settled_lastPointThatMatters_endsTheGameWithItsScore() {
        Opening opening = new Opening("o", Setup.ofRows(List.of(".XXOO.", "XX.OOO", ".XXOO."), Color.BLACK), List.of());
        GameSpec spec = new GameSpec(opening, RULES);
        Adjudication settled = new Adjudication(null, null, true);
        CompletableFuture<GameReport> report = start(spec.withAdjudication(settled));

        black.play(8);

        assertThat(report.join().outcome())
                .isEqualTo(new GameOutcome(Verdict.SETTLED, Color.EMPTY, Color.WHITE, "W+6", ""));
    }

    @Test
    void settled_withoutTheRule_playContinues() {
        Opening opening = new Opening("o", Setup.ofRows(List.of(".XXOO.", "XX.OOO", ".XXOO."), Color.BLACK), List.of());
        CompletableFuture<GameReport> report = start(new GameSpec(opening, RULES));

        black.play(8);

        assertThat(report).isNotDone();
    }

    @Test
    void judge_gameThatPassesEnd_endsByPasses() {
        CompletableFuture<GameReport> report = start(draw(2, 0));
        Estimate even = new Estimate(OptionalDouble.of(0.5), OptionalDouble.empty());

        black.play(GRID.pass());
        white.answer(white.turn().answer(GRID.pass()).withEstimate(even));

        assertThat(report.join().outcome().verdict()).isEqualTo(Verdict.PASSES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.6 | 1 | 0 | below 0.6 is outside [1.0E-4, 0.5]",
                "0 | 1 | 0 | below 0.0 is outside [1.0E-4, 0.5]",
                "0.1 | 0 | 0 | move_count 0 is outside [1, 1000]",
                "0.1 | 1001 | 0 | move_count 1001 is outside [1, 1000]",
                "0.1 | 1 | -1 | from_move -1 is outside [0, 1000000]"
            })
    void resignRule_outOfRange_namesTheFieldTheValueAndTheRange(
            double below, int moveCount, int fromMove, String message) {
        assertThatThrownBy(() -> new ResignRule(below, moveCount, fromMove, false))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.3 | 2 | 0 | margin 0.3 is outside [0.0, 0.25]",
                "NaN | 2 | 0 | margin NaN is outside [0.0, 0.25]",
                "0.1 | 1 | 0 | move_count 1 is outside [2, 1000]",
                "0.1 | 2 | 1000001 | from_move 1000001 is outside [0, 1000000]"
            })
    void drawRule_outOfRange_namesTheFieldTheValueAndTheRange(
            double margin, int moveCount, int fromMove, String message) {
        assertThatThrownBy(() -> new DrawRule(margin, moveCount, fromMove))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }

    @Test
    void adjudication_otherRules_areRefused() {
        assertRefused(
                RULES.withKomi(6.5), draw(2, 0), "komi 6.5 is not a whole number, which the rule for draws needs");
        Adjudication settled = new Adjudication(null, null, true);
        assertRefused(
                RulesPreset.JAPANESE.rules(GRID),
                settled,
                "scoring TERRITORY is not AREA, which the rule for settled games needs");
        assertRefused(
                RulesPreset.STONE_SCORING.rules(GRID),
                settled,
                "tax ALL is not NONE, which the rule for settled games needs");
        assertRefused(
                RULES.withKo(Ko.NONE).withRepetitionEnd(RepetitionEnd.DRAW),
                settled,
                "repetition_end DRAW is not NONE, which the rule for settled games needs");
    }

    @Test
    void summary_eachRule_isInWords() {
        Adjudication all = new Adjudication(new ResignRule(0.05, 3, 20, true), new DrawRule(0.1, 10, 0), true);

        assertThat(all.summary())
                .isEqualTo("resignation below 0.05 at 3 moves from move 20 if both agree,"
                        + " draw within 0.1 of one half at 10 moves, score when every point is settled");
        assertThat(Adjudication.NONE.summary()).isEmpty();
    }

    private static void assertRefused(Rules rules, Adjudication adjudication, String message) {
        GameSpec spec = new GameSpec(Opening.empty(GRID), rules);
        assertThatThrownBy(() -> spec.withAdjudication(adjudication))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }
}
