package dev.tengen.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.DeadStones;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.reference.PresetGames.Met;
import dev.tengen.testing.TestSize;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plays seeded random games by every preset, which must agree with the slow reference at every move. */
@Tag("reference")
class PresetAgreementTest {
    private static final int GAME_COUNT = 16;
    private static final int QUICK_GAME_COUNT = 6;
    private static final int LONG_GAME_COUNT = 300;

    @ParameterizedTest(name = "{0}, seed 7")
    @EnumSource(RulesPreset.class)
    void everyAnswer_randomGames_agreesWithReference(RulesPreset preset) {
        play(preset, TestSize.isFull() ? GAME_COUNT : QUICK_GAME_COUNT);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, seed 7")
    @EnumSource(RulesPreset.class)
    void everyAnswer_manyRandomGames_agreesWithReference(RulesPreset preset) {
        play(preset, LONG_GAME_COUNT);
    }

    /* The games must meet all that the rules of the preset can bring about, and nothing that they cannot. */
    private static void play(RulesPreset preset, int gameCount) {
        Map<Met, Integer> counts = new PresetGames(preset, 7).play(gameCount);

        Set<Met> possible = possible(preset.rules(Grid.square(19)));
        assertThat(possible).as(counts.toString()).containsAll(counts.keySet());
        if (gameCount >= GAME_COUNT) {
            assertThat(counts.keySet()).as(counts.toString()).isEqualTo(possible);
        }
    }

    private static Set<Met> possible(Rules rules) {
        Set<Met> possible = EnumSet.of(Met.CAPTURE, Met.PASSES_END, Met.KO_BAN);
        add(possible, rules.ko() != Ko.SIMPLE, Met.SUPERKO_BAN);
        add(possible, rules.suicide() != Suicide.FORBIDDEN, Met.SUICIDE);
        add(possible, rules.repetitionEnd() != RepetitionEnd.NONE, Met.REPETITION_END);
        add(possible, rules.tax() != Tax.NONE, Met.SEKI_REGION);
        add(possible, rules.tax() != Tax.NONE, Met.OTHER_REGION);
        add(possible, rules.scoring() == Scoring.TERRITORY, Met.PRISONER);
        add(possible, rules.handicapBonus() != HandicapBonus.NONE, Met.BONUS);
        add(possible, rules.deadStones() == DeadStones.AGREEMENT, Met.DEAD_PROPOSED);
        add(possible, rules.deadStones() == DeadStones.AGREEMENT, Met.DISAGREEMENT);
        return possible;
    }

    private static void add(Set<Met> set, boolean isPossible, Met met) {
        if (isPossible) {
            set.add(met);
        }
    }
}
