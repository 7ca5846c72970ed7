package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
    @Test
    void trompTaylor_values_areThoseOfTheRules() {
        assertThat(Rules.TROMP_TAYLOR).isEqualTo(new Rules(Ko.POSITIONAL, Suicide.ANY, 2, 7.5));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 4})
    void constructor_passesToEndOutOfRange_throwsWithValueAndRange(int passes) {
        assertThatThrownBy(() -> new Rules(Ko.POSITIONAL, Suicide.ANY, passes, 7.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("passes_to_end " + passes + " is outside [2, 3]");
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                0.25,
                -7.4,
                1000.5,
                -1000.5,
                1e300,
                Double.MIN_VALUE,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY
            })
    void constructor_komiOutOfRange_throwsWithValueAndRange(double komi) {
        assertThatThrownBy(() -> Rules.TROMP_TAYLOR.withKomi(komi))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("komi " + komi + " is not a multiple of 0.5 within [-1000, 1000]");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1000, -0.5, 0, 0.5, 7, 1000})
    void constructor_komiInRange_isKept(double komi) {
        assertThat(Rules.TROMP_TAYLOR.withKomi(komi).komi()).isEqualTo(komi);
    }

    @Test
    void constructor_negativeZeroKomi_isZero() {
        assertThat(Rules.TROMP_TAYLOR.withKomi(-0.0)).isEqualTo(Rules.TROMP_TAYLOR.withKomi(0.0));
    }

    @Test
    void with_anyValue_changesItAlone() {
        Rules rules = Rules.TROMP_TAYLOR
                .withKo(Ko.SIMPLE)
                .withSuicide(Suicide.FORBIDDEN)
                .withPassesToEnd(3)
                .withKomi(0.5);

        assertThat(rules).isEqualTo(new Rules(Ko.SIMPLE, Suicide.FORBIDDEN, 3, 0.5));
    }

    @Test
    void with_everyOtherValue_isWhatTheBuilderBuilds() {
        Rules rules = Rules.TROMP_TAYLOR
                .withScoring(Scoring.TERRITORY)
                .withTax(Tax.ALL)
                .withHandicapBonus(HandicapBonus.N)
                .withDeadStones(DeadStones.AGREEMENT)
                .withKo(Ko.NONE)
                .withRepetitionEnd(RepetitionEnd.DRAW)
                .withFriendlyPassOk(true);

        assertThat(rules)
                .isEqualTo(new Rules(
                        Ko.NONE,
                        Suicide.ANY,
                        Scoring.TERRITORY,
                        Tax.ALL,
                        2,
                        7.5,
                        HandicapBonus.N,
                        DeadStones.AGREEMENT,
                        RepetitionEnd.DRAW,
                        true));
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"POSITIONAL", "SITUATIONAL", "NATURAL_SITUATIONAL"})
    void constructor_superkoThatEndsTheGame_throws(Ko ko) {
        assertThatThrownBy(() -> Rules.TROMP_TAYLOR.toBuilder()
                        .ko(ko)
                        .repetitionEnd(RepetitionEnd.LOSS)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("repetition_end LOSS needs ko SIMPLE or NONE; " + ko + " forbids all repetitions");
    }

    @Test
    void hash_anyOtherValue_differs() {
        Rules rules = Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE);

        assertThat(Stream.of(
                                rules,
                                rules.withScoring(Scoring.TERRITORY),
                                rules.withTax(Tax.SEKI),
                                rules.withTax(Tax.ALL),
                                rules.withHandicapBonus(HandicapBonus.N),
                                rules.withHandicapBonus(HandicapBonus.N_MINUS_ONE),
                                rules.withDeadStones(DeadStones.AGREEMENT),
                                rules.withRepetitionEnd(RepetitionEnd.DRAW),
                                rules.withRepetitionEnd(RepetitionEnd.LOSS),
                                rules.withFriendlyPassOk(true))
                        .map(Rules::hash))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"NONE, 0, 0", "NONE, 5, 0", "N, 0, 0", "N, 2, 2", "N_MINUS_ONE, 0, 0", "N_MINUS_ONE, 9, 8"})
    void points_handicapStones_areAsNamed(HandicapBonus bonus, int handicap, int expected) {
        assertThat(bonus.points(handicap)).isEqualTo(expected);
    }

    @Test
    void hash_differentRules_differs() {
        Set<Long> hashes = new HashSet<>();
        for (Ko ko : Ko.values()) {
            for (Suicide suicide : Suicide.values()) {
                for (int passes = 2; passes <= 3; passes++) {
                    for (double komi = -10; komi <= 10; komi += 0.5) {
                        hashes.add(new Rules(ko, suicide, passes, komi).hash());
                    }
                }
            }
        }

        assertThat(hashes).hasSize(5 * 3 * 2 * 41);
    }

    @ParameterizedTest
    @CsvSource({
        "FORBIDDEN, 0, true",
        "FORBIDDEN, 1, false",
        "FORBIDDEN, 2, false",
        "MULTI_STONE, 0, true",
        "MULTI_STONE, 1, false",
        "MULTI_STONE, 2, true",
        "ANY, 0, true",
        "ANY, 1, true",
        "ANY, 2, true"
    })
    void allows_countOfOwnStonesRemoved_isAsNamed(Suicide suicide, int stoneCount, boolean expected) {
        assertThat(suicide.allows(stoneCount)).isEqualTo(expected);
    }
}
