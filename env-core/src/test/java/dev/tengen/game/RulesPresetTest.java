package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.testing.Grids;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesPresetTest {
    @ParameterizedTest
    @CsvSource({
        "tromp-taylor, 19x19, POSITIONAL, ANY, 7.5",
        "cgos, 19x19, POSITIONAL, FORBIDDEN, 7.5",
        "cgos, 13x13, POSITIONAL, FORBIDDEN, 7.5",
        "cgos, 9x9, POSITIONAL, FORBIDDEN, 7.0",
        "cgos, 9x8, POSITIONAL, FORBIDDEN, 7.5",
        "new-zealand, 19x19, SITUATIONAL, MULTI_STONE, 7.0",
        "goe, 19x19, POSITIONAL, ANY, 7.5",
        "goban-chinese, 19x19, POSITIONAL, FORBIDDEN, 7.5"
    })
    void rules_nameAndSize_areThoseOfTheTable(String name, String size, Ko ko, Suicide suicide, double komi) {
        RulesPreset preset = RulesPreset.named(name).orElseThrow();

        assertThat(preset.rules(Grids.of(size))).isEqualTo(new Rules(ko, suicide, 2, komi));
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void named_itsOwnName_isThePreset(RulesPreset preset) {
        assertThat(RulesPreset.named(preset.presetName())).isEqualTo(Optional.of(preset));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Tromp-Taylor", "TROMP_TAYLOR", "tromp taylor"})
    void named_noPresetsName_isNothing(String name) {
        assertThat(RulesPreset.named(name)).isEmpty();
    }

    @Test
    void names_all_startWithTheDefault() {
        assertThat(RulesPreset.names()).startsWith("tromp-taylor").doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void presetName_every_isLowerCaseWithHyphens(RulesPreset preset) {
        assertThat(preset.presetName()).matches("[a-z]+(-[a-z]+)*");
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void summary_every_isASentence(RulesPreset preset) {
        assertThat(preset.summary()).matches("[A-Z].*\\.");
    }

    @Test
    void rules_trompTaylor_areTheConstant() {
        assertThat(RulesPreset.TROMP_TAYLOR.rules(Grid.square(9))).isSameAs(Rules.TROMP_TAYLOR);
    }
}
