package dev.tengen.cli.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.gtp.Engine;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Players;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.SgfMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small records that people really have, through every command that reads records. */
class RecordCasesTest {
    private static final Path SHARED = Path.of("../../../shared/cases/records");
    private static final String NO_START = "no game: the text does not contain";

    /** Own records of the kinds of the shared cases. */
    private static final Map<String, byte[]> OWN = Map.of(
            "utf16.sgf", "\ufeff(;GM[1]SZ[9]KM[7]PB[\u4e59];B[ee])".getBytes(StandardCharsets.UTF_16BE),
            "bracket.sgf", bytes("(;GM[1]SZ[9]KM[7]SO[a [web] page];B[ee])"),
            "handicap.sgf", bytes("(;GM[1]SZ[9]KM[7]HA[none];B[ee])"),
            "komi.sgf", bytes("(;GM[1]SZ[19]KM[3.75]RU[Chinese rules];B[ee])"),
            "nostart.sgf", bytes(";GM[1]SZ[9]KM[7];B[ee]"));

    @TempDir
    private Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns for each command what it prints of {@code file}. */
    private static Map<String, String> readings(Path file) {
        String name = file.toString();
        Map<String, String> readings = new TreeMap<>();
        for (List<String> command : List.of(
                List.of("replay", "--json"),
                List.of("score", "--json"),
                List.of("planes", "--json"),
                List.of("race", "--json", "--static"),
                List.of("data", "read-sgf"))) {
            CommandRun run = CommandRun.of(
                    Stream.concat(command.stream(), Stream.of(name)).toArray(String[]::new));
            readings.put(command.get(0), run.out() + run.err());
        }
        Engine engine = new Engine(
                Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR, Players.RANDOM::create, new SplitMix64(1), "test");
        readings.put("gtp", engine.answer("loadsgf " + name).orElseThrow().format());
        return readings;
    }

    private static void requireRead(Path file) throws Exception {
        ParsedRecord parsed = RecordFile.read(file, SgfMode.TOLERANT);
        Map<String, String> readings = readings(file);

        for (Map.Entry<String, String> reading : readings.entrySet()) {
            assertThat(reading.getValue())
                    .as(file + " " + reading.getKey())
                    .doesNotContain("cannot be read", "line 1, column 1: ", "Exception");
        }
        assertThat(readings.get("gtp")).startsWith("=");
        String first = parsed.warnings().isEmpty()
                ? "\"warnings\":[]"
                : parsed.warnings().get(0).toString().replace("\"", "\\\"");
        assertThat(readings.get("replay")).contains(first);
        assertThat(readings.get("score")).contains(first);
        assertThat(readings.get("planes")).contains(first);
    }

    private static void requireNoStart(Path file) {
        readings(file).forEach((reader, text) -> {
            if (!reader.equals("gtp")) {
                assertThat(text).as(reader).contains(NO_START);
            } else {
                assertThat(text).startsWith("?");
            }
        });
    }

    @Test
    void read_ownCases_areTheSameForEveryReader() throws Exception {
        for (Map.Entry<String, byte[]> own : OWN.entrySet()) {
            Path file = Files.write(folder.resolve(own.getKey()), own.getValue());
            if (own.getKey().equals("nostart.sgf")) {
                requireNoStart(file);
            } else {
                requireRead(file);
            }
        }
    }

    /** Commands that read a record, and what they say of it unless they are strict. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replay        | warning: line 1, column 27: US: ",
                "score         | Warning: line 1, column 27: US: ",
                "planes --json | line 1, column 27: US: ",
                "race --static | there is no race",
                "data read-sgf | line 1, column 27: US: ",
                "play          | Warning: line 1, column 27: US: ",
                "gtp           | ="
            })
    void strict_recordThatBreaksTheFormat_isRefusedAtItsPlaceAndOtherwiseRead(String command, String reading)
            throws IOException {
        String file = Files.writeString(folder.resolve("bracket.sgf"), "(;GM[1]SZ[9]KM[7]US[joe[3d]];B[ee];W[cc])")
                .toString();
        boolean isInput = command.startsWith("play") || command.equals("gtp");
        String input = command.equals("gtp") ? "loadsgf " + file + "\n" : "load " + file + "\n";
        String last = isInput ? "" : " " + file;

        CommandRun tolerant = CommandRun.reading(input, (command + last).split(" "));
        CommandRun strict = CommandRun.reading(input, (command + " --strict" + last).split(" "));

        assertThat(tolerant.out() + tolerant.err()).contains(reading).doesNotContain("column 28");
        // The protocol has one answer for a file that it cannot load; the log has the reason.
        assertThat(strict.out() + strict.err())
                .contains(command.equals("gtp") ? "? cannot load file" : "line 1, column 28")
                .doesNotContain(reading);
    }

    @Test
    @Tag("full")
    void read_sharedCases_areTheSameForEveryReader() throws Exception {
        assumeTrue(Files.isDirectory(SHARED), "no folder shared/cases beside the working copy");
        for (Path file : files()) {
            if (file.endsWith("nostart.sgf")) {
                requireNoStart(file);
                continue;
            }
            requireRead(file);
            ParsedRecord parsed = RecordFile.read(file, SgfMode.TOLERANT);
            String name = String.valueOf(file.getFileName());
            boolean isLarge = name.equals("komi-375.sgf");
            boolean isRight = List.of("sjis-a.sgf", "gb2312-b.sgf", "ca-late.sgf", "u16.sgf")
                    .contains(name);
            assertThat(parsed.record().grid()).as(name).hasToString(isLarge ? "19x19" : "9x9");
            assertThat(parsed.warnings()).as(name).hasSize(isRight ? 0 : 1);
        }
        assertThat(komi("komi-375.sgf")).isEqualTo(7.5);
        assertThat(komi("km-text.sgf")).isEqualTo(5.5);
        assertThat(RecordFile.read(SHARED.resolve("ha-text.sgf"), SgfMode.TOLERANT)
                        .record()
                        .handicap())
                .isZero();
    }

    private static double komi(String name) throws RecordException {
        return RecordFile.read(SHARED.resolve(name), SgfMode.TOLERANT)
                .record()
                .komi()
                .orElseThrow();
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.list(SHARED)) {
            return paths.filter(path -> path.toString().endsWith(".sgf"))
                    .sorted()
                    .toList();
        }
    }
}
