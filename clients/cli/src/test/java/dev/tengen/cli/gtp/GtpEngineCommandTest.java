package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GtpEngineCommandTest {
    /** Regenerate the table with: ./tengen gtp --commands */
    @Test
    void table_inTheDocs_isWhatTheCodeSays() {
        String table = CommandRun.of("gtp", "--commands").out();

        assertThat(Path.of("../../docs/guide/gtp.md")).content().contains(table);
    }

    @ParameterizedTest
    @CsvSource({
        "--player, nobody, is not one of [random",
        "--rules, nothing, is not one of [",
        "--komi, 0.25, is not a multiple of 0.5",
        "--size, 26, is outside",
        "--analysis-visits, 0, is outside [1, 1000000]",
        "--seed, x, Invalid value for option '--seed'",
    })
    void call_wrongOption_isAMisuse(String option, String value, String message) {
        CommandRun run = CommandRun.of("gtp", option, value);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }

    @Test
    void help_reportsHowToTryIt() {
        assertThat(CommandRun.of("gtp", "--help").out()).contains("genmove black", "Sabaki", "--address");
    }
}
