package dev.tengen.cli.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Races solved by another program by search. They are not part of the project: the test is skipped if no parent folder
 * has a file {@code shared/semeai-examples.json}.
 */
class RaceExamplesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    private static Optional<Path> examples() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .map(path -> path.resolve("shared/semeai-examples.json"))
                .filter(Files::exists)
                .findFirst();
    }

    private JsonNode analyze(JsonNode example, String... options) throws IOException {
        List<String> rows = new ArrayList<>();
        example.get("diagram").forEach(row -> rows.add(row.asText()));
        Path file = Files.write(folder.resolve("race.txt"), rows);
        List<String> command = new ArrayList<>(List.of("race", "--diagram", file.toString(), "--json"));
        command.addAll(List.of("--black", example.get("black_essential").asText()));
        command.addAll(List.of("--white", example.get("white_essential").asText()));
        command.addAll(List.of(options));
        return MAPPER.readTree(CommandRun.of(command.toArray(String[]::new)).out());
    }

    @Test
    void race_everyExample_isAsSearched() throws IOException {
        Optional<Path> file = examples();
        assumeThat(file).as("solved races").isPresent();
        int searched = 0;
        int counted = 0;

        for (JsonNode example : MAPPER.readTree(file.orElseThrow().toFile())) {
            JsonNode race = analyze(example);
            if (example.get("search_authoritative").asBoolean()) {
                assertThat(race.get("conditional_on_ko").asBoolean()).isFalse();
                assertSame(example, race, true);
                searched++;
            } else {
                assertThat(race.get("declined").asText()).isEqualTo("UNSUPPORTED_KO");
            }
            if (example.get("expected_static").asText().equals("SUPPORTED")) {
                JsonNode counting = analyze(example, "--static");
                assertThat(counting.get("declined").isNull()).isTrue();
                assertSame(example, counting, false);
                assertComponents(example, counting);
                counted++;
            }
        }

        assertThat(searched).isGreaterThanOrEqualTo(10);
        assertThat(counted).isGreaterThanOrEqualTo(8);
    }

    /** Compares results and winning moves. Counting alone may not know them. */
    private static void assertSame(JsonNode example, JsonNode race, boolean areMovesKnown) {
        String id = example.get("id").asText();
        for (String color : List.of("black", "white")) {
            String result = example.get(color + "_first").asText();
            assertThat(race.get(color + "_first").asText()).as(id).isEqualTo(result);
            JsonNode moves = race.get(color + "_winning_moves");
            assertThat(moves.isNull() && areMovesKnown).as(id).isFalse();
            if (result.startsWith(color.toUpperCase(Locale.ROOT)) && !moves.isNull()) {
                assertThat(texts(moves))
                        .as("%s, %s first", id, color)
                        .containsExactlyInAnyOrderElementsOf(texts(example.get(color + "_optimal_moves")));
            }
        }
    }

    private static void assertComponents(JsonNode example, JsonNode race) {
        for (JsonNode expected : example.path("components")) {
            List<String> found = new ArrayList<>();
            race.get("components").forEach(component -> found.add(values(component)));
            assertThat(found).as(example.get("id").asText()).contains(values(expected));
        }
    }

    private static String values(JsonNode component) {
        return component.get("owner").asText() + " " + component.get("value").asText() + " "
                + component.get("cooled").asText() + " "
                + component.get("temperature").asText() + " "
                + component.get("mean").asText();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
