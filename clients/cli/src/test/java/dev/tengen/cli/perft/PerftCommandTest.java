package dev.tengen.cli.perft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerftCommandTest {
    /** The move sequences from the empty board under Tromp-Taylor. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2x1 | 1,3,7,8,6,2,0",
                "2x2 | 1,5,21,68,156,316,604,1088,2184,4184,8024,13800,23560,42784,80000,146904",
                "3x2 | 1,7,43,222,942,3378,9834,26504,64116,147764",
                "3x3 | 1,10,91,738,5281,33384,180768,857576",
                "4x4 | 1,17,273,4112,57984,764016",
                "5x5 | 1,26,651,15650,361041",
                "9x9 | 1,82,6643,531522",
                "19x19 | 1,362,130683"
            })
    void perft_trompTaylor_isTheKnownNumber(String size, String nodes) {
        int depth = nodes.split(",").length - 1;

        CommandRun run = CommandRun.of("perft", "--size", size, "--depth", String.valueOf(depth), "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .containsExactly("{\"size\":\"" + size + "\",\"ko\":\"positional\",\"suicide\":\"any\",\"nodes\":["
                        + nodes + "]}");
    }

    @Test
    void perft_otherRules_countsOtherSequences() {
        CommandRun run = CommandRun.of(
                "perft", "--size", "2x1", "--depth", "3", "--ko", "none", "--suicide", "forbidden", "--json");

        // Derived by hand: recapture is allowed, filling the last point is not.
        assertThat(run.out()).contains("\"ko\":\"none\",\"suicide\":\"forbidden\",\"nodes\":[1,3,7,10]");
    }

    @Test
    void perft_text_isATable() {
        CommandRun run = CommandRun.of("perft", "--size", "3", "--depth", "2");

        assertThat(run.lines().get(0)).isEqualTo("3x3 board, ko positional, suicide any");
        assertThat(run.lines().get(4)).isEqualTo("    2                    91");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size 26 --depth 1 | size 26 is outside [1, 25]",
                "--size 0x3 --depth 1 | width 0 is outside [1, 25]",
                "--size 3x3x3 --depth 1 | size \"3x3x3\" is not like 9 or 9x7",
                "--size a --depth 1 | size \"a\" is not like 9 or 9x7",
                "--depth -1 | depth -1 is outside [0, 1000]",
                "--depth 1 --ko triple | \"triple\" is not one of [positional, situational, natural-situational",
                "--depth 1 --suicide maybe | \"maybe\" is not one of [forbidden, multi-stone, any]",
                "--size 3 | Missing required option: '--depth=N'"
            })
    void perft_badOption_isAUsageError(String options, String message) {
        CommandRun run = CommandRun.of(("perft " + options).split(" "));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }
}
