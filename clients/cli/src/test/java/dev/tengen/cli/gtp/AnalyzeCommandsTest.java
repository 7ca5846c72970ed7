package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnalyzeCommandsTest {
    /** Black has stones at B1 and A2 around the empty A1, White at C3. */
    private final Dialog engine =
            Dialog.on(3, Rules.TROMP_TAYLOR.withSuicide(Suicide.FORBIDDEN)).send("play b B1", "play w C3", "play b A2");

    @Test
    void area_pointsOfBothColors_haveTheirOwners() {
        assertThat(engine.ask("tengen-area")).isEqualTo("\nempty empty white\nblack empty empty\nblack black empty");
    }

    @Test
    void ownership_isTheAreaAsNumbers() {
        assertThat(engine.ask("tengen-ownership")).isEqualTo("\n0 0 -1\n1 0 0\n1 1 0");
    }

    @Test
    void mask_white_hasNoPointOfSuicide() {
        assertThat(engine.ask("tengen-mask w")).isEqualTo("\nwhite white empty\nempty white white\nempty empty white");
    }

    @Test
    void legality_white_saysWhyNot() {
        assertThat(engine.ask("tengen-legality w")).isEqualTo("\n\"\" \"\" occ\nocc \"\" \"\"\nsui occ \"\"");
    }

    @Test
    void planes_ownStones_areOnes() {
        assertThat(engine.ask("tengen-planes alphazero-17 0")).isEqualTo("\n0 0 1\n0 0 0\n0 0 0");
        assertThat(engine.ask("tengen-planes alphazero-17 1")).isEqualTo("\n0 0 0\n1 0 0\n0 1 0");
        assertThat(engine.refusal("tengen-planes alphazero-17 17")).isEqualTo("plane 17 is outside [0, 16]");
        assertThat(engine.refusal("tengen-planes odd 0")).startsWith("encoding \"odd\" is not one of [");
    }

    @Test
    void analyzeCommands_eachOfThem_answersInItsFormat() {
        List<String> lines = engine.ask("gogui-analyze_commands").lines().toList();

        assertThat(lines).hasSizeGreaterThan(20);
        for (String line : lines) {
            String[] parts = line.split("/");
            String answer = engine.ask(parts[2].replace("%m", "w"));
            if (parts[0].endsWith("board")) {
                String values = parts[0].equals("dboard") ? "-?[0-9.]+" : "black|white|empty|occ|sui|rep|\"\"";
                assertThat(answer).matches("(\n(" + values + ")( (" + values + ")){2}){3}");
            } else {
                assertThat(parts[0]).isIn("string", "plist");
            }
        }
    }

    @Test
    void otherQuestionsOfGoGui_haveTheirAnswers() {
        assertThat(engine.ask("gogui-rules_game_id")).isEqualTo("Go");
        assertThat(engine.ask("gogui-interrupt")).isEmpty();
    }
}
