package dev.tengen.cli.play;

import static dev.tengen.cli.play.BoardSessions.KO;
import static dev.tengen.cli.play.BoardSessions.drawn;
import static dev.tengen.cli.play.BoardSessions.empty;
import static dev.tengen.cli.play.BoardSessions.rejection;
import static dev.tengen.cli.play.BoardSessions.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.RulesPreset;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesCommandsTest {
    @TempDir
    private Path folder;

    private static int moveNumber(CommandInterpreter commands) {
        return commands.session().game().moveNumber();
    }

    @Test
    void ko_anotherRule_keepsTheGameWhereItStands() {
        CommandInterpreter commands = drawn(KO);
        run(commands, "C2", "pass", "A1");

        run(commands, "ko simple");

        assertThat(moveNumber(commands)).isEqualTo(3);
        assertThat(rejection(commands, "ko sometimes")).contains("is not one of [positional, situational,");
    }

    @Test
    void suicideForbidden_gameWithASuicide_stopsBeforeIt() {
        CommandInterpreter commands = drawn("X O .\nX O .\n. O .");
        run(commands, "A1");

        CommandResult result = run(commands, "suicide forbidden");

        assertThat(result.text()).contains("Under these rules move 1 is not legal: A1 is illegal for Black");
        assertThat(moveNumber(commands)).isZero();
    }

    @Test
    void rules_withoutAWord_reportsEveryAxis() {
        CommandInterpreter commands = empty(5);

        assertThat(run(commands, "rules korean", "rules").text()).isEqualTo("""
                  presets           japanese, korean
                  ko                simple
                  suicide           forbidden
                  scoring           territory
                  tax               seki
                  passes to end     2
                  komi              6.5
                  handicap bonus    none
                  dead stones       as-it-stands
                  repetition end    none
                  friendly pass ok  no
                  hash              %016x
                  KataGo            {"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,\
                "whiteHandicapBonus":"0","friendlyPassOk":false}""".formatted(
                        RulesPreset.KOREAN.rules(Grid.square(5)).hash()));
        assertThat(run(commands, "rules blog-2011", "rules").text())
                .contains("dead stones       agreement", "KataGo            cannot express them");
    }

    @Test
    void rules_katagosNotation_isRead() {
        CommandInterpreter commands = empty(5);

        run(commands, "rules koSIMPLEscoreAREAtaxALLsui0");

        assertThat(run(commands, "board").text())
                .isEqualTo("5x5 board, ko simple, suicide forbidden, tax all, komi 0.0, 2 passes end the game.");
        assertThat(run(commands, "scoring territory", "tax none", "board").text())
                .isEqualTo(
                        "5x5 board, ko simple, suicide forbidden, scoring territory, komi 0.0, 2 passes end the game.");
        assertThat(rejection(commands, "rules chess"))
                .startsWith("rules \"chess\" is not one of [tromp-taylor, chinese,");
    }

    @Test
    void score_territory_countsPrisoners() {
        CommandInterpreter commands = drawn(KO);

        run(commands, "rules goban-japanese", "komi 0", "C2");

        assertThat(run(commands, "score").text())
                .isEqualTo(
                        "Black has 3 points, 1 prisoner, White has 2 points and a komi of 0.0: B+2. No neutral points.");
    }

    @Test
    void dead_sameProposals_endTheGame() {
        CommandInterpreter commands = drawn("X X . X .\nX X . X .\n. . . . .\n. O . . .");
        run(commands, "rules blog-2011", "komi 0", "pass", "pass");

        assertThat(run(commands, "pass").text())
                .isEqualTo("Black passes. Play has ended; the players propose dead stones.");
        assertThat(commands.session().status().get(0)).endsWith("White to propose dead stones.");
        assertThat(rejection(commands, "dead C3")).isEqualTo("dead point \"C3\" is not a stone: the point is empty");
        assertThat(rejection(commands, "C3")).contains("play has ended");
        assertThat(run(commands, "dead B1").text()).isEqualTo("White says that this stone is dead: B1.");
        CommandResult last = run(commands, "dead B1");

        assertThat(last.text())
                .isEqualTo("Black says that this stone is dead: B1. The players agree. The game is over: B+15.");
        assertThat(run(commands, "area").drawing().orElseThrow()).contains("1 x O x x x 1");
        assertThat(run(commands, "moves").text()).isEqualTo("1.pass 2.pass 3.pass 4.pass(dead: B1) 5.pass(dead: B1)");
    }

    /** One stone selects its chain. A proposal is the same after undo and redo. */
    @Test
    void dead_dispute_resumesPlay() {
        CommandInterpreter commands = drawn("X X . X .\nX X . X .\n. . . . .\n. O . . .");
        run(commands, "rules blog-2011", "pass", "pass", "pass", "dead A4");
        long proposed = commands.session().game().stateHash();

        assertThat(run(commands, "undo", "redo").text())
                .isEqualTo("White says that these stones are dead: A4 B4 A3 B3.");
        assertThat(commands.session().game().stateHash()).isEqualTo(proposed);
        assertThat(run(commands, "pass").text())
                .isEqualTo("Black says that no stone is dead. The players do not agree; the game continues.");
        assertThat(run(commands, "C3").text()).isEqualTo("White C3.");
        long after = commands.session().game().stateHash();

        run(commands, "goto start", "goto end");

        assertThat(commands.session().game().stateHash()).isEqualTo(after);
    }

    @Test
    void resume_afterTwoPasses_goesOnAndSurvivesUndoAndFiles() {
        Path file = folder.resolve("resumed.sgf");
        CommandInterpreter commands = empty(5);
        run(commands, "C3", "pass", "pass");

        assertThat(run(commands, "resume").text()).isEqualTo("The game continues.");
        run(commands, "D4", "save " + file);
        long hash = commands.session().game().stateHash();

        assertThat(run(commands, "undo", "redo").text()).isEqualTo("White D4.");
        assertThat(commands.session().game().stateHash()).isEqualTo(hash);
        CommandInterpreter other = empty(9);
        assertThat(run(other, "load " + file).text())
                .contains("Warning: move 4 (White D4) comes after the end of the game, which it resumes");
        assertThat(other.session().game().stateHash()).isEqualTo(hash);
    }
}
