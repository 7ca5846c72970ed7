package dev.tengen.cli.play;

import static dev.tengen.cli.play.BoardSessions.KO;
import static dev.tengen.cli.play.BoardSessions.drawn;
import static dev.tengen.cli.play.BoardSessions.empty;
import static dev.tengen.cli.play.BoardSessions.rejection;
import static dev.tengen.cli.play.BoardSessions.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.player.Players;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandInterpreterTest {
    private static int moveNumber(CommandInterpreter commands) {
        return commands.session().game().moveNumber();
    }

    @Test
    void play_capture_isReported() {
        CommandInterpreter commands = drawn(KO);

        CommandResult result = run(commands, "C2");

        assertThat(result.text()).isEqualTo("Black C2 captures 1 stone.");
        assertThat(result.drawing().orElseThrow()).isEqualTo("""
                    A B C D
                  3 . X O . 3
                  2 X .(X)O 2
                  1 . X O . 1
                    A B C D
                Move 1 (Black C2). White to move.
                Stones lost: Black 0, White 1.
                """);
    }

    @Test
    void play_severalPoints_stopsAtTheFirstIllegalOne() {
        CommandInterpreter commands = drawn(KO);

        String explanation = rejection(commands, "play C2 B2 A1");

        assertThat(explanation).contains("B2 is illegal for White: the board would be as it was at the start");
        assertThat(moveNumber(commands)).isEqualTo(1);
    }

    @Test
    void why_ownStone_isOccupied() {
        assertThat(run(drawn(KO), "why B3").text()).isEqualTo("B3 is illegal: a black stone stands there.");
    }

    @Test
    void why_suicideUnderBothRules_isReportedWithTheRule() {
        CommandInterpreter commands = drawn("""
                X O .
                X O .
                . O .
                """);

        assertThat(run(commands, "why A1").text())
                .isEqualTo("A1 is legal for Black: it captures nothing and leaves its own chain of 3 stones without a"
                        + " liberty, which these rules allow.");
        assertThat(run(commands, "suicide forbidden", "why A1").text())
                .isEqualTo("A1 is illegal for Black: it captures nothing and leaves its own chain of 3 stones without a"
                        + " liberty, and these rules forbid that.");
    }

    @Test
    void why_suicideOfOneStone_saysThatNothingWouldChange() {
        assertThat(run(drawn(". O .\nO . .\n. . ."), "why A3").text())
                .contains("so it comes off again and the board would be as it was at the start");
    }

    @Test
    void repeated_ko_showsTheEarlierPositionUntilSomethingElseIsAsked() {
        CommandInterpreter commands = drawn(KO);
        run(commands, "play C2");

        String shown = run(commands, "repeated B2").drawing().orElseThrow();

        assertThat(shown).contains("2 X O . O 2", "An earlier position: at the start.");
        assertThat(moveNumber(commands)).isEqualTo(1);
        assertThat(run(commands, "board").drawing().orElseThrow()).contains("2 X .(X)O 2");
    }

    @Test
    void repeated_legalPlay_isRefused() {
        assertThat(rejection(drawn(KO), "repeated C2")).isEqualTo("C2 is legal for Black; it captures 1 stone.");
    }

    @Test
    void show_earlierMove_drawsThatPosition() {
        CommandInterpreter commands = empty(3);
        run(commands, "play B2 A1 C3");

        assertThat(run(commands, "show 1").drawing().orElseThrow())
                .contains("1 . . . 1", "An earlier position: after move 1 (Black B2).");
    }

    @Test
    void undoAndRedo_walkThroughTheGame() {
        CommandInterpreter commands = empty(3);
        run(commands, "play B2 A1 C3");

        assertThat(run(commands, "undo 2").drawing().orElseThrow()).contains("Move 1 of 3 (Black B2). White to move.");
        assertThat(run(commands, "redo").drawing().orElseThrow()).contains("Move 2 of 3 (White A1).");
        assertThat(run(commands, "goto start").drawing().orElseThrow()).contains("Move 0 of 3.");
        assertThat(run(commands, "goto end").drawing().orElseThrow()).contains("Move 3 (Black C3).");
        assertThat(run(commands, "moves").text()).isEqualTo("1.B2 2.A1 3.C3");
    }

    @Test
    void play_anotherMoveAfterUndo_forgetsTheRest() {
        CommandInterpreter commands = empty(3);
        run(commands, "play B2 A1 C3", "undo 2");

        run(commands, "C1");

        assertThat(commands.session().turns()).hasSize(2);
    }

    @Test
    void play_theSameMoveAfterUndo_keepsTheRest() {
        CommandInterpreter commands = empty(3);
        run(commands, "play B2 A1 C3", "undo 2");

        run(commands, "A1");

        assertThat(run(commands, "moves").text()).isEqualTo("1.B2 2.A1 | 3.C3");
    }

    @Test
    void resign_andUndo_continues() {
        CommandInterpreter commands = empty(3);

        assertThat(run(commands, "B2", "resign").drawing().orElseThrow()).contains("The game is over: B+R.");
        assertThat(rejection(commands, "A1")).isEqualTo("A1 is illegal: the game is over.");
        assertThat(run(commands, "undo").drawing().orElseThrow()).contains("Move 1 (Black B2). White to move.");
    }

    @Test
    void twoPasses_endTheGameWithItsScore() {
        assertThat(run(empty(3), "B2", "pass", "pass").text()).isEqualTo("Black passes. The game is over: B+9.");
    }

    @Test
    void liberties_ofAChain_areMarked() {
        CommandResult result = run(drawn("X X .\n. O .\n. . ."), "liberties A3");

        assertThat(result.text()).isEqualTo("The black chain of 2 stones (A3 B3) has 2 liberties: C3 A2.");
        assertThat(result.drawing().orElseThrow()).contains("3 X X * 3", "2 * O . 2", "1 . . . 1");
    }

    @Test
    void liberties_emptyPoint_isRefused() {
        assertThat(rejection(empty(3), "liberties A1")).isEqualTo("There is no stone at A1.");
    }

    @Test
    void reach_emptyAreas_reportWhoseTheyAre() {
        CommandInterpreter commands = drawn(". X . O .\n. X . O .");

        assertThat(run(commands, "reach A1").text())
                .isEqualTo("A1 is in an empty area of 2 points. It reaches Black. It counts for Black.");
        assertThat(run(commands, "reach C1").text())
                .isEqualTo("C1 is in an empty area of 2 points. It reaches Black and White. It counts for nobody.");
        assertThat(run(commands, "reach D1").text())
                .isEqualTo("D1 holds a white stone: it counts for White. It reaches empty points.");
    }

    @Test
    void area_marksTheOwners() {
        CommandResult result = run(drawn(". X . O .\n. X . O ."), "area");

        assertThat(result.text())
                .isEqualTo("Black has 4 points, White has 4 points and a komi of 0.0: Draw. 2 neutral points.");
        assertThat(result.drawing().orElseThrow()).contains("2 x X . O o 2");
    }

    @Test
    void legal_marksTheLegalPoints() {
        CommandResult result = run(drawn(KO), "C2", "legal");

        assertThat(result.text()).isEqualTo("2 points are legal, and the pass.");
        assertThat(result.drawing().orElseThrow()).contains("3 . X O * 3", "2 X .(X)O 2", "1 . X O * 1");
    }

    @Test
    void setup_stonesAndTurn_beginAGame() {
        CommandInterpreter commands = empty(3);

        run(commands, "setup", "black A1 A2 B3", "white C3", "erase B3", "turn white", "done");

        Game game = commands.session().game();
        assertThat(game.setup().black().size()).isEqualTo(2);
        assertThat(game.playerToMove()).isEqualTo(Color.WHITE);
        assertThat(game.colorAt(game.grid().point("C3"))).isEqualTo(Color.WHITE);
    }

    @Test
    void setup_chainWithoutLiberty_isRefusedAndStaysOpen() {
        CommandInterpreter commands = empty(2);
        run(commands, "setup", "black A2 B1", "white A1");

        assertThat(rejection(commands, "done")).isEqualTo("the chain at A1 has no liberty");
        assertThat(rejection(commands, "undo")).contains("\"undo\" is not available during a setup");
        assertThat(run(commands, "cancel").drawing().orElseThrow()).contains("1 . . 1");
    }

    @Test
    void setup_badPointAmongGoodOnes_changesNothing() {
        CommandInterpreter commands = empty(3);
        run(commands, "setup");

        assertThat(rejection(commands, "black A1 D9")).isEqualTo("point \"D9\" is outside [A1, C3]");
        assertThat(commands.session().view().draw()).doesNotContain("X");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense | command \"nonsense\" is not known; \"help\" lists them",
                "Z9 | point \"Z9\" is outside [A1, C3]",
                "play | point \"\" is not a point, as in C3",
                "new 26 | width 26 is outside [1, 25]",
                "new 3x3x3 | size \"3x3x3\" is not like 9 or 9x7 (width x height)",
                "komi 0.3 | komi 0.3 is not a multiple of 0.5 within [-1000, 1000]",
                "komi much | komi \"much\" is not a number",
                "goto 1 | move 1 is outside [0, 0]",
                "show -1 | move -1 is outside [0, 0]",
                "undo | There is no move to undo.",
                "undo 0 | count 0 is outside [1, 2147483647]",
                "redo | There is no move to redo.",
                "reach pass | point \"pass\" is not a point, as in A1",
                "done | \"done\" is only available during a setup: \"setup\" starts one",
                "opponent alphago | player \"alphago\" is not one of [random, eye-safe-random, greedy, oracle, monte-carlo,"
                        + " monte-carlo:playouts=1 to monte-carlo:playouts=1000000]",
                "opponent greedy red | color \"red\" is not black or white",
                "rules chess | rules \"chess\" is not one of [tromp-taylor, chinese, chinese-superko, cgos, japanese, korean, aga,"
                        + " bga, french, new-zealand, goe, stone-scoring, ancient-territory, blog-2011, goban-japanese,"
                        + " goban-chinese, openspiel, pgx, pettingzoo-v5]",
                "tax chess | tax \"chess\" is not one of [none, seki, all]",
                "resume | Only a game that passes have ended can be resumed.",
                "dead A1 | Dead stones cannot be proposed now.",
                "next | No demonstration is in progress; \"demo\" lists them.",
                "load | file \"\" is not the name of a file",
                "demo chess | demo \"chess\" is not one of [capture, suicide, ko, sending-two, triple-ko, eyes, area, end]"
            })
    void badInput_isRefusedInWords(String line, String explanation) {
        CommandInterpreter commands = empty(3);
        long before = commands.session().game().stateHash();

        assertThat(rejection(commands, line)).isEqualTo(explanation);
        assertThat(commands.session().game().stateHash()).isEqualTo(before);
    }

    @Test
    void opponent_answersEveryMove_andUndoTakesBackBoth() {
        CommandInterpreter commands = BoardSessions.against(Players.GREEDY, Color.WHITE, 5);

        run(commands, "C3");
        assertThat(moveNumber(commands)).isEqualTo(2);

        run(commands, "undo");
        assertThat(moveNumber(commands)).isZero();
    }

    @Test
    void opponent_playsBlack_movesFirst() {
        CommandInterpreter commands = BoardSessions.against(Players.GREEDY, Color.BLACK, 5);

        commands.begin();

        assertThat(moveNumber(commands)).isEqualTo(1);
        assertThat(commands.session().game().playerToMove()).isEqualTo(Color.WHITE);
    }

    @Test
    void opponent_newSize_playsOnIt() {
        CommandInterpreter commands = BoardSessions.against(Players.EYE_SAFE_RANDOM, Color.WHITE, 5);

        run(commands, "new 7x4", "A1");

        assertThat(moveNumber(commands)).isEqualTo(2);
    }

    @Test
    void go_namedPlayer_makesOneMove() {
        CommandInterpreter commands = empty(3);

        run(commands, "go random", "go");

        assertThat(moveNumber(commands)).isEqualTo(2);
    }

    @Test
    void demo_anotherBeginning_leavesIt() {
        CommandInterpreter commands = empty(3);
        run(commands, "demo ko");
        assertThat(commands.isInLesson()).isTrue();

        run(commands, "new 5");

        assertThat(commands.isInLesson()).isFalse();
    }

    @Test
    void help_listsEveryCommand_andTellsOfOne() {
        CommandInterpreter commands = empty(3);

        assertThat(run(commands, "help").text()).contains("  play POINT...", "  repeated POINT", "  demo [NAME]");
        assertThat(run(commands, "help ko").text())
                .startsWith("ko RULE: change the ko rule: positional, situational, natural-situational, simple, none");
    }
}
