package dev.tengen.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.Main;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.server.ConnectionAge;
import dev.tengen.server.EnabledServices;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.log.AccessLogTarget;
import dev.tengen.server.tracing.TracingSettings;
import dev.tengen.server.tree.ForestLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Flags, environment variables and the file. A server that starts would not stop by itself. Therefore each test sets an
 * invalid value and checks the error message.
 */
class ServerOptionsTest {
    /** An invalid session count, so that no server starts. */
    private static final Map<String, String> NO_SESSIONS = Map.of("TENGEN_SERVE_MAX_SESSIONS", "-1");

    @TempDir
    private Path folder;

    private static CommandSpec serveSpec() {
        return Objects.requireNonNull(
                        Main.commandLine(Map.of()).getSubcommands().get("serve"))
                .getCommandSpec();
    }

    private String file(String toml) throws IOException {
        return Files.writeString(folder.resolve("tengen.toml"), toml).toString();
    }

    private static String refusal(Map<String, String> environment, String... args) {
        String[] command = new String[args.length + 1];
        command[0] = "serve";
        System.arraycopy(args, 0, command, 1, args.length);
        CommandRun run = CommandRun.in(environment, command);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        return run.err().strip();
    }

    @Test
    void services_byFlagEnvironmentAndFile_areTurnedOff() throws IOException {
        ServerOptions flags = parsed(Map.of(), "--trees=false", "--analyses", "false");
        ServerOptions variable = parsed(Map.of("TENGEN_SERVE_BATCHES", "false"));
        ServerOptions toml = parsed(Map.of(), "--config", file("trees = false\nsearches = false"));

        assertThat(parsed(Map.of()).config().enabledServices()).isEqualTo(EnabledServices.ALL);
        assertThat(flags.config().enabledServices()).isEqualTo(new EnabledServices(true, false, true, false));
        assertThat(variable.config().enabledServices()).isEqualTo(new EnabledServices(false, true, true, true));
        assertThat(toml.config().enabledServices()).isEqualTo(new EnabledServices(true, false, false, true));
    }

    @Test
    void counts_notGiven_followFromTheMemory() {
        ServerConfig small = parsed(Map.of(), "--max-memory-megabytes", "8").config();
        ServerConfig given = parsed(
                        Map.of("TENGEN_SERVE_MAX_TREES", "10000"),
                        "--max-memory-megabytes",
                        "8",
                        "--max-sessions",
                        "9000",
                        "--max-lanes",
                        "60000",
                        "--max-nodes",
                        "9000000")
                .config();

        assertThat(parsed(Map.of()).config().sessionLimits()).isEqualTo(ServerConfig.DEFAULT.sessionLimits());
        assertThat(parsed(Map.of()).config().forestLimits()).isEqualTo(ServerConfig.DEFAULT.forestLimits());
        assertThat(small.sessionLimits().maxSessionCount()).isBetween(100, 2_000);
        assertThat(small.maxLaneCount()).isBetween(100, 4_000);
        assertThat(given.sessionLimits().maxSessionCount()).isEqualTo(9_000);
        assertThat(given.maxLaneCount()).isEqualTo(60_000);
        assertThat(given.forestLimits()).isEqualTo(new ForestLimits(9_000_000, 10_000));
    }

    @Test
    void httpAllowedHosts_list_isSplit() throws IOException {
        ServerOptions options = parsed(
                Map.of("TENGEN_SERVE_HTTP_ALLOWED_HOSTS", "tengen.example, go"), "--config", file("http_port = 0"));

        assertThat(options.config().http().orElseThrow().allowedHosts())
                .containsExactlyInAnyOrder("tengen.example", "go");
        assertThat(refusal(Map.of(), "--http-port", "0", "--http-allowed-hosts", "a,b:80"))
                .isEqualTo(
                        "tengen: http_allowed_hosts \"b:80\" is not a host name such as tengen.example, without a port");
    }

    @Test
    void file_endless_isRejected() {
        assertThat(refusal(Map.of(), "--config", "/dev/zero"))
                .isEqualTo("tengen: /dev/zero is not a settings file: it is longer than 1048576 bytes");
    }

    @Test
    void services_valueThatIsNoBoolean_isRejected() {
        assertThat(refusal(Map.of(), "--trees", "maybe")).contains("--trees", "'maybe' is not a boolean");
    }

    /** Parses a command line of {@code tengen serve} without running it. */
    private static ServerOptions parsed(Map<String, String> environment, String... args) {
        String[] command = Stream.concat(Stream.of("serve"), Stream.of(args)).toArray(String[]::new);
        CommandSpec serve =
                Main.commandLine(environment).parseArgs(command).subcommand().commandSpec();
        return (ServerOptions) serve.mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(ServerOptions.class::isInstance)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void environment_value_isUsed() {
        assertThat(refusal(NO_SESSIONS)).isEqualTo("tengen: max_session_count -1 is not 1 or more");
    }

    @Test
    void file_value_isUsed() throws IOException {
        assertThat(refusal(Map.of(), "--config", file("max_sessions = -2")))
                .isEqualTo("tengen: max_session_count -2 is not 1 or more");
    }

    @Test
    void file_namedByTheEnvironment_isRead() throws IOException {
        assertThat(refusal(Map.of("TENGEN_SERVE_CONFIG", file("max_sessions = -2"))))
                .isEqualTo("tengen: max_session_count -2 is not 1 or more");
    }

    @Test
    void environment_andFile_environmentWins() throws IOException {
        assertThat(refusal(NO_SESSIONS, "--config", file("max_sessions = -2")))
                .isEqualTo("tengen: max_session_count -1 is not 1 or more");
    }

    @Test
    void flag_andEnvironment_flagWins() {
        assertThat(refusal(NO_SESSIONS, "--max-sessions", "-3"))
                .isEqualTo("tengen: max_session_count -3 is not 1 or more");
    }

    /** A file of settings of a container cannot remove a variable that the image has set. */
    @Test
    void environment_emptyVariables_countAsUnset() {
        Map<String, String> environment = new HashMap<>();
        ServerSetting.of(serveSpec()).forEach(setting -> environment.put(setting.environmentVariable(), ""));
        assertThat(environment).containsKeys("TENGEN_SERVE_STORE", "TENGEN_SERVE_PORT", "TENGEN_SERVE_TOKENS");
        environment.put("TENGEN_SERVE_CONFIG", "");
        environment.put("TENGEN_SERVE_NO_SUCH", "");
        environment.putAll(NO_SESSIONS);

        assertThat(refusal(environment)).isEqualTo("tengen: max_session_count -1 is not 1 or more");
    }

    @Test
    void environment_ofTheGateway_isUsed() {
        assertThat(refusal(Map.of("TENGEN_SERVE_OPENENV", "true", "TENGEN_SERVE_OPENENV_SOCKETS", "5000")))
                .contains("5000")
                .doesNotContain("is not one of");
    }

    @Test
    void environment_unknownVariable_isRejectedAndTheKnownOnesAreNamed() {
        assertThat(refusal(Map.of("TENGEN_SERVE_PROT", "1")))
                .startsWith("tengen: environment variable TENGEN_SERVE_PROT is not one of [")
                .contains("TENGEN_SERVE_PORT");
    }

    /** Kubernetes sets such variables if a service is called "tengen". They are not settings. */
    @Test
    void environment_variablesOfOthers_areIgnored() {
        assertThat(refusal(
                        Map.of("TENGEN_SERVICE_PORT", "1", "TENGEN_PORT", "tcp://192.0.2.1:9019"),
                        "--max-sessions",
                        "-3"))
                .isEqualTo("tengen: max_session_count -3 is not 1 or more");
    }

    @Test
    void file_unknownKey_isRejectedAndTheKnownOnesAreNamed() throws IOException {
        String file = file("prot = 1");

        assertThat(refusal(Map.of(), "--config", file))
                .startsWith("tengen: key in " + file + " prot is not one of [")
                .contains("port");
    }

    @Test
    void file_table_isRejected() throws IOException {
        String file = file("[port]\nvalue = 1");

        assertThat(refusal(Map.of(), "--config", file))
                .isEqualTo("tengen: port in " + file + " (a table or a list) is not a plain value");
    }

    @Test
    void file_notToml_isRejectedWithTheLine() throws IOException {
        String file = file("port = 1\nport: 2");

        assertThat(refusal(Map.of(), "--config", file))
                .startsWith("tengen: " + file + " is not TOML: ")
                .endsWith("in line 2");
    }

    @Test
    void file_missing_isRejected() {
        Path none = folder.resolve("none.toml");

        assertThat(refusal(Map.of(), "--config", none.toString()))
                .isEqualTo("tengen: config \"" + none + "\" is not a file that can be read");
    }

    @Test
    void environment_wrongType_reportsItsOrigin() {
        assertThat(refusal(Map.of("TENGEN_SERVE_PORT", "http")))
                .isEqualTo("tengen: Invalid value for option '--port': 'http' is not an int"
                        + " (from the environment variable TENGEN_SERVE_PORT)");
    }

    @Test
    void flag_wrongType_namesTheHelp() {
        assertThat(refusal(Map.of(), "--port", "http")).contains("'http' is not an int", "Try 'tengen serve --help'");
    }

    @Test
    void help_invalidEnvironment_isShown() {
        CommandRun run = CommandRun.in(Map.of("TENGEN_SERVE_PROT", "1"), "serve", "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Usage: tengen serve");
    }

    @Test
    void engine_choiceForEnvironments_isChecked() {
        assertThat(refusal(Map.of(), "--engine", "gnugo=gnugo", "--engine-dead-stones", "gnugo=clean-up"))
                .isEqualTo("tengen: engine_dead_stones \"clean-up\" is not one of [as-they-stand, captured]");
        assertThat(refusal(Map.of(), "--engine", "gnugo=gnugo", "--engine-dead-stones", "gnugo=alive"))
                .isEqualTo("tengen: engine_dead_stones \"alive\" is not one of [as-they-stand, captured]");
        assertThat(refusal(Map.of(), "--engine", "gnugo=gnugo", "--engine-dead-stones", "pachi=captured"))
                .isEqualTo("tengen: engine_dead_stones \"pachi\" is not one of [gnugo]");
    }

    @Test
    void engine_severalOfThem_areAllUsed() {
        assertThat(refusal(Map.of(), "--engine", "a=run 'x y' --z=1", "--engine", "b c=run"))
                .startsWith("tengen: engine \"b c\" is not a name");
        assertThat(refusal(Map.of("TENGEN_SERVE_ENGINE", "a=run \"x y\" --z=1\nb c=run")))
                .startsWith("tengen: engine \"b c\" is not a name");
        assertThat(refusal(Map.of("TENGEN_SERVE_ENGINE", "a=run\nb='run")))
                .isEqualTo("tengen: command of engine b 'run is not text in which every quote is closed");
    }

    @Test
    void engine_tableInTheFile_isUsed() throws IOException {
        String file = file("engine_move_seconds = 0\n[engine]\na = \"run --z=1\"\nb = 'run \"x y\"'");

        assertThat(refusal(Map.of(), "--config", file)).isEqualTo("tengen: move_timeout_ms 0 is outside [1, 3600000]");
        assertThat(refusal(Map.of(), "--config", file("[engine]\na = \"run\"\n'b c' = \"run\"")))
                .startsWith("tengen: engine \"b c\" is not a name");
        assertThat(refusal(Map.of(), "--config", file("engine = 'gnugo=gnugo'")))
                .endsWith("is not a table");
    }

    @Test
    void engine_counts_areChecked() {
        assertThat(refusal(Map.of(), "--max-engines", "0")).isEqualTo("tengen: max_engines 0 is outside [1, 1000]");
        assertThat(refusal(Map.of(), "--max-engines-each", "-1"))
                .isEqualTo("tengen: max_engines_each -1 is outside [1, 1000]");
    }

    @Test
    void analysis_limits_areChecked() {
        assertThat(refusal(Map.of(), "--max-analyses", "0"))
                .isEqualTo("tengen: max_analysis_count 0 is outside [1, 1000]");
        assertThat(refusal(Map.of("TENGEN_SERVE_MAX_ANALYSIS_SECONDS", "0")))
                .startsWith("tengen: max_analysis_time_ms 0 is outside [1, ");
        assertThat(refusal(Map.of(), "--analysis-megabytes", "-1"))
                .startsWith("tengen: max_analysis_table_bytes -1048576 is outside [0, ");
        assertThat(refusal(Map.of(), "--max-waiting-analyses", "-1"))
                .startsWith("tengen: max_waiting_analysis_count -1 is outside [0, ");
        assertThat(refusal(Map.of(), "--max-analysis-nodes", "0"))
                .startsWith("tengen: max_analysis_node_count 0 is outside [1, ");
    }

    @Test
    void accessLog_fileAndDash_areTargets() {
        assertThat(parsed(Map.of()).config().accessLog()).isEmpty();
        assertThat(parsed(Map.of("TENGEN_SERVE_ACCESS_LOG", "calls.log"))
                        .config()
                        .accessLog())
                .contains(new AccessLogTarget.File(Path.of("calls.log")));
        assertThat(parsed(Map.of(), "--access-log", "-").config().accessLog())
                .contains(new AccessLogTarget.StandardOutput());
    }

    @Test
    void connectionAge_withAndWithoutGrace_isUsed() {
        assertThat(parsed(Map.of()).config().connectionLimits().age()).isEmpty();
        assertThat(parsed(Map.of(), "--max-connection-age-seconds", "60")
                        .config()
                        .connectionLimits()
                        .age())
                .contains(new ConnectionAge(Duration.ofMinutes(1), Optional.empty()));
        assertThat(parsed(
                                Map.of("TENGEN_SERVE_MAX_CONNECTION_AGE_GRACE_SECONDS", "0"),
                                "--max-connection-age-seconds",
                                "60")
                        .config()
                        .connectionLimits()
                        .age())
                .contains(new ConnectionAge(Duration.ofMinutes(1), Optional.of(Duration.ZERO)));
        assertThat(refusal(Map.of(), "--max-connection-age-grace-seconds", "5"))
                .isEqualTo("tengen: --max-connection-age-grace-seconds needs --max-connection-age-seconds");
    }

    @Test
    void tracing_endpointAndRatio_areUsed() {
        assertThat(parsed(Map.of()).config().tracing()).isEmpty();
        assertThat(parsed(Map.of("TENGEN_SERVE_TRACING_ENDPOINT", "http://collector:4318"))
                        .config()
                        .tracing())
                .contains(TracingSettings.of("http://collector:4318/v1/traces", 0.01));
        assertThat(refusal(Map.of(), "--tracing-endpoint", "http://collector", "--tracing-sample-ratio", "2"))
                .isEqualTo("tengen: tracing_sample_ratio 2.0 is not 0 to 1");
    }

    @Test
    void advertise_withoutAStoreThatCanBeShared_isRefused() {
        assertThat(refusal(Map.of(), "--advertise", "game-0:9019")).isEqualTo("tengen: --advertise needs --store");
        assertThat(refusal(
                        Map.of(),
                        "--advertise",
                        "game-0:9019",
                        "--store",
                        folder.resolve("sessions.db").toString()))
                .contains("an SQLite file has one server at a time");
        for (String address : List.of("game-0", "game-0:0", "game-0:70000", "http://game-0:9019", ":9019", "a b:1")) {
            assertThat(refusal(Map.of(), "--advertise", address, "--store", "postgres://u:p@127.0.0.1:1/none"))
                    .isEqualTo("tengen: advertise " + address + " is not HOST:PORT, as in game-0.example.com:9019");
        }
    }

    @Test
    void engine_withoutAProgram_isRefused() {
        CommandRun run = CommandRun.of("serve", "--port", "0", "--engine", "gnugo=no-such-program --mode gtp");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualToIgnoringNewLines(
                        "tengen: engine gnugo cannot be started: the PATH has no program \"no-such-program\"");
    }

    @Test
    void help_startsWithTheFiveCommonSettings_andHasEveryOptionOnce() {
        CommandSpec serve = serveSpec();
        String help = CommandRun.of("serve", "--help").out();

        assertThat(help.substring(help.indexOf("Common settings:"), help.indexOf("Addresses:")))
                .containsSubsequence("--host=", "--port=", "--http-port=", "--store=", "--arena=");
        assertThat(help.lines().map(String::strip).filter(line -> line.endsWith(":") && !line.startsWith("-")))
                .startsWith("Common settings:", "Addresses:", "Security:")
                .contains("Other options:");
        for (OptionSpec option : serve.options()) {
            assertThat(help.lines().filter(line -> line.matches(" +(-\\w, )?" + option.longestName() + "([= ].*)?")))
                    .as(option.longestName())
                    .hasSize(1);
        }
    }

    @Test
    void groups_everySetting_isInOneWithATitle() {
        CommandSpec serve = serveSpec();

        assertThat(OptionGroup.of(serve).get(OptionGroup.OTHER))
                .extracting(OptionSpec::longestName)
                .containsExactlyInAnyOrder("--config", "--settings", "--json", "--help", "--version");
    }

    /** Regenerate the table with: ./tengen serve --settings */
    @Test
    void table_inTheDocs_isWhatTheCodeSays() {
        String table = CommandRun.of("serve", "--settings").out();

        // With the line after it, so that a row of the page that the code does not have fails, too.
        assertThat(Path.of("../../docs/operations/server.md")).content().contains(table + "\n");
    }
}
