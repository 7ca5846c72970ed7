package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordRulesTest {
    private static RecordRules rules(String properties) throws SgfException {
        return RecordRules.of(GameRecord.parse("(;GM[1]" + properties + ")"), Rules.TROMP_TAYLOR);
    }

    @ParameterizedTest
    @CsvSource({
        "Japanese, JAPANESE",
        "KOREAN, KOREAN",
        "chinese, CHINESE",
        "NZ, NEW_ZEALAND",
        "Tromp/Taylor, TROMP_TAYLOR",
        "Goe, GOE",
        "Japanese rules, JAPANESE",
        "日本ルール, JAPANESE",
        "Chinese Rules (area), CHINESE",
        "中国规则, CHINESE",
        "中國規則, CHINESE",
        "Korea, KOREAN",
        "NewZealand, NEW_ZEALAND",
        "AGA Rules, AGA",
        "TrompTaylor, TROMP_TAYLOR",
        "Ing SST, GOE",
        "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1, AGA",
        "koPOSITIONALscoreAREAtaxNONEsui0, CGOS"
    })
    void of_knownRules_arePlayedWithTheKomiOfTheRecord(String text, RulesPreset preset) throws SgfException {
        RecordRules rules = rules("SZ[19]KM[0.5]RU[" + text + "]");

        assertThat(rules.rules()).isEqualTo(preset.rules(Grid.square(19)).withKomi(0.5));
        assertThat(rules.preset()).contains(preset);
        assertThat(rules.warning()).isEmpty();
    }

    @Test
    void of_katagoRulesOfNoPreset_haveNone() throws SgfException {
        RecordRules rules = rules("SZ[9]KM[6]RU[koSIMPLEscoreTERRITORYtaxALLsui1komi9]");

        assertThat(rules.rules())
                .isEqualTo(new Rules(Ko.SIMPLE, Suicide.MULTI_STONE, 2, 6)
                        .withScoring(Scoring.TERRITORY)
                        .withTax(Tax.ALL));
        assertThat(rules.preset()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "SZ[9]RU[cgos], 7.0",
        "SZ[19]RU[cgos], 7.5",
        "SZ[9]RU[Japanese], 6.5",
        "SZ[9]RU[koSIMPLEscoreAREAtaxNONEsui0komi3.5], 3.5",
        "SZ[9]RU[koSIMPLEscoreAREAtaxNONEsui0komi3.5]KM[4], 4",
        "SZ[9], 7.5",
        "SZ[9]KM[-2], -2"
    })
    void of_komi_isTheRecordsThenThatOfItsRules(String properties, double komi) throws SgfException {
        assertThat(rules(properties).rules().komi()).isEqualTo(komi);
    }

    @Test
    void of_unknownRules_areTheFallbackAndAWarningNamesIt() throws SgfException {
        GameRecord record = GameRecord.parse("(;GM[1]SZ[9]KM[5.5]RU[BT+])");

        RecordRules rules = RecordRules.of(record, RulesPreset.AGA.rules(record.grid()));

        assertThat(rules.rules()).isEqualTo(RulesPreset.AGA.rules(record.grid()).withKomi(5.5));
        assertThat(rules.preset()).contains(RulesPreset.AGA);
        assertThat(rules.warning()).contains("RU: the rules \"BT+\" are unknown; used instead: aga");
    }

    @Test
    void of_unknownRulesAndANamelessFallback_theWarningSaysSo() throws SgfException {
        GameRecord record = GameRecord.parse("(;GM[1]SZ[9]RU[house])");

        RecordRules rules = RecordRules.of(record, Rules.TROMP_TAYLOR.withPassesToEnd(3));

        assertThat(rules.rules()).isEqualTo(Rules.TROMP_TAYLOR.withPassesToEnd(3));
        assertThat(rules.preset()).isEmpty();
        assertThat(rules.warning()).contains("RU: the rules \"house\" are unknown; used instead: the default rules");
    }

    @Test
    void of_noRules_areTheFallbackWithoutAWarning() throws SgfException {
        assertThat(rules("SZ[9]").rules()).isEqualTo(Rules.TROMP_TAYLOR);
        assertThat(rules("SZ[9]").warning()).isEmpty();
    }
}
