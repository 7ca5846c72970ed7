package dev.tengen.planes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
    @CsvSource({"alphazero-17, 175"})
    void encode_everyGoldenRecord_isEqualBitForBit(String encoding, int recordCount) throws IOException {
        Optional<Path> file = goldenFile(encoding + ".jsonl.gz");
        assumeThat(file).as("golden vectors").isPresent();

        List<String> records = lines(file.orElseThrow());

        for (String record : records) {
            assertThat(DrawnPlanes.of(encoding, game(record)))
                    .as("game %s move %s", text(record, "name"), text(record, "n"))
                    .isEqualTo(planes(record));
        }
        assertThat(records).hasSize(recordCount);
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
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKo(Ko.NONE));
        for (String move : text(record, "moves").split(",")) {
            if (!move.isBlank()) {
                game.playUnchecked(Integer.parseInt(move.strip()));
            }
        }
        return game;
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
