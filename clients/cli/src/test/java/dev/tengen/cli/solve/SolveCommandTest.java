package dev.tengen.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolveCommandTest {
    @Test
    void solve_text_reportsMarginAndBestMoves() {
        CommandRun run = CommandRun.of("solve", "--size", "3x3");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .startsWith("3x3: EXACT, margin +9", "best moves: B2")
                .hasSize(3);
        assertThat(run.lines().get(2)).matches("[0-9,]+ states searched, the longest line [0-9]+ moves");
    }

    @Test
    void solve_moves_reportsWhatEachLost() {
        CommandRun run = CommandRun.of("solve", "--size", "3x1", "--moves", "pass,B1");

        assertThat(run.lines())
                .startsWith("3x1: EXACT, margin -3")
                .contains("move 1, Black pass: lost 6", "move 2, White B1: lost 0");
    }

    @Test
    void solve_json_isOneObject() {
        CommandRun run = CommandRun.of("solve", "--size", "1x3", "--moves", "A1", "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).hasSize(1);
        assertThat(run.out())
                .startsWith("{\"size\":\"1x3\",\"certainty\":\"exact\",\"is_complete\":true,"
                        + "\"margin\":{\"lower\":-3,\"upper\":-3},\"margin_if_repetition\":{\"lower\":-3,\"upper\":-3},"
                        + "\"best_moves\":[\"A2\"],\"open_moves\":[],\"node_count\":")
                .contains("\"regrets\":[{\"move_number\":1,\"color\":1,\"move\":\"A1\",\"points\":6}]");
    }

    @Test
    void solve_limit_isConditional() {
        CommandRun run = CommandRun.of("solve", "--size", "3x2", "--max-nodes", "0", "--moves", "B1");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.lines())
                .startsWith("3x2: CONDITIONAL, margin -6 to +6")
                .contains("best moves: -", "not known: A2 B2 C2 A1 C1 pass", "move 1, Black B1: lost ?")
                .anyMatch(line -> line.matches("if repetitions were allowed: [-+0-9]+( to [-+0-9]+)?"));
    }

    @Test
    @Tag("full")
    void solve_table_goesOnWhereALimitStoppedIt(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("3x3.solve");
        String[] limited = {"solve", "--size", "3x3", "--max-nodes", "3000", "--table", file.toString(), "--json"};

        assertThat(CommandRun.of(limited).exitCode()).isEqualTo(ExitCode.FAILED);
        int runCount = 2;
        while (CommandRun.of(limited).exitCode() != ExitCode.OK) {
            assertThat(++runCount).isLessThan(20);
        }

        assertThat(CommandRun.of("solve", "--size", "3x3", "--max-nodes", "0", "--table", file.toString())
                        .lines())
                .startsWith("3x3: EXACT, margin +9", "best moves: B2", "0 states searched, the longest line 0 moves");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void solve_brokenTable_isAnError(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("broken"), "no table");

        CommandRun run = CommandRun.of("solve", "--size", "2", "--table", file.toString());

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains(file + " cannot be read: not a table, or a broken one");
        assertThat(Files.readString(file)).isEqualTo("no table");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size 4x4 | size 4x4 has 16 points; the solver takes 12 at most",
                "--moves A1 | Missing required option: '--size=WxH'",
                "--size 2 --moves A1,A1 | --moves: move 2, A1, is OCCUPIED",
                "--size 2 --moves C3 | point \"C3\" is outside [A1, B2]",
                "--size 2 --moves pass,pass | --moves: two passes have ended the game",
                "--size 2 --max-nodes -1 | max_nodes -1 is outside [0, ",
                "--size 2 --max-seconds -1 | --max-seconds -1 is outside [0, ",
                "--size 2 --table-megabytes -1 | --table-megabytes -1 is outside [0, "
            })
    void solve_badOption_isAUsageError(String options, String message) {
        CommandRun run = CommandRun.of(("solve " + options).split(" "));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }
}
