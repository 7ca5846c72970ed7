package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules as text: preset names and KataGo's notations, parsed and formatted. */
class RulesTextTest {
    private static Rules rules(RulesPreset preset) {
        return preset.rules(Grid.square(19));
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void parse_nameOfAPreset_isThePreset(RulesPreset preset) {
        assertThat(RulesText.parse(preset.presetName())).contains(rules(preset));
    }

    @ParameterizedTest
    @CsvSource({
        "Japanese, JAPANESE",
        "NEW ZEALAND, NEW_ZEALAND",
        "nz, NEW_ZEALAND",
        "' GOE ', GOE",
        "Ing, GOE",
        "Tromp_Taylor, TROMP_TAYLOR",
        "TrompTaylor, TROMP_TAYLOR",
        "Tromp/Taylor, TROMP_TAYLOR",
        "chinese-OGS, CHINESE_SUPERKO",
        "Ancient-Area, STONE_SCORING",
        "AGA, AGA"
    })
    void parse_nameInAnotherSpelling_isThePreset(String text, RulesPreset preset) {
        assertThat(RulesText.preset(text)).contains(preset);
    }

    @Test
    void parse_trompTaylorAsJson_playsTheSame() {
        String json = "{\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":true,"
                + "\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":false}";

        assertThat(KataGoRules.json(Rules.TROMP_TAYLOR)).isEqualTo(json);
        assertThat(RulesText.parse(json)).contains(Rules.TROMP_TAYLOR.withSuicide(Suicide.MULTI_STONE));
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void parse_jsonOfAnyRules_saysThemAgain(RulesPreset preset) {
        String json = KataGoRules.json(rules(preset));
        if (!json.isEmpty()) {
            Rules again = RulesText.parse(json, rules(preset).komi()).orElseThrow();
            boolean isLiteral = rules(preset).suicide() == Suicide.ANY;

            assertThat(again).isEqualTo(isLiteral ? rules(preset).withSuicide(Suicide.MULTI_STONE) : rules(preset));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RulesPreset.class,
            names = {"BLOG_2011", "OPENSPIEL", "PGX"})
    void json_rulesThatKataGoLacks_isEmpty(RulesPreset preset) {
        assertThat(KataGoRules.json(rules(preset))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = RulesPreset.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"BLOG_2011", "OPENSPIEL", "PGX"})
    void json_everyOtherPreset_isNotEmpty(RulesPreset preset) {
        assertThat(KataGoRules.json(rules(preset))).startsWith("{").endsWith("}");
    }

    /** One-stone suicides distinguish the two suicide rules. Only positional superko forbids all of them. */
    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, ANY, false",
        "SITUATIONAL, ANY, true",
        "SIMPLE, ANY, true",
        "SITUATIONAL, MULTI_STONE, false",
        "SIMPLE, FORBIDDEN, false",
        "NATURAL_SITUATIONAL, FORBIDDEN, true",
        "NONE, FORBIDDEN, true"
    })
    void json_koAndSuicide_isEmptyWhereKataGoHasNoSuchPair(Ko ko, Suicide suicide, boolean isEmpty) {
        Rules rules = Rules.TROMP_TAYLOR.withKo(ko).withSuicide(suicide);

        assertThat(KataGoRules.json(rules).isEmpty()).isEqualTo(isEmpty);
    }

    @Test
    void json_threePasses_isEmpty() {
        assertThat(KataGoRules.json(Rules.TROMP_TAYLOR.withPassesToEnd(3))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            koPOSITIONALscoreAREAtaxNONEsui1              | POSITIONAL AREA NONE MULTI_STONE NONE false 7.5
            koSIMPLEscoreTERRITORYtaxSEKIsui0             | SIMPLE TERRITORY SEKI FORBIDDEN NONE false 7.5
            koSIMPLEscoreTERRITORYsui0                    | SIMPLE TERRITORY SEKI FORBIDDEN NONE false 7.5
            kosimplescoreareataxallsui0whbnkomi6.5        | SIMPLE AREA ALL FORBIDDEN N false 6.5
            koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1  | SITUATIONAL AREA NONE FORBIDDEN N_MINUS_ONE true 7.5
            koSIMPLEscoreAREAtaxNONEsui0button0whb0komi-7 | SIMPLE AREA NONE FORBIDDEN NONE false -7.0
            {"ko":"SIMPLE"}                               | SIMPLE AREA NONE MULTI_STONE NONE false 7.5
            {"scoring":"TERRITORY"}                       | POSITIONAL TERRITORY SEKI MULTI_STONE NONE false 7.5
            { "tax" : "NONE" , "scoring":"TERRITORY"}     | POSITIONAL TERRITORY NONE MULTI_STONE NONE false 7.5
            {"KO":"situational","komi":5.5,"SUICIDE":false,"whiteHandicapBonus":"N-1"} \
            | SITUATIONAL AREA NONE FORBIDDEN N_MINUS_ONE false 5.5
            """)
    void parse_eitherNotation_isWhatItSays(String text, String expected) {
        Rules rules = RulesText.parse(text).orElseThrow();

        assertThat(rules.ko() + " " + rules.scoring() + " " + rules.tax() + " " + rules.suicide() + " "
                        + rules.handicapBonus() + " " + rules.friendlyPassOk() + " " + rules.komi())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}",
                "{\"ko\"}",
                "{\"ko\":\"POSITIONAL\",}",
                "{\"ko\":\"POSITIONAL\" \"tax\":\"NONE\"}",
                "{\"ko\":\"POSITIONAL\",\"ko\":\"SIMPLE\"}",
                "{\"ko\":\"SPIGHT\"}",
                "{\"ko\":\"NONE\"}",
                "{\"color\":\"BLUE\"}",
                "{\"hasButton\":true}",
                "{\"suicide\":2}",
                "{\"komi\":0.3}",
                "{\"komi\":\"seven\"}",
                "koSIMPLEscore",
                "koSIMPLEkoSIMPLE",
                "koSPIGHTscoreAREAtaxNONEsui0",
                "simple ko",
                "atlantean"
            })
    void parse_anythingElse_isNothing(String text) {
        assertThat(RulesText.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"japanese | 0.5", "koSIMPLEscoreAREAtaxNONEsui0 | 0.5", "koSIMPLEscoreAREAtaxNONEsui0komi9 | 9"})
    void parse_komiOfTheGame_holdsUnlessTheTextNamesAnother(String text, double expected) {
        assertThat(RulesText.parse(text, 0.5).map(Rules::komi)).contains(expected);
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void name_rulesOfAPreset_areThoseRulesAgain(RulesPreset preset) {
        Rules rules = rules(preset).withKomi(-3.5);

        String name = RulesText.name(rules);

        assertThat(RulesText.preset(name)).isPresent();
        assertThat(RulesText.parse(name, -3.5)).contains(rules);
        assertThat(RulesText.isOf(preset, rules)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"KOREAN, japanese", "FRENCH, aga", "GOBAN_CHINESE, cgos", "CGOS, cgos"})
    void name_rulesOfSeveralPresets_isTheFirst(RulesPreset preset, String expected) {
        assertThat(RulesText.name(preset.rules(Grid.square(9)))).isEqualTo(expected);
    }

    @Test
    void name_rulesOfNoPreset_isTheShortFormOrNothing() {
        Rules rules = rules(RulesPreset.AGA).withTax(Tax.ALL);

        assertThat(RulesText.name(rules)).isEqualTo("koSITUATIONALscoreAREAtaxALLsui0whbN-1fpok1");
        assertThat(RulesText.name(rules.withPassesToEnd(3))).isEmpty();
        assertThat(RulesText.isOf(RulesPreset.AGA, rules)).isFalse();
    }

    /** Every rule set that KataGo supports survives a round trip, or becomes one that plays the same. */
    @Test
    void shortForm_allRules_areReadBack() {
        int saidCount = 0;
        int literalCount = 0;
        int silentCount = 0;
        for (Ko ko : Ko.values()) {
            for (Suicide suicide : Suicide.values()) {
                for (Scoring scoring : Scoring.values()) {
                    for (Tax tax : Tax.values()) {
                        for (HandicapBonus bonus : HandicapBonus.values()) {
                            Rules rules = Rules.TROMP_TAYLOR.toBuilder()
                                    .ko(ko)
                                    .suicide(suicide)
                                    .scoring(scoring)
                                    .tax(tax)
                                    .handicapBonus(bonus)
                                    .friendlyPassOk(tax == Tax.ALL)
                                    .build();
                            String text = KataGoRules.shortForm(rules);
                            assertThat(text.isEmpty())
                                    .isEqualTo(KataGoRules.json(rules).isEmpty());
                            if (text.isEmpty()) {
                                silentCount++;
                            } else {
                                boolean isLiteral = suicide == Suicide.ANY;
                                assertThat(RulesText.parse(text, 7.5))
                                        .contains(isLiteral ? rules.withSuicide(Suicide.MULTI_STONE) : rules);
                                saidCount++;
                                literalCount += isLiteral ? 1 : 0;
                            }
                        }
                    }
                }
            }
        }
        assertThat(saidCount).isEqualTo(126);
        assertThat(literalCount).isEqualTo(18);
        assertThat(silentCount).isEqualTo(144);
    }
}
