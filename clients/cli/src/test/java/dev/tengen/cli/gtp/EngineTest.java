package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of the engine that the model does not cover. */
class EngineTest {
    private static final Rules RULES = Rules.TROMP_TAYLOR;

    private final Dialog engine = Dialog.on(5, RULES);

    private static String run(String input) throws IOException {
        StringWriter out = new StringWriter();
        Engine engine =
                new Engine(Setup.empty(Grid.square(9)), RULES, Players.RANDOM::create, new SplitMix64(1), "1.2.3");
        engine.run(new BufferedReader(new StringReader(input)), new PrintWriter(out));
        return out.toString();
    }

    @Test
    void run_quit_answersAndReadsNoFurther() throws IOException {
        assertThat(run("1 name\n\n# remark\nversion\n2 quit\nname\n")).isEqualTo("=1 Tengen\n\n= 1.2.3\n\n=2\n\n");
    }

    @Test
    void run_endOfInput_ends() throws IOException {
        assertThat(run("frobnicate\nquit now")).isEqualTo("? unknown command\n\n? syntax error\n\n");
    }

    /** A line of 600 MB once ended the engine, without an answer, with a stack trace about memory. */
    @Test
    void run_lineOverTheLimit_isRefusedAndSkipped() throws IOException {
        assertThat(run("1 name" + " x".repeat(40_000) + "\n2 name\n"))
                .isEqualTo("? the line is longer than 65536 characters\n\n=2 Tengen\n\n");
    }

    @Test
    void answer_everyListedCommand_isKnownAndAnswersWithoutAFault() {
        List<String> names = engine.ask("list_commands").lines().toList();

        assertThat(names).hasSizeGreaterThan(40).doesNotHaveDuplicates();
        for (String name : names) {
            assertThat(engine.ask("known_command " + name)).isEqualTo("true");
            String broken = name.equals("printsgf") ? "/no/such/folder/at all" : "no such argument as these";
            assertThat(Dialog.on(3, RULES).refusal(name + " " + broken)).doesNotContain("internal");
        }
    }

    @ParameterizedTest
    @CsvSource({"random, 3", "eye-safe-random, 4", "greedy, 5", "monte-carlo:playouts=30, 6"})
    void genmove_wholeGame_isLegalAndTheSameWithTheSameSeed(String player, long seed) {
        BuiltInPlayer kind = Players.named(player).orElseThrow();
        Dialog first = Dialog.on(5, RULES, kind, seed);
        Dialog again = Dialog.on(5, RULES, kind, seed);
        String moves = "";
        for (int number = 0; number < 200 && !moves.endsWith("pass pass "); number++) {
            String color = number % 2 == 0 ? "b" : "w";
            String expected = again.ask("reg_genmove " + color);
            String move = first.ask("genmove " + color);

            assertThat(move).isEqualTo(expected).isEqualTo(again.ask("genmove " + color));
            moves += move + " ";
        }

        assertThat(moves).contains("pass").doesNotContain("resign");
        assertThat(first.ask("printsgf")).isEqualTo(again.ask("printsgf"));
    }

    @Test
    void genmove_afterTheEnd_continues() {
        engine.send("play b pass", "play w pass");

        assertThat(engine.ask("kgs-genmove_cleanup w")).isNotEmpty();
        assertThat(engine.ask("move_history").lines()).hasSize(3);
    }

    @Test
    void play_sameColorTwiceAndUndo_leavesNoTraceOfTheUnseenPass() {
        engine.send("play b C3", "play b D3", "undo");

        assertThat(engine.ask("move_history")).isEqualTo("black C3");
        assertThat(engine.ask("showboard")).contains("Next: white.");
    }

    @Test
    void play_wholeBoardOfOneColor_isSetUpByMoves() {
        engine.send("play w A1", "play w B2", "play w A2", "play b E5", "play b E4");

        assertThat(engine.ask("list_stones w")).isEqualTo("A2 B2 A1");
        assertThat(engine.ask("printsgf"))
                .contains(";W[ae];W[bd];W[ad];B[ea];B[eb]")
                .doesNotContain("[]");
    }

    /**
     * White's suicide at B1 leaves the board unchanged, with Black to move: a situation that otherwise only a pass
     * creates.
     */
    @Test
    void play_unseenPass_countsAsAPassUnderSituationalKo() {
        Dialog situational = Dialog.on(2, RULES.withKo(Ko.SITUATIONAL)).send("play b A1", "play b B2");
        Dialog natural = Dialog.on(2, RULES.withKo(Ko.NATURAL_SITUATIONAL)).send("play b A1", "play b B2");
        assertThat(situational.ask("is_legal w B1")).isEqualTo("1");

        situational.send("play b pass");
        natural.send("play b pass");

        assertThat(situational.ask("is_legal w B1")).isEqualTo("0");
        assertThat(natural.ask("is_legal w B1")).isEqualTo("1");
        assertThat(situational.send("undo").ask("is_legal w B1")).isEqualTo("1");
    }

    @Test
    void play_endedByRepetition_cannotGoOnUntilItIsTakenBack() {
        Dialog dialog = Dialog.on(2, RULES.withKo(Ko.NONE).withRepetitionEnd(RepetitionEnd.DRAW))
                .send("play b A1", "play w B1", "play b B2");

        dialog.send("play w B1");

        assertThat(dialog.refusal("play b A2")).isEqualTo("illegal move");
        assertThat(dialog.ask("all_legal b")).isEmpty();
        assertThat(dialog.refusal("genmove b")).isEqualTo("a repetition has ended the game");
        assertThat(dialog.send("undo").ask("all_legal b")).isNotEmpty();
    }

    @Test
    void kataSetRules_movesThatRepetitionWouldHaveEnded_changesNothing() {
        Dialog dialog = Dialog.on(2, RULES.withKo(Ko.SITUATIONAL));
        dialog.send("play b A1", "play w B1", "play b B2", "play w B1", "play b A2");

        assertThat(dialog.refusal("kata-set-rules openspiel"))
                .isEqualTo("under these rules a repetition would have ended the game");
        assertThat(dialog.ask("move_history").lines()).hasSize(5);
    }

    @Test
    void captures_bothColors_areStonesTakenFromTheOther() {
        engine.send("play b A1", "play w A2", "play b E5", "play w B1");

        assertThat(engine.ask("captures white")).isEqualTo("1");
        assertThat(engine.ask("captures black")).isEqualTo("0");
        assertThat(engine.ask("showboard")).contains("Captured by black 0, by white 1.");
    }

    @Test
    void showboard_lastMove_isInBrackets() {
        assertThat(engine.send("play b C3").ask("showboard").lines())
                .startsWith("", "    A B C D E", "  5 . . . . . 5")
                .contains("  3 . .(X). . 3");
    }

    @Test
    void finalStatusList_chains_areAllAlive() {
        engine.send("play b A1", "play w C3", "play b A2");

        assertThat(engine.ask("final_status_list alive")).isEqualTo("C3\nA2 A1");
        assertThat(engine.ask("final_status_list seki")).isEmpty();
        assertThat(engine.refusal("final_status_list odd")).isEqualTo("syntax error");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 9, 12, 80})
    void placeFreeHandicap_anyCount_putsSoManyStones(int count) {
        String places = Dialog.on(9, RULES).ask("place_free_handicap " + count);

        assertThat(places.split(" ")).hasSize(count).doesNotHaveDuplicates();
    }

    @Test
    void placeFreeHandicap_rectangle_isFarApart() {
        engine.send("boardsize 6 4");

        assertThat(engine.ask("place_free_handicap 3")).isEqualTo("C3 A1 F1");
        assertThat(engine.refusal("place_free_handicap 3")).isEqualTo("board not empty");
        assertThat(engine.send("clear_board").refusal("place_free_handicap 24")).isEqualTo("invalid handicap");
    }

    @Test
    void fixedHandicap_chineseRules_givesWhitePointsForStones() {
        Dialog dialog = Dialog.on(9, RulesPreset.named("chinese").orElseThrow().rules(Grid.square(9)));

        assertThat(dialog.ask("fixed_handicap 2")).isEqualTo("G7 C3");
        assertThat(dialog.ask("final_score")).isEqualTo("B+71.5");
        assertThat(dialog.ask("printsgf")).contains("HA[2]").contains("PL[W]").contains("RU[chinese]");
    }

    @Test
    void setPosition_stones_replaceAllThereWas() {
        engine.send("play b A1", "set_position b C3 w D4 b C2");

        assertThat(engine.ask("list_stones black")).isEqualTo("C3 C2");
        assertThat(engine.refusal("undo")).isEqualTo("cannot undo");
        assertThat(engine.refusal("set_position b A1 w A1")).isEqualTo("bad vertex list");
        assertThat(engine.refusal("set_position b A1 w A2 w B1")).isEqualTo("a chain would have no liberty");
        assertThat(engine.ask("list_stones white")).isEqualTo("D4");
    }

    @Test
    void goguiSetup_stonesAndEmptyPoints_changeTheBoardAndKeepTheTurn() {
        engine.send("play b A1", "gogui-setup b C3 w D4 e A1");

        assertThat(engine.ask("list_stones black")).isEqualTo("C3");
        assertThat(engine.ask("showboard")).contains("Next: white.");
        assertThat(engine.send("gogui-setup_player b").ask("showboard")).contains("Next: black.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "time_settings 300 30 5; true",
                "time_settings 300 30; false",
                "time_left b 30 0; true",
                "time_left b thirty 0; false",
                "kgs-time_settings none; true",
                "kgs-time_settings none 1; false",
                "kgs-time_settings byoyomi 300 30 5; true",
                "kgs-time_settings canadian 300 30 5; true",
                "kgs-time_settings absolute 300; true",
                "kgs-time_settings fischer 300 5; false",
                "kgs-time_settings; false",
            })
    void clock_settings_areAcceptedOrASyntaxError(String line, boolean isAccepted) {
        if (isAccepted) {
            assertThat(engine.ask(line)).isEmpty();
        } else {
            assertThat(engine.refusal(line)).isEqualTo("syntax error");
        }
    }

    @Test
    void kataRules_set_areToldBackAndKeepKomi() {
        engine.send("komi 3.5", "kata-set-rules {\"ko\": \"SIMPLE\", \"scoring\":\"TERRITORY\", \"suicide\":false}");

        assertThat(engine.ask("kata-get-rules"))
                .isEqualTo("{\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\"tax\":\"SEKI\",\"suicide\":false,"
                        + "\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":false}");
        assertThat(engine.ask("get_komi")).isEqualTo("3.5");
    }

    @Test
    void kataSetRule_oneValue_leavesTheOthers() {
        engine.send("kata-set-rule ko SIMPLE", "kata-set-rule suicide false", "kata-set-rule whiteHandicapBonus N-1");

        assertThat(engine.ask("kata-get-rules"))
                .contains("\"ko\":\"SIMPLE\"", "\"suicide\":false", "\"whiteHandicapBonus\":\"N-1\"", "\"AREA\"");
        assertThat(engine.refusal("kata-set-rule ko ODD")).startsWith("Unknown rules '{");
        assertThat(engine.refusal("kata-set-rule odd 1")).isEqualTo("Unknown rule 'odd'");
        assertThat(engine.ask("kata-get-rules")).contains("\"ko\":\"SIMPLE\"");
    }

    @Test
    void kataGetRules_rulesOfOursAlone_saysSo() {
        Dialog dialog = Dialog.on(5, RULES.withKo(Ko.NATURAL_SITUATIONAL));

        assertThat(dialog.refusal("kata-get-rules")).isEqualTo("KataGo's notation cannot express these rules");
    }

    @Test
    void kgsRules_midGame_holdFromHereOn() {
        engine.send("play b A1", "play w A2", "play w B2", "play w C1");
        assertThat(engine.ask("is_legal b B1")).isEqualTo("1");

        engine.send("kgs-rules chinese");

        assertThat(engine.ask("is_legal b B1")).isEqualTo("0");
        assertThat(engine.ask("move_history").lines()).hasSize(4);
    }
}
