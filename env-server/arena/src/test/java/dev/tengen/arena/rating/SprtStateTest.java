package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.arena.rating.SprtSpec.Unit;
import dev.tengen.arena.rating.SprtState.Verdict;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SprtStateTest {
    private static final SprtSpec SPEC = new SprtSpec(0, 50);

    @Test
    void bounds_fivePercent_areThoseOfWald() {
        assertThat(SPEC.lowerBound()).isCloseTo(-2.944, within(1e-3));
        assertThat(SPEC.upperBound()).isCloseTo(2.944, within(1e-3));
    }

    @ParameterizedTest
    @CsvSource({
        "PAIR, 2, 0, 5, ELO1",
        "PAIR, 2, 0, 200, ELO1",
        "PAIR, 0, 0, 5, ELO0",
        "PAIR, 1, 0, 5, ELO0",
        "PAIR, 1, -5, 5, UNDECIDED",
        "PAIR, 1.5, 0, 100, ELO1",
        "GAME, 1, 0, 5, ELO1",
        "GAME, 0, 0, 5, ELO0",
        "GAME, 0.5, 0, 5, ELO0",
    })
    void after_alwaysTheSameScore_ends(Unit unit, double points, double elo0, double elo1, Verdict verdict) {
        SprtSpec spec = new SprtSpec(elo0, elo1, 0.05, 0.05, unit);
        SprtState state = SprtState.start(spec);
        for (int i = 0; i < 3_000 && state.verdict() == Verdict.UNDECIDED; i++) {
            state = state.after(points);
            assertThat(state.ratio()).isFinite();
        }

        assertThat(state.verdict()).isEqualTo(verdict);
    }

    @Test
    void after_noLossAtAll_takesMoreThanAFewGames() {
        SprtState state = SprtState.start(SPEC);
        while (state.verdict() == Verdict.UNDECIDED) {
            state = state.after(2);
        }

        assertThat(state.verdict()).isEqualTo(Verdict.ELO1);
        assertThat(state.observationCount()).isBetween(10L, 40L);
    }

    @Test
    void after_manyScoresBetweenTheBounds_isGivenUp() {
        SprtSpec spec = new SprtSpec(-400, 400, 0.001, 0.001, Unit.GAME);
        SprtState state = SprtState.start(spec);
        for (int i = 0; state.verdict() == Verdict.UNDECIDED; i++) {
            state = state.after(i % 2);
        }

        assertThat(state.verdict()).isEqualTo(Verdict.GIVEN_UP);
        assertThat(state.observationCount()).isEqualTo(spec.maxObservations()).isEqualTo(143);
    }

    @Test
    void after_verdict_changesNothing() {
        SprtState state = SprtState.start(SPEC);
        while (state.verdict() == Verdict.UNDECIDED) {
            state = state.after(0);
        }

        assertThat(state.after(2)).isSameAs(state);
    }

    @Test
    void after_impossiblePoints_isRefused() {
        assertThatThrownBy(() -> SprtState.start(SPEC).after(0.7))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("points 0.7 is not a multiple of 0.5 from 0 to 2");
        assertThatThrownBy(() -> SprtState.start(SPEC).after(2.5))
                .hasMessage("points 2.5 is not a multiple of 0.5 from 0 to 2");
        assertThatThrownBy(() ->
                        SprtState.start(new SprtSpec(0, 5, 0.1, 0.1, Unit.GAME)).after(-0.5))
                .hasMessage("points -0.5 is not a multiple of 0.5 from 0 to 1");
    }

    @Test
    void of_results_countsWholePairsOfTheTwoAlone() {
        List<GameResult> results = new ArrayList<>();
        results.add(new GameResult("a", "b", Color.BLACK, "half", 0));
        results.addAll(Results.pair("1", "a", "b", 1, 1));
        results.addAll(Results.pair("1", "a", "c", 0, 0));
        results.addAll(Results.pair("2", "b", "a", 0, 0.5));
        results.addAll(Results.pair("3", "b", "a", 1, 0));

        SprtState state = SprtState.of(SPEC, "a", "b", results);

        assertThat(state.counts()).containsExactly(0L, 0L, 1L, 1L, 1L);
        assertThat(SprtState.of(new SprtSpec(0, 50, 0.05, 0.05, Unit.GAME), "a", "b", results)
                        .counts())
                .containsExactly(1L, 1L, 5L);
    }

    @Test
    void of_pairThatEndsLate_doesNotChangeTheVerdict() {
        List<GameResult> results = new ArrayList<>();
        results.add(new GameResult("a", "b", Color.WHITE, "late", 0));
        for (int i = 0; i < 40; i++) {
            results.addAll(Results.pair("pair " + i, "a", "b", 1, 1));
        }
        SprtState before = SprtState.of(SPEC, "a", "b", results);
        results.add(new GameResult("b", "a", Color.BLACK, "late", 0));

        assertThat(before.verdict()).isEqualTo(Verdict.ELO1);
        assertThat(SprtState.of(SPEC, "a", "b", results)).isEqualTo(before);
    }

    @Test
    void spec_outOfRange_isRefused() {
        assertThatThrownBy(() -> new SprtSpec(5, 5)).hasMessage("elo1 5.0 is outside [5.5, 1000.0]");
        assertThatThrownBy(() -> new SprtSpec(-2_000, 5)).hasMessage("elo0 -2000.0 is outside [-1000.0, 999.5]");
        assertThatThrownBy(() -> new SprtSpec(0, 5, 0, 0.05, Unit.PAIR))
                .hasMessage("alpha 0.0 is outside [0.001, 0.25]");
        assertThatThrownBy(() -> new SprtSpec(0, 5, 0.05, Double.NaN, Unit.PAIR))
                .hasMessage("beta NaN is outside [0.001, 0.25]");
    }
}
