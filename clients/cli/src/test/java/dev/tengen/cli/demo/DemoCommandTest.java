package dev.tengen.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"5", "9", "4x6"})
    @Tag("full")
    void demo_sameSeed_isTheSameToTheLetter(String size) {
        CommandRun first = CommandRun.of("demo", "--size", size, "--seed", "7");
        CommandRun second = CommandRun.of("demo", "--size", size, "--seed", "7");

        assertThat(first.exitCode()).isZero();
        assertThat(second.out()).isEqualTo(first.out());
    }

    @Test
    void demo_otherSeed_isAnotherGame() {
        assertThat(CommandRun.of("demo", "--size", "5", "--seed", "1").out())
                .isNotEqualTo(
                        CommandRun.of("demo", "--size", "5", "--seed", "2").out());
    }

    @Test
    void demo_lastLine_endsWithTheScore() {
        CommandRun run = CommandRun.of("demo", "--size", "5");

        String last = run.lines().get(run.lines().size() - 1);
        assertThat(last).matches("Score: ([BW]\\+[0-9]+(\\.5)?|Draw)");
    }

    @Test
    void demo_records_allAgree() {
        CommandRun run = CommandRun.of("demo", "--size", "3");

        assertThat(run.lines().stream().filter(line -> line.contains(" =, recorded ")))
                .hasSize(5);
    }

    @Test
    void demo_finalBoard_isDrawn() {
        CommandRun run = CommandRun.of("demo", "--size", "3x2");

        assertThat(run.out()).contains("    A B C\n").containsPattern("(?m)^  2 [.XO( ]");
    }

    @Test
    void demo_unknownPlayer_namesTheKnownOnes() {
        CommandRun run = CommandRun.of("demo", "--black", "alphago");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains("--black \"alphago\" is not one of [random, eye-safe-random, greedy, oracle, monte-carlo, "
                        + "monte-carlo:playouts=1 to monte-carlo:playouts=1000000]");
    }
}
