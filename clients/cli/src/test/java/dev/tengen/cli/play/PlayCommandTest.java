package dev.tengen.cli.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlayCommandTest {
    @TempDir
    private Path folder;

    @Test
    void play_script_isCarriedOutByTheRulesNamed() {
        CommandRun run = CommandRun.reading(
                "rules\nA1\n", "play", "--size", "5x4", "--rules", "new-zealand", "--ko", "simple", "--komi", "0.5");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("5x4 board, ko simple, suicide multi-stone, komi 0.5, 2 passes end the game.", "Black A1.");
    }

    @Test
    void play_opponent_sameSeedSameGame() {
        String[] args = {"play", "--opponent", "eye-safe-random", "--color", "white", "--seed", "3"};

        CommandRun run = CommandRun.reading("go greedy\nmoves\n", args);

        assertThat(run.out()).startsWith("Black ").contains("Move 3 (Black ");
        assertThat(CommandRun.reading("go greedy\nmoves\n", args).out()).isEqualTo(run.out());
    }

    @Test
    void play_file_isLoaded() throws IOException {
        Path file = Files.writeString(folder.resolve("game.sgf"), "(;GM[1]SZ[3]KM[1];B[bb];W[aa])");

        CommandRun run = CommandRun.reading("moves\n", "play", file.toString());

        assertThat(run.out()).contains("1.B2 2.A3");
        assertThat(CommandRun.reading("rules\n", "play", "--komi", "3", file.toString())
                        .out())
                .contains("komi 3.0, 2");
        assertThat(CommandRun.reading("", "play", "/no/such/file").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void play_refusedCommand_failsOnlyWhereChecked() {
        assertThat(CommandRun.reading("Z9\n", "play").exitCode()).isZero();
        assertThat(CommandRun.reading("Z9\n", "play", "--check").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(CommandRun.reading("A9\n", "play", "--check").exitCode()).isZero();
    }

    @Test
    void play_demo_isPrintedFromBeginningToEnd() {
        CommandRun run = CommandRun.reading("", "play", "--demo", "ko");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Ko: ").contains("B2 is illegal for White", "That is all");
        assertThat(CommandRun.reading("", "play", "--demo", "all").out()).contains(run.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rules    | chess   | --rules \"chess\" is not one of [tromp-taylor,",
                "--opponent | alphago | --opponent \"alphago\" is not one of [random,",
                "--color    | red     | --color \"red\" is not one of [black, white]",
                "--demo     | chess   | --demo \"chess\" is not one of [capture,",
                "--komi     | 0.3     | --komi 0.3 is not a multiple of 0.5",
                "--size     | 26      | outside [1, 25]"
            })
    void play_badOption_isAUsageError(String option, String value, String message) {
        CommandRun run = CommandRun.reading("", "play", option, value);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
    }
}
