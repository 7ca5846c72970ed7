package dev.tengen.planes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Observations against vectors that the published encoders themselves made. The vectors are not part of the project:
 * where no folder {@code shared/golden} lies beside a folder above this one, the test is skipped.
 */
class GoldenVectorsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "alphazero-17, 175, 0",
        "minigo-17, 203, 28",
        "pgx-17, 175, 0",
        "pettingzoo-v5, 175, 0",
        "leelazero-18, 175, 0",
        "gymgo-6, 175, 0",
        "openspiel-4, 262, 0",
        "alphago-48, 175, 0"
    })
    void encode_everyGoldenRecord_isEqualBitForBit(String encoding, int recordCount, int setupCount)
            throws IOException {
        Optional<Path> file = goldenFile(encoding + ".jsonl.gz");
        assumeThat(file).as("golden vectors").isPresent();

        List<String> records = lines(file.orElseThrow());

        for (String record : records) {
            Game game = game(record);
            List<String> planes = DrawnPlanes.of(encoding, game);
            assertThat(planes)
                    .as("game %s move %s", text(record, "name"), text(record, "n"))
                    .isEqualTo(planes(record));
            assertThat(sha256(peerTensor(planes, Encodings.spec("encoding", encoding), game.grid())))
                    .as("tensor of the peer, game %s move %s", text(record, "name"), text(record, "n"))
                    .isEqualTo(text(record, "peer_sha256"));
        }
        assertThat(records).hasSize(recordCount);
        assertThat(records.stream().filter(record -> has(record, "setup_black")))
                .hasSize(setupCount);
    }

    /** Lays planes out as the peer does, a byte for each value. */
    private static byte[] peerTensor(List<String> planes, EncodingSpec spec, Grid grid) {
        byte[] tensor = new byte[planes.size() * grid.pointCount()];
        for (int plane = 0; plane < planes.size(); plane++) {
            String values = planes.get(plane).replace("/", "");
            for (int point = 0; point < grid.pointCount(); point++) {
                int index = spec.peer().index(plane, planes.size(), point, grid);
                tensor[index] = (byte) (values.charAt(point) - '0');
            }
        }
        return tensor;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError("every Java has SHA-256", error);
        }
    }

    private static Optional<Path> goldenFile(String name) {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve("shared/golden").resolve(name))
                .filter(Files::exists)
                .findFirst();
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream input = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** Plays the moves of a record. The peers know other rules of repetition, so legality is not asked for. */
    private static Game game(String record) {
        Grid grid = Grid.of(Integer.parseInt(text(record, "w")), Integer.parseInt(text(record, "h")));
        Setup setup = has(record, "setup_black")
                ? new Setup(
                        grid,
                        PointSet.of(grid, numbers(record, "setup_black")),
                        PointSet.of(grid, numbers(record, "setup_white")),
                        text(record, "first").equals("B") ? Color.BLACK : Color.WHITE)
                : Setup.empty(grid);
        Game game = new Game(setup, Rules.TROMP_TAYLOR.withKo(Ko.NONE));
        for (int move : numbers(record, "moves")) {
            game.playUnchecked(move);
        }
        return game;
    }

    private static int[] numbers(String record, String field) {
        return Arrays.stream(text(record, field).split(","))
                .map(String::strip)
                .filter(number -> !number.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static boolean has(String record, String field) {
        return record.contains("\"" + field + "\"");
    }

    private static List<String> planes(String record) {
        return Arrays.stream(text(record, "planes").split(","))
                .map(plane -> plane.replace("\"", "").strip())
                .toList();
    }

    /** Returns the value of a field: a number, a string, or what stands between the brackets of a list. */
    private static String text(String record, String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\": ?(?:\\[([^]]*)]|\"([^\"]*)\"|([-0-9.]+))")
                .matcher(record);
        if (!matcher.find()) {
            throw new AssertionError("no field " + field + " in " + record);
        }
        return Stream.of(1, 2, 3)
                .map(matcher::group)
                .filter(group -> group != null)
                .findFirst()
                .orElseThrow();
    }
}
