package dev.tengen.cli.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlayCommandTest {
    @TempDir
    private Path folder;

    /** Runs the command with {@code input} as standard input. */
    private static CommandRun run(String input, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return CommandRun.of(args);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void play_script_isCarriedOutByTheRulesNamed() {
        CommandRun run = run(
                "rules\nA1\n", "play", "--size", "5x4", "--rules", "new-zealand", "--ko", "simple", "--komi", "0.5");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("5x4 board, ko simple, suicide multi-stone, komi 0.5, 2 passes end the game.", "Black A1.");
    }

    @Test
    void play_opponent_sameSeedSameGame() {
        String[] args = {"play", "--opponent", "eye-safe-random", "--color", "white", "--seed", "3"};

        CommandRun run = run("go greedy\nmoves\n", args);

        assertThat(run.out()).startsWith("Black ").contains("Move 3 (Black ");
        assertThat(run("go greedy\nmoves\n", args).out()).isEqualTo(run.out());
    }

    @Test
    void play_file_isLoaded() throws IOException {
        Path file = Files.writeString(folder.resolve("game.sgf"), "(;GM[1]SZ[3]KM[1];B[bb];W[aa])");

        CommandRun run = run("moves\n", "play", file.toString());

        assertThat(run.out()).contains("1.B2 2.A3");
        assertThat(run("rules\n", "play", "--komi", "3", file.toString()).out()).contains("komi 3.0, 2");
        assertThat(run("", "play", "/no/such/file").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void play_refusedCommand_failsOnlyWhereChecked() {
        assertThat(run("Z9\n", "play").exitCode()).isZero();
        assertThat(run("Z9\n", "play", "--check").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run("A9\n", "play", "--check").exitCode()).isZero();
    }

    @Test
    void play_demo_isPrintedFromBeginningToEnd() {
        CommandRun run = run("", "play", "--demo", "ko");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Ko: ").contains("B2 is illegal for White", "That is all");
        assertThat(run("", "play", "--demo", "all").out()).contains(run.out());
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
        CommandRun run = run("", "play", option, value);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
    }
}
