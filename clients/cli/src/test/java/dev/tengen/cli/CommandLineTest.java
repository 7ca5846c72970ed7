package dev.tengen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CommandLineTest {
    private static final int HELP_WIDTH = 100;

    /** Returns the words of each command, those of subcommands included, such as "arena run". */
    static Stream<String> commands() {
        return subcommands(Main.commandLine(Map.of()));
    }

    private static Stream<String> subcommands(CommandLine parent) {
        return parent.getSubcommands().values().stream()
                .filter(command -> !command.getCommandName().equals("help"))
                .flatMap(command -> Stream.concat(
                        Stream.of(command.getCommandSpec().qualifiedName().replaceFirst("^tengen ", "")),
                        subcommands(command)));
    }

    /** A shell expands a pattern to file names that somebody else has chosen. */
    @Test
    void messages_fileNamesAndOptionsThatControlATerminal_areEscapedInOneLine(@TempDir Path folder) throws IOException {
        String hostile = "\u001b]0;title\u0007\n\u202egfs.";
        String shown = "\\u001b]0;title\\u0007\\n\\u202egfs.";
        Path file = Files.writeString(folder.resolve("a" + hostile), "(;GM[1]SZ[5]KM[7.5];B[aa])");

        CommandRun replayed = CommandRun.of("replay", file.toString());
        CommandRun missing =
                CommandRun.of("replay", folder.resolve("no" + hostile).toString());
        CommandRun unknown = CommandRun.of("replay", file.toString(), "--" + hostile);
        CommandRun invalid = CommandRun.of("serve", "--port", hostile);
        CommandRun json = CommandRun.of("replay", "--json", file.toString());

        assertThat(replayed.lines()).hasSize(1);
        assertThat(replayed.out()).contains("a" + shown + ": 5x5, 1 moves");
        assertThat(missing.out()).contains("no" + shown + ": cannot be read: ").hasLineCount(1);
        assertThat(unknown.err()).contains(shown);
        assertThat(invalid.err()).contains(shown);
        assertThat(List.of(replayed, missing, unknown, invalid, json))
                .noneMatch(run -> (run.out() + run.err())
                        .chars()
                        .anyMatch(character -> character != '\n' && !VisibleText.isVisible(character)));
        assertThat(new ObjectMapper().readTree(json.out()).get("file").asText()).isEqualTo(file.toString());
    }

    @Test
    void data_commandOfThePythonPackage_isReferredToIt() {
        CommandRun run = CommandRun.of("data", "verify", "games", "--json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("part of the Python package");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_ofEveryCommand_saysWhatItDoes(String command) {
        CommandRun run = CommandRun.of((command + " --help").split(" "));

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("Usage: tengen " + command).contains("--help");
        assertThat(run.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(HELP_WIDTH));
    }

    @Test
    void help_commandAndOption_areTheSame() {
        assertThat(CommandRun.of("help", "replay").out())
                .isEqualTo(CommandRun.of("replay", "--help").out());
    }

    /** Examples are copied from the end of a help text, so none of its lines may be broken into two. */
    @ParameterizedTest
    @MethodSource("commands")
    @Tag("full")
    void help_footerOfEveryCommand_isNotWrapped(String command) {
        CommandLine line = Main.commandLine(Map.of());
        for (String word : command.split(" ")) {
            line = line.getSubcommands().get(word);
        }

        List<String> footer = Stream.of(line.getCommandSpec().usageMessage().footer())
                .map(text -> text.replace("%%", "%"))
                .toList();

        assertThat(CommandRun.of((command + " --help").split(" ")).lines()).containsAll(footer);
    }

    @Test
    void noCommand_usageError_namesTheCommands() {
        CommandRun run = CommandRun.of();

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Name a command", "serve", "demo", "perft", "replay", "info");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "serve --prot 1 | Unknown options: '--prot', '1'; did you mean \"--port\"? | serve",
                "serve --max-sesions=9 | Unknown option: '--max-sesions=9'; did you mean \"--max-sessions\"? | serve",
                "arena run --sotre x | Unknown option: '--sotre'; did you mean \"--store\"? | arena run",
                "serve --nothing-like-it | Unknown option: '--nothing-like-it' | serve",
                "serve --port x | Invalid value for option '--port': 'x' is not an int | serve",
                "arena ran | Unmatched argument at index 1: 'ran'; did you mean \"run\"? | arena"
            })
    void usageError_ofACommand_namesWhatIsNearAndTheHelp(String words, String problem, String command) {
        CommandRun run = CommandRun.of(words.split(" +"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).containsExactly(problem, "Try 'tengen " + command + " --help'");
    }

    @Test
    void unknownCommand_unlikeAll_namesTheCommands() {
        CommandRun run = CommandRun.of("arena", "nothing-like-it");

        assertThat(run.err()).contains("'nothing-like-it'", "Usage: tengen arena", "standings");
    }

    @Test
    void info_text_listsWhatTheServerOffers() {
        CommandRun run = CommandRun.of("info");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("tromp-taylor", "alphazero-17", "eye-safe-random", "race-class0", "idle timeout");
        assertThat(run.lines())
                .filteredOn(line -> line.matches(" {2}split=train\\|validation\\|test +\\S.*"))
                .hasSize(1);
    }

    @Test
    void info_text_listsServicesFeaturesAndLimits() {
        CommandRun run = CommandRun.of("info");

        assertThat(run.lines())
                .anyMatch(line -> line.matches(" {2}tengen\\.v1\\.TreeService +on"))
                .anyMatch(line -> line.matches(" {2}tengen\\.v1\\.ArenaService +off\\. .*--arena FILE.*"))
                .anyMatch(line -> line.matches(" {2}storage +off \\(memory\\)\\. .*"))
                .anyMatch(line -> line.matches(" {2}answer of a batch +67108864 bytes at most"))
                .anyMatch(line -> line.matches(" {2}playouts for a move +1000000; 20000 in all lanes .*"));
    }

    /** Regenerate the catalog with: ./tengen info --encodings */
    @Test
    void info_encodings_areWhatTheDocsSay() {
        String catalogue = CommandRun.of("info", "--encodings").out();

        assertThat(catalogue).startsWith("| name | planes |").contains("### openspiel-4");
        assertThat(Path.of("../../docs/reference/encodings.md")).content().endsWith(catalogue);
    }

    @Test
    void info_json_isOneObject() throws IOException {
        CommandRun run = CommandRun.of("info", "--json");

        JsonNode object = new ObjectMapper().readTree(run.lines().get(0));
        assertThat(run.lines()).hasSize(1);
        assertThat(object.get("presets").get(0).get("name").asText()).isEqualTo("tromp-taylor");
        assertThat(object.get("encodings").get(0).get("planes")).hasSize(17);
        JsonNode task = object.get("tasks").get(0);
        assertThat(task.get("name").asText()).isEqualTo("race-class0");
        assertThat(task.get("parameters").get(0).get("name").asText()).isEqualTo("split");
        assertThat(object.get("services").get(0).get("name").asText()).isEqualTo("tengen.v1.AnalysisService");
        assertThat(object.get("services").get(0).get("is_enabled").asBoolean()).isTrue();
        assertThat(object.get("features").get(0).get("name").asText()).isEqualTo("analyses");
        assertThat(object.get("stream_limits").get("max_batch_answer_bytes").asInt())
                .isEqualTo(64 << 20);
        assertThat(object.get("thinking_limits").get("max_engine_count").asInt())
                .isEqualTo(8);
        assertThat(object.get("arena_limits").isNull()).isTrue();
    }

    @Test
    void info_noServerAtAddress_saysHowToStartOne() {
        CommandRun run = CommandRun.of("info", "--address", "127.0.0.1:1");

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(run.err()).contains("./tengen serve");
    }

    @Test
    void completion_script_isValidBash(@TempDir Path folder) throws Exception {
        Path script = Files.writeString(
                folder.resolve("completion.bash"), CommandRun.of("completion").out());

        Process bash =
                new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();

        assertThat(bash.waitFor()).isZero();
        assertThat(script).content().contains("perft", "--suicide");
    }
}
