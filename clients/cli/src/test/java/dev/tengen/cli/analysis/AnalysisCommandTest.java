package dev.tengen.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalysisCommandTest {
    @ParameterizedTest
    @CsvSource({
        "--threads, 0, 'is outside [1, 1024]'",
        "--visits, 0, 'is outside [1, 1000000]'",
        "--max-visits, 1000001, 'is outside [1, 1000000]'",
        "--report-winrates-as, nobody, nobody",
    })
    void call_wrongOption_isAMisuse(String option, String value, String message) {
        CommandRun run = CommandRun.of("analysis", option, value);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }

    @Test
    void help_reportsHowToTryIt() {
        assertThat(CommandRun.of("analysis", "--help").out())
                .contains("| tengen analysis", "KaTrain", "katago analysis");
    }
}
