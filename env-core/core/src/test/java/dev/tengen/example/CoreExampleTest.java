package dev.tengen.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CoreExampleTest {
    @Test
    void run_example_printsTheGame() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        CoreExample.run(new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
                        4 . X O .
                        3 X O . O
                        2 . X O .
                        1 . X . .
                          A B C D
                        Black may play 7 points: [A4, C3, A2, D2, A1, C1, D1]
                        C3 captures 1
                        White at B3: REPETITION of the position after move 8
                        Score as it stands: B+4.5
                        A2 is empty, part of [A2, A1], beside [A3, B2, B1]: a point of Black
                        After two passes: B+4.5
                        Resumed, White to move
                        After 11 moves White resigns: B+R
                        """);
    }
}
