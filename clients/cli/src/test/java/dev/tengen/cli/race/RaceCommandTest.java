package dev.tengen.cli.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaceCommandTest {
    /** Black has the liberties A6 and B6, White F3 and G3. All other stones are safe. */
    private static final String TWO_AND_TWO = """
            _O_OOOO
            OOOOOOO
            ..XXXXX
            XXXXXXX
            OOOOOOO
            OOOOO..
            XXXXXXX
            XXXX_X_
            """;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("race.txt"), text).toString();
    }

    @Test
    void race_text_drawsTheRaceAndTellsWhoWins() throws IOException {
        CommandRun run = CommandRun.of("race", "--diagram", file(TWO_AND_TWO), "--black", "G6", "--white", "a3");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines().subList(1, 11))
                .containsExactly(
                        "    A B C D E F G",
                        "  8 _ O _ O O O O 8",
                        "  7 O O O O O O O 7",
                        "  6 * * # # # # # 6",
                        "  5 # # # # # # # 5",
                        "  4 @ @ @ @ @ @ @ 4",
                        "  3 @ @ @ @ @ * * 3",
                        "  2 X X X X X X X 2",
                        "  1 X X X X _ X _ 1",
                        "    A B C D E F G");
        assertThat(run.lines().get(0)).endsWith("race.txt: 7x8, Black to move");
        assertThat(run.lines())
                .contains(
                        "Black C6 (12 stones) against White A4 (12 stones): FIRST_PLAYER_CAPTURES, by FORMULA",
                        "Black first: Black captures, by F3 G3",
                        "White first: White captures, by A6 B6",
                        "liberties: Black A6 B6; White F3 G3; shared -",
                        "component A6 B6 of Black: 2, cooled 2, temperature -1, mean 2",
                        "Black is ahead by 0 if Black moves first, by 0 if White does; the cooled sum is 0");
    }

    @Test
    void race_json_isOneObject() throws IOException {
        CommandRun run = CommandRun.of("race", "--diagram", file(TWO_AND_TWO), "--static", "--json");

        JsonNode race = MAPPER.readTree(run.out());
        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).hasSize(1);
        assertThat(race.get("status").asText()).isEqualTo("FIRST_PLAYER_CAPTURES");
        assertThat(race.get("method").asText()).isEqualTo("FORMULA");
        assertThat(race.get("black_first").asText()).isEqualTo("BLACK_CAPTURES");
        assertThat(race.get("white_first").asText()).isEqualTo("WHITE_CAPTURES");
        assertThat(race.get("black_winning_moves")).hasToString("[\"F3\",\"G3\"]");
        assertThat(race.get("white_winning_moves")).hasToString("[\"A6\",\"B6\"]");
        assertThat(race.get("declined").isNull()).isTrue();
        assertThat(race.get("conditional_on_ko").asBoolean()).isFalse();
        assertThat(race.get("delta").asInt()).isZero();
        assertThat(race.get("adjusted_black_first").asInt()).isZero();
        assertThat(race.get("external_black")).hasToString("[\"A6\",\"B6\"]");
        assertThat(race.get("black_essential_stones")).hasSize(12);
        assertThat(race.get("shared")).isEmpty();
        assertThat(race.get("components").get(0))
                .hasToString("{\"at\":\"A6\",\"owner\":\"B\",\"points\":[\"A6\",\"B6\"],\"is_eye\":false,"
                        + "\"value\":\"2\",\"cooled\":\"2\",\"temperature\":\"-1\",\"mean\":\"2\"}");
    }

    @Test
    void race_record_standsAfterMoveN() throws IOException {
        StringBuilder sgf = new StringBuilder("(;SZ[7:8]PL[W]");
        String cells = TWO_AND_TWO.replace("\n", "");
        for (int point = 0; point < cells.length(); point++) {
            if ("XO".indexOf(cells.charAt(point)) >= 0) {
                sgf.append(cells.charAt(point) == 'X' ? "AB[" : "AW[")
                        .append((char) ('a' + point % 7))
                        .append((char) ('a' + point / 7))
                        .append(']');
            }
        }
        String file = file(sgf + ";W[ac];B[fa])");

        CommandRun afterOne = CommandRun.of("race", file, "--move", "1");

        assertThat(afterOne.exitCode()).isZero();
        assertThat(afterOne.lines().get(0)).endsWith("7x8, after move 1, Black to move");
        assertThat(afterOne.lines()).anyMatch(line -> line.endsWith("SETTLED_WHITE, by FORMULA"));
        assertThat(CommandRun.of("race", file, "--move", "3").out()).endsWith("move 3 is outside [0, 2]\n");
    }

    @Test
    void race_svg_drawsEachComponent() throws IOException {
        Path picture = folder.resolve("race.svg");

        CommandRun run = CommandRun.of("race", "--diagram", file(TWO_AND_TWO), "--svg", picture.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(picture)
                .content()
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 680\">")
                .contains("Black's region at A6: 2", "White's region at F3: -2", "y=\"340\"")
                .endsWith("</svg>\n</svg>\n");
    }

    @Test
    void race_notKnown_isExitCodeOne() throws IOException {
        String open = file(".....\n.....\n..XO.\n.....\n.....\n");

        CommandRun run = CommandRun.of("race", "--diagram", open, "--black", "C3", "--white", "D3", "--static");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.lines())
                .contains("Black first: not known")
                .anyMatch(line -> line.startsWith("counting gives no answer: UNSUPPORTED_NOT_ENCLOSED, "));
        JsonNode json = MAPPER.readTree(
                CommandRun.of("race", "--diagram", open, "--black", "C3", "--white", "D3", "--static", "--json")
                        .out());
        assertThat(json.get("black_first").isNull()).isTrue();
        assertThat(json.get("black_winning_moves").isNull()).isTrue();
        assertThat(json.get("method").isNull()).isTrue();
        assertThat(json.get("declined").asText()).isEqualTo("UNSUPPORTED_NOT_ENCLOSED");
        assertThat(json.get("components")).isEmpty();
    }

    @Test
    void race_noneOnTheBoard_isExitCodeOne() throws IOException {
        String file = file("X..\n...\n..O\n");

        assertThat(CommandRun.of("race", file).exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(CommandRun.of("race", file).out()).contains("there is no race");
        assertThat(CommandRun.of("race", file, "--json").out()).contains("\"error\":\"there is no race");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--black A1 | 2 | --black and --white must be given together",
                "--move 1 | 2 | --move is for records",
                "--max-seconds -1 | 2 | --max-seconds -1 is outside",
                "--max-seconds soon | 2 | Invalid value for option '--max-seconds': 'soon' is not a number of seconds",
                "--max-nodes -1 | 2 | max_nodes -1 is outside",
                "--black Z9 --white A1 | 1 | point \"Z9\" is outside",
                "--black A1 --white A1 | 1 | black_essential A1 is not a black stone",
                "--nonsense | 2 | --nonsense"
            })
    void race_wrongArguments_areNamed(String arguments, int exitCode, String message) throws IOException {
        String[] options = arguments.split(" ");
        String[] command = new String[options.length + 3];
        command[0] = "race";
        command[1] = "--diagram";
        command[2] = file(".X\nOO\n");
        System.arraycopy(options, 0, command, 3, options.length);

        CommandRun run = CommandRun.of(command);

        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out() + run.err()).contains(message);
    }

    @Test
    void help_maxSeconds_reportsTheDefaultOfTheCommand() {
        assertThat(help("race")).contains("Maximum number of seconds to search for each result. Default: 60.");
        assertThat(help("solve")).contains("Maximum number of seconds to search for each result. Default: no limit.");
    }

    private static String help(String command) {
        return CommandRun.of(command, "--help").out().replaceAll("\\s+", " ");
    }

    @Test
    void race_noFileOrBoth_isAUsageError() throws IOException {
        assertThat(CommandRun.of("race").exitCode()).isEqualTo(ExitCode.USAGE);
        String file = file(TWO_AND_TWO);
        assertThat(CommandRun.of("race", file, "--diagram", file).exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void race_unreadableFile_saysWhy() throws IOException {
        assertThat(CommandRun.of("race", "--diagram", folder.resolve("no").toString())
                        .out())
                .contains("there is no such file");
        assertThat(CommandRun.of("race", "--diagram", file("_?_\n")).out()).contains("is not a row of points");
        assertThat(CommandRun.of("race", file("_X_\n")).out()).contains("there is a _ at A1");
    }
}
