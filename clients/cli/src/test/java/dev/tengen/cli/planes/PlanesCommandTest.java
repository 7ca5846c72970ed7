package dev.tengen.cli.planes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlanesCommandTest {
    /** On 4x3, a black stone at B3 and a white stone at D1. */
    private static final String RECORD = "(;GM[1]FF[4]SZ[4:3]KM[0.5];B[ba];W[dc])";

    private static final String DOCS = "../../docs/reference/";

    @TempDir
    private Path folder;

    private String write(String text) throws IOException {
        return Files.writeString(folder.resolve("game.sgf"), text).toString();
    }

    private static JsonNode tree(String json) throws IOException {
        return new ObjectMapper().readTree(json);
    }

    @Test
    void json_rowsFromTheBottom_haveThePeersOrder() throws IOException {
        String file = write(RECORD);

        CommandRun run = CommandRun.of("planes", file, "--encoding", "openspiel-4", "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).hasSize(1);
        assertThat(tree(run.lines().get(0))).isEqualTo(tree("""
                {"file": "%s", "move": 2, "encoding": "openspiel-4", "layout": "CHW", "first_row": "BOTTOM",
                 "planes": [[[0,0,0,0],[0,0,0,0],[0,1,0,0]], [[0,0,0,1],[0,0,0,0],[0,0,0,0]],
                            [[1,1,1,0],[1,1,1,1],[1,0,1,1]], [[0,0,0,0],[0,0,0,0],[0,0,0,0]]],
                 "globals": [], "warnings": []}
                """.formatted(file)));
    }

    @Test
    void json_rowsFromTheTop_areTheDefault() throws IOException {
        CommandRun run = CommandRun.of("planes", write(RECORD), "--json");

        JsonNode object = tree(run.lines().get(0));
        assertThat(object.get("encoding").asText()).isEqualTo("alphazero-17");
        assertThat(object.get("first_row").asText()).isEqualTo("TOP");
        assertThat(object.get("planes")).hasSize(17);
        assertThat(object.get("planes").get(0)).isEqualTo(tree("[[0,1,0,0],[0,0,0,0],[0,0,0,0]]"));
    }

    @Test
    void json_severalMoves_areLinesInTheirOrder() throws IOException {
        CommandRun run =
                CommandRun.of("planes", write(RECORD), "--encoding", "pgx-17", "--json", "--move=2", "--move=0");

        assertThat(run.lines()).hasSize(2);
        JsonNode second = tree(run.lines().get(1));
        assertThat(tree(run.lines().get(0)).get("move").asInt()).isEqualTo(2);
        assertThat(second.get("move").asInt()).isZero();
        assertThat(second.get("layout").asText()).isEqualTo("HWC");
        assertThat(second.get("planes").toString()).doesNotContain("1");
    }

    @Test
    void json_familyAndRulesByName_areTaken() throws IOException {
        String suicide = write("(;GM[1]SZ[3];B[ba];W[cc];B[ab];W[aa])");

        assertThat(CommandRun.of("planes", suicide, "--json", "--rules", "chinese")
                        .out())
                .contains("\"error\":\"move 4: A3 is illegal for White");
        JsonNode object = tree(CommandRun.of("planes", write(RECORD), "--json", "--encoding", "alphazero:history=2")
                .lines()
                .get(0));
        assertThat(object.get("planes")).hasSize(5);
    }

    @Test
    void json_warnings_areTold() throws IOException {
        String file = write("(;GM[1]SZ[3]RU[house];B[bb];B[aa])");

        assertThat(tree(CommandRun.of("planes", file, "--json").lines().get(0)).get("warnings"))
                .hasSize(3);
    }

    @Test
    void move_outOfRange_namesTheRangeAndShowsNothing() throws IOException {
        String file = write(RECORD);

        CommandRun run = CommandRun.of("planes", file, "--move", "1", "--move", "3", "--json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tree(run.out())).isEqualTo(tree("""
                {"file": "%s", "error": "move 3 is outside [0, 2]"}""".formatted(file)));
    }

    @Test
    void file_bad_saysWhy() throws IOException {
        String picture = folder.resolve("planes.svg").toString();

        CommandRun missing = CommandRun.of("planes", "/no/such/file", "--out", picture);
        CommandRun illegal = CommandRun.of("planes", write("(;GM[1]SZ[3];B[bb];W[bb])"), "--out", picture);

        assertThat(missing.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(missing.out()).isEqualTo("/no/such/file: cannot be read: there is no such file\n");
        assertThat(illegal.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(illegal.out()).contains("move 2: B2 is illegal: a black stone stands there.");
        assertThat(Path.of(picture)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--json --encoding alphazero | is not one of [alphazero-17,",
                "--json --move -1 | --move -1 is negative",
                "--json --komi 0.3 | --komi 0.3 is not a multiple",
                "--out planes.gif | --out \"planes.gif\" is not the name of a picture: it must end in .svg or .png",
                "--out - | --out \"-\" is not the name of a picture",
                "--json --out planes.svg | mutually exclusive",
                "--move 1 | --out=PICTURE | --json"
            })
    void options_wrong_areUsageErrors(String options, String message) throws IOException {
        String[] words = ("planes " + write(RECORD) + " " + options).split(" ");

        CommandRun run = CommandRun.of(words);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#names")
    void svg_everyEncoding_isTheSameTwice(String encoding) throws IOException {
        Path picture = folder.resolve("planes.SVG");
        String file = write(RECORD);

        CommandRun run = CommandRun.of("planes", file, "--encoding", encoding, "--out", picture.toString());
        String first = Files.readString(picture);
        CommandRun.of("planes", file, "--encoding", encoding, "--out", picture.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(picture + ": " + encoding + ", after move 2 (White D1)\n");
        assertThat(picture).hasContent(first);
        assertThat(first).startsWith("<svg ").contains(">" + encoding + "</text>");
    }

    @Test
    void png_ofARecord_isAnImageOfPixels() throws IOException {
        Path picture = folder.resolve("planes.png");

        CommandRun run = CommandRun.of("planes", write(RECORD), "--out", picture.toString());

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(ImageIO.read(picture.toFile()).getWidth()).isGreaterThan(1000);
    }

    @Test
    void out_severalMoves_haveNumbersBeforeTheEnding() throws IOException {
        Path picture = folder.resolve("a.b.svg");

        CommandRun run =
                CommandRun.of("planes", write(RECORD), "--move", "0", "--move", "2", "--out", picture.toString());

        assertThat(run.lines())
                .containsExactly(
                        folder.resolve("a.b-0.svg") + ": alphazero-17, the start",
                        folder.resolve("a.b-2.svg") + ": alphazero-17, after move 2 (White D1)");
        assertThat(List.of(folder.resolve("a.b-0.svg"), folder.resolve("a.b-2.svg")))
                .allSatisfy(path -> assertThat(path).exists());
        assertThat(picture).doesNotExist();
    }

    @Test
    void out_noSuchFolder_isReportedOfThePicture() throws IOException {
        String picture = folder.resolve("none/planes.svg").toString();

        CommandRun run = CommandRun.of("planes", write(RECORD), "--out", picture);

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEqualTo(picture + ": cannot be written: there is no such folder\n");
    }

    /** The docs have the command that regenerates the picture. */
    @Test
    void docs_commandOfThePicture_makesIt() throws IOException {
        String docs = Files.readString(Path.of(DOCS + "encodings.md"));
        String command = docs.lines()
                .filter(line -> line.startsWith("./tengen planes ") && line.endsWith("--out docs/reference/planes.svg"))
                .findFirst()
                .orElseThrow();
        Path made = folder.resolve("planes.svg");
        String[] words = command.replace("./tengen ", "")
                .replace(" clients/cli/", " ")
                .replace("docs/reference/planes.svg", made.toString())
                .split(" ");

        CommandRun run = CommandRun.of(words);

        assertThat(run.exitCode()).isZero();
        assertThat(docs).contains("](planes.svg)");
        assertThat(Path.of(DOCS + "planes.svg")).as(command).hasSameTextualContentAs(made);
    }
}
