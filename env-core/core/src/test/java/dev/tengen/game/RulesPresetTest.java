package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.testing.Grids;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesPresetTest {
    /** Name, size, ko, scoring, tax, suicide, passes, komi, bonus, dead stones, repetition, friendly pass. */
    private static final String TABLE = """
            tromp-taylor      | 19x19 | POSITIONAL  AREA      NONE ANY         2 7.5 NONE        AS_IT_STANDS NONE false
            chinese           | 19x19 | SIMPLE      AREA      NONE FORBIDDEN   2 7.5 N           AS_IT_STANDS NONE true
            chinese-superko   | 19x19 | POSITIONAL  AREA      NONE FORBIDDEN   2 7.5 N           AS_IT_STANDS NONE true
            chinese-ogs       | 19x19 | POSITIONAL  AREA      NONE FORBIDDEN   2 7.5 N           AS_IT_STANDS NONE true
            chinese-kgs       | 19x19 | POSITIONAL  AREA      NONE FORBIDDEN   2 7.5 N           AS_IT_STANDS NONE true
            cgos              | 19x19 | POSITIONAL  AREA      NONE FORBIDDEN   2 7.5 NONE        AS_IT_STANDS NONE false
            cgos              | 13x13 | POSITIONAL  AREA      NONE FORBIDDEN   2 7.5 NONE        AS_IT_STANDS NONE false
            cgos              | 9x9   | POSITIONAL  AREA      NONE FORBIDDEN   2 7.0 NONE        AS_IT_STANDS NONE false
            cgos              | 9x8   | POSITIONAL  AREA      NONE FORBIDDEN   2 7.5 NONE        AS_IT_STANDS NONE false
            japanese          | 19x19 | SIMPLE      TERRITORY SEKI FORBIDDEN   2 6.5 NONE        AS_IT_STANDS NONE false
            korean            | 19x19 | SIMPLE      TERRITORY SEKI FORBIDDEN   2 6.5 NONE        AS_IT_STANDS NONE false
            aga               | 19x19 | SITUATIONAL AREA      NONE FORBIDDEN   2 7.5 N_MINUS_ONE AS_IT_STANDS NONE true
            bga               | 19x19 | SITUATIONAL AREA      NONE FORBIDDEN   2 7.5 N_MINUS_ONE AS_IT_STANDS NONE true
            french            | 19x19 | SITUATIONAL AREA      NONE FORBIDDEN   2 7.5 N_MINUS_ONE AS_IT_STANDS NONE true
            new-zealand       | 19x19 | SITUATIONAL AREA      NONE MULTI_STONE 2 7.0 NONE        AS_IT_STANDS NONE true
            nz                | 19x19 | SITUATIONAL AREA      NONE MULTI_STONE 2 7.0 NONE        AS_IT_STANDS NONE true
            goe               | 19x19 | POSITIONAL  AREA      NONE ANY         2 7.5 NONE        AS_IT_STANDS NONE true
            ing               | 19x19 | POSITIONAL  AREA      NONE ANY         2 7.5 NONE        AS_IT_STANDS NONE true
            stone-scoring     | 19x19 | SIMPLE      AREA      ALL  FORBIDDEN   2 7.5 NONE        AS_IT_STANDS NONE true
            ancient-area      | 19x19 | SIMPLE      AREA      ALL  FORBIDDEN   2 7.5 NONE        AS_IT_STANDS NONE true
            ancient-territory | 19x19 | SIMPLE      TERRITORY ALL  FORBIDDEN   2 6.5 NONE        AS_IT_STANDS NONE false
            blog-2011         | 19x19 | POSITIONAL  TERRITORY NONE FORBIDDEN   3 5.5 NONE        AGREEMENT    NONE false
            goban-japanese    | 19x19 | SIMPLE      TERRITORY NONE FORBIDDEN   2 6.5 NONE        AS_IT_STANDS NONE false
            goban-chinese     | 19x19 | POSITIONAL  AREA      NONE FORBIDDEN   2 7.5 NONE        AS_IT_STANDS NONE false
            openspiel         | 19x19 | SIMPLE      AREA      NONE FORBIDDEN   2 7.5 NONE        AS_IT_STANDS DRAW false
            pgx               | 19x19 | SIMPLE      AREA      NONE FORBIDDEN   2 7.5 NONE        AS_IT_STANDS LOSS false
            pettingzoo-v5     | 19x19 | SIMPLE      AREA      NONE FORBIDDEN   2 7.5 NONE        AS_IT_STANDS NONE false
            """;

    @ParameterizedTest
    @CsvSource(textBlock = TABLE, delimiter = '|')
    void rules_nameAndSize_areThoseOfTheTable(String name, String size, String values) {
        Rules rules = RulesPreset.named(name).orElseThrow().rules(Grids.of(size));

        assertThat(Stream.of(
                                rules.ko(),
                                rules.scoring(),
                                rules.tax(),
                                rules.suicide(),
                                rules.passesToEnd(),
                                rules.komi(),
                                rules.handicapBonus(),
                                rules.deadStones(),
                                rules.repetitionEnd(),
                                rules.friendlyPassOk())
                        .map(Object::toString))
                .containsExactly(values.split(" +"));
    }

    @Test
    void table_names_areAllThatThereAre() {
        Set<String> names = TABLE.lines().map(line -> line.split(" ")[0]).collect(Collectors.toSet());

        assertThat(Arrays.stream(RulesPreset.values())
                        .flatMap(preset -> Stream.concat(Stream.of(preset.presetName()), preset.aliases().stream())))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(names);
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void named_itsOwnName_isThePreset(RulesPreset preset) {
        assertThat(RulesPreset.named(preset.presetName())).isEqualTo(Optional.of(preset));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Tromp-Taylor", "TROMP_TAYLOR", "tromptaylor"})
    void named_otherSpelling_isThePreset(String name) {
        assertThat(RulesPreset.named(name)).contains(RulesPreset.TROMP_TAYLOR);
    }

    @Test
    void named_misspelled_suggests() {
        assertThatThrownBy(() -> RulesPreset.named("rules", "japenese"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("rules \"japenese\" is not one of [tromp-taylor, ")
                .hasMessageEndingWith("]; did you mean \"japanese\"?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tromp taylor", "trump-taylor"})
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
        assertThat(preset.presetName()).matches("[a-z]+(-[a-z0-9]+)*");
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
