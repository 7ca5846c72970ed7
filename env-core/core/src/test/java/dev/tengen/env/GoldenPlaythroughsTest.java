package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.planes.catalog.Encodings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A short episode in every encoding of the catalogue, kept as text and reviewed like code.
 *
 * <p>{@code -Dtengen.golden=write} rewrites the files.
 */
class GoldenPlaythroughsTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/playthroughs");
    private static final boolean IS_WRITING = "write".equals(System.getProperty("tengen.golden"));
    private static final String REMEDY =
            "mvn -pl env-core/core test -Dtest=GoldenPlaythroughsTest -Dtengen.golden=write writes it anew; review the change";

    /** A ko at the top; at the bottom a white eye of two points. */
    private static final String START = """
            . . X O .
            . . . X O
            . . . . .
            O O O . .
            . . O . .
            """;

    /**
     * Black takes the ko, each side plays elsewhere, and White takes it back. Black commits suicide with two stones;
     * afterwards a stone in the eye and the ko would repeat earlier boards. Black plays at the other point of the eye,
     * where a second stone would repeat the board, and takes the ko again. White captures, and both pass.
     */
    private static final List<String> ACTIONS =
            List.of("E5", "D3", "A1", "D5", "B1", "pass", "B1", "pass", "E5", "A1", "pass", "pass");

    private static Playthrough play(String encoding) {
        Environment environment = new Environment(
                TestSpec.drawn(START).komi(7.5).encodings(encoding).build(), 1);
        Playthrough playthrough = new Playthrough(environment);
        ACTIONS.forEach(playthrough::step);
        return playthrough;
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#names")
    void playthrough_everyEncoding_isAsBefore(String encoding) throws IOException {
        Path file = FOLDER.resolve(encoding + ".txt");
        String text = play(encoding).text();

        if (IS_WRITING) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }

        assertThat(file).as(REMEDY).exists();
        assertThat(Files.readString(file)).as(REMEDY).isEqualTo(text);
    }

    @Test
    void folder_files_areThoseOfTheCatalogue() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString().replaceFirst("\\.txt$", "")))
                    .as("each is named after an encoding of the catalogue")
                    .isSubsetOf(Encodings.names());
        }
    }

    @Test
    void playthrough_theEpisode_hasAllThatThereIsToShow() {
        Playthrough playthrough = play("alphazero-17");

        assertThat(playthrough.counts()).isEqualTo(Map.of("captures", 4, "suicides", 1, "REPETITION", 7));
        assertThat(playthrough.lines("0. ", "1. ", "4. ", "5. ", "6. ", "10. ", "12. "))
                .containsExactly(
                        "0. The start",
                        "1. Black E5, captures 1",
                        "4. White D5, captures 1",
                        "5. Black B1, suicide of 2",
                        "6. White pass",
                        "10. White A1, captures 1",
                        "12. White pass");
        assertThat(playthrough.lines("illegal"))
                .contains("illegal: D5 REPETITION", "illegal: E5 REPETITION, A1 REPETITION");
    }
}
