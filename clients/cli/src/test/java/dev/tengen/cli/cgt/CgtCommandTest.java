package dev.tengen.cli.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgtCommandTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    private static JsonNode json(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("cgt", "--json"));
        command.addAll(List.of(args));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.lines()).as(run.err()).hasSize(1);
        return MAPPER.readTree(run.out());
    }

    private static CommandRun cgt(String argument, String... more) {
        List<String> command = new ArrayList<>(List.of("cgt", argument));
        command.addAll(List.of(more));
        return CommandRun.of(command.toArray(String[]::new));
    }

    @Test
    void json_cooledGame_isTheCooledValue() throws IOException {
        JsonNode report = json("{3||2*|1*}", "--cool", "5/8");

        assertThat(report.get("value").asText()).isEqualTo("{19/8|17/8}");
        assertThat(report.get("change").asText()).isEqualTo("COOL");
        assertThat(report.get("degrees").asText()).isEqualTo("5/8");
    }

    @Test
    void json_everyPart_hasItsField() throws IOException {
        JsonNode report = json("{3||2|1}", "--thermograph", "--incentives", "--compare", "2");

        assertThat(report)
                .hasToString("{\"expression\":\"{3||2|1}\",\"value\":\"{3||2|1}\",\"canonical_form\":\"{3||2|1}\","
                        + "\"kind\":\"HOT\",\"outcome\":\"LEFT\",\"left_stop\":\"3\",\"right_stop\":\"2\","
                        + "\"mean\":\"9/4\",\"temperature\":\"3/4\",\"floor\":2,\"ceiling\":4,\"birthday\":4,"
                        + "\"comparison\":{\"game\":\"2\",\"relation\":\"GREATER\"},"
                        + "\"thermograph\":{\"left_wall\":[{\"temperature\":\"0\",\"value\":\"3\",\"slope\":-1},"
                        + "{\"temperature\":\"3/4\",\"value\":\"9/4\",\"slope\":0}],"
                        + "\"right_wall\":[{\"temperature\":\"0\",\"value\":\"2\",\"slope\":0},"
                        + "{\"temperature\":\"1/2\",\"value\":\"2\",\"slope\":1},"
                        + "{\"temperature\":\"3/4\",\"value\":\"9/4\",\"slope\":0}]},"
                        + "\"incentives\":{\"left\":[{\"to\":\"3\",\"incentive\":\"{2|1||0}\"}],"
                        + "\"right\":[{\"to\":\"{2|1}\",\"incentive\":\"{1,{2|1}|0}\"}]}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{6||4|0}; --freeze; 4^",
                "3/4; --freeze; 3/4",
                "{3||2*|1*}; --cool=70; 9/4",
                "{3||2*|1*}; --cool=0; {3||2*|1*}",
                "^*; --heat=2; {2,{4|0}|-2}",
                "-1^; --cool=1; -1",
                "--1; --cool=1; 1",
                "-v; --cool=0; ^",
            })
    void value_afterChange_isKnown(String game, String change, String value) {
        CommandRun run = cgt(game, change, "--value");

        assertThat(run.out()).isEqualTo(value + System.lineSeparator());
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"^, LEFT", "v, RIGHT", "*, FIRST_PLAYER", "*2+*2, SECOND_PLAYER"})
    void outcome_ofKnownGame_isKnown(String game, String outcome) throws IOException {
        assertThat(json(game).get("outcome").asText()).isEqualTo(outcome);
    }

    @Test
    void text_incentivesAndWalls_areListed() {
        CommandRun run = cgt("{3||2|1}", "--incentives", "--thermograph", "--compare", "-v3");

        assertThat(run.lines())
                .contains(
                        "  value:          {3||2|1}, hot",
                        "  comparison:     greater than ^3",
                        "  left wall:      (0, 3) (3/4, 9/4)",
                        "  right wall:     (0, 2) (1/2, 2) (3/4, 9/4)",
                        "  Left's move:    3 gains {2|1||0}",
                        "  Right's move:   {2|1} gains {1,{2|1}|0}");
    }

    @Test
    void file_games_areReadByLine() throws IOException {
        Path file = Files.writeString(
                folder.resolve("games.txt"), "# A comment.\n{4|0}\n\n  ^ + ^  \r\n{1|\n1000.{3||2|1}\n^\n");

        CommandRun run = CommandRun.of("cgt", "*", "--value", "--file", file.toString());

        assertThat(run.lines()).containsExactly("*", "{4|0}", "^2", "^");
        assertThat(run.err().lines())
                .containsExactly(
                        "tengen: " + file + ": line 5, column 4: expected a game, not the end",
                        "  {1|",
                        "     ^",
                        "tengen: " + file + ", line 6: the answer takes more than 200 moves in a game");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void file_hyphen_isStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("{4|0}\n*".getBytes(StandardCharsets.UTF_8)));

            assertThat(CommandRun.of("cgt", "--value", "--file", "-").lines()).containsExactly("{4|0}", "*");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void error_inSecondLineOfGame_showsThePlace() throws IOException {
        String game = "{0|\n " + "*+".repeat(40) + "\t{1/3|0}" + "+*".repeat(40) + "}";

        CommandRun run = cgt(game);

        assertThat(run.err().lines().toList())
                .containsExactly(
                        "tengen: GAME: line 2, column 86: denominator 3 is not a power of 2",
                        "  ..." + "*+".repeat(23) + " {1/3|0}" + "+*".repeat(8) + "...",
                        " ".repeat(55) + "^");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(json(game).get("line").asInt()).isEqualTo(2);
        assertThat(json(game).get("column").asInt()).isEqualTo(86);
        assertThat(json(game).get("error").asText()).isEqualTo("denominator 3 is not a power of 2");
    }

    @Test
    void error_ofOneGame_doesNotStopTheOthers() {
        CommandRun run = CommandRun.of("cgt", "--value", "{3", "1000.{3||2|1}", "^");

        assertThat(run.lines()).containsExactly("^");
        assertThat(run.err())
                .contains("tengen: GAME 1: line 1, column 3: ")
                .contains("tengen: GAME 2, line 1: the answer takes more than 200 moves in a game");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void svg_severalGames_areOneBelowTheOther() throws IOException {
        Path file = folder.resolve("walls.svg");

        CommandRun run = CommandRun.of("cgt", "{4|0}", "{3", "±1", "--cool", "1", "--svg", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(file)
                .content()
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 680\">")
                .contains("<title>Thermograph of {3|1}</title>", "<title>Thermograph of *</title>", "y=\"340\"");
    }

    @Test
    void svg_unwritable_saysWhy() {
        Path file = folder.resolve("none/walls.svg");

        CommandRun run = cgt("^", "--svg", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("--svg " + file + " cannot be written: there is no such folder");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "; Name a game, as in: tengen cgt",
                "^ --jsn; Unknown option: '--jsn'",
                "^ --cool; Missing required parameter",
                "^ --cool 1/3; --cool \"1/3\" is not a number of degrees from 0, such as 2 or 5/8",
                "^ --cool *; --cool \"*\" is not a number of degrees",
                "^ --heat -1; --heat \"-1\" is not a number of degrees",
                "^ --cool 1 --heat 1; are mutually exclusive",
                "^ --freeze --heat 1; are mutually exclusive",
                "^ --value --json; are mutually exclusive",
                "^ --compare {1; --compare: line 1, column 3: expected",
                "^ --compare 1000.{3||2|1}; --compare: the answer takes more than 200 moves in a game",
                "^ --max-steps 0; --max-steps 0 is outside [1, 1000000000000]",
                "^ --file none; --file none: there is no such file",
            })
    void wrongOption_isAUsageError(String arguments, String message) {
        CommandRun run = CommandRun.of(("cgt" + (arguments == null ? "" : " " + arguments)).split(" "));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void maxSteps_tooFew_namesTheOption() throws IOException {
        JsonNode error = json("{3||2|1} + {4|0}", "--max-steps", "10");

        assertThat(error)
                .hasToString("{\"expression\":\"{3||2|1} + {4|0}\",\"error\":\"the answer takes more than 10 steps;"
                        + " --max-steps raises the limit\"}");
    }

    @Test
    void file_tooLarge_isRefused() throws IOException {
        Path file = Files.write(folder.resolve("large"), new byte[10_000_001]);

        CommandRun run = CommandRun.of("cgt", "--file", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("has more than 10000000 bytes");
    }

    /** On a thread with the usual stack, and with few steps so that the test is short. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "(",
                "±",
                "+-",
                "-",
                "2.(",
                "tiny(",
                "{|",
                "{0||||",
                "^+",
                "{*|",
                "1000000000.^ + ",
                "*200 + ",
                "9223372036854775807 + ",
                "{3||2|1} + "
            })
    void hostileText_endsWithAnError(String part) throws InterruptedException {
        String game = part.repeat(40_000 / part.length()) + "{100|*2||v|-7}";
        List<CommandRun> runs = Collections.synchronizedList(new ArrayList<>());
        Thread thread = new Thread(
                null, () -> runs.add(cgt(game, "--max-steps", "1000000", "--incentives")), "usual", 1024 * 1024);

        thread.start();
        thread.join();

        assertThat(runs).hasSize(1);
        assertThat(runs.get(0).exitCode()).isIn(ExitCode.FAILED, ExitCode.USAGE);
        assertThat(runs.get(0).err()).startsWith("tengen: GAME").hasSizeLessThan(400);
        assertThat(runs.get(0).out()).isEmpty();
    }

    @Test
    void help_hasExamplesThatRun() {
        String help = CommandRun.of("cgt", "--help").out();

        List<String> examples = help.lines()
                .filter(line -> line.startsWith("  tengen cgt "))
                .map(line -> line.replaceAll("(\\S) {2,}.*", "$1").strip())
                .toList();

        assertThat(examples).hasSize(6);
        for (String example : examples) {
            String[] words = example.replace(
                            "walls.svg", folder.resolve("walls.svg").toString())
                    .split(" (?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");
            List<String> arguments = new ArrayList<>();
            for (String word : words) {
                arguments.add(word.replace("\"", ""));
            }
            CommandRun run =
                    CommandRun.of(arguments.subList(1, arguments.size()).toArray(String[]::new));
            assertThat(run.exitCode()).as("%s: %s", example, run.err()).isZero();
        }
    }
}
