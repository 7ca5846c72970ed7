package dev.tengen.cli.play;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LineUiTest {
    private final StringWriter out = new StringWriter();
    private boolean isSuccess;

    private String run(String script) throws IOException {
        LineUi face = new LineUi(BoardSessions.empty(3), new PrintWriter(out));
        isSuccess = face.run(new BufferedReader(new StringReader(script)));
        return out.toString();
    }

    @Test
    void script_lineOverTheLimit_isRejectedAndSkipped() throws IOException {
        assertThat(run("B2" + " ".repeat(70_000) + "\nA1\nquit\n"))
                .contains("? the line is longer than 65536 characters", "Black A1.")
                .doesNotContain("Black B2.");
        assertThat(isSuccess).isFalse();
    }

    @Test
    void script_wholeGame_printsBoardsAndAnswers() throws IOException {
        assertThat(run("""
                # A game of three moves.
                B2      # the middle

                why B2
                pass
                pass
                quit
                A1
                """)).isEqualTo("""
                3x3 board, ko positional, suicide any, komi 0.0, 2 passes end the game.
                    A B C
                  3 . . . 3
                  2 . . . 2
                  1 . . . 1
                    A B C
                Move 0. Black to move.
                Black B2.
                    A B C
                  3 . . . 3
                  2 .(X). 2
                  1 . . . 1
                    A B C
                Move 1 (Black B2). White to move.
                B2 is illegal: a black stone stands there.
                White passes.
                    A B C
                  3 . . . 3
                  2 . X . 2
                  1 . . . 1
                    A B C
                Move 2 (White pass). Black to move.
                Black passes. The game is over: B+9.
                    A B C
                  3 . . . 3
                  2 . X . 2
                  1 . . . 1
                    A B C
                Move 3 (Black pass). The game is over: B+9.
                Goodbye.
                """);
        assertThat(isSuccess).isTrue();
    }

    @Test
    void script_refusedCommand_isMarkedAndRemembered() throws IOException {
        assertThat(run("B2\nB2\nA1\n")).contains("\n? B2 is illegal: a black stone stands there.\n", "White A1.");
        assertThat(isSuccess).isFalse();
    }

    @Test
    void script_demonstration_saysHowItContinuesUntilItsEnd() throws IOException {
        assertThat(run("demo ko\n")).endsWith("\n\"next\" shows the next step.\n");
        assertThat(run("demo ko\nnext\nnext\nnext\nnext\nnext\n")).contains("board is yours.\n? No demonstration is");
    }

    @Test
    void answers_longOnes_areBroken() throws IOException {
        assertThat(run("demo sending-two\nnext\nnext\nnext\n").lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void output_hasNoControlCharacters() throws IOException {
        assertThat(run("help\ndemo\ndemo ko\nnext\n")).doesNotContain("\033", "\r");
    }
}
