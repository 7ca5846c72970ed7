package dev.tengen.cli.planes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.cli.CommandRun;
import dev.tengen.game.RulesText;
import dev.tengen.game.Setup;
import dev.tengen.sgf.GameInfo;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.RecordedMove;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the planes of game records with those of the published encoders. The vectors are not part of the project: a
 * test is skipped if no parent folder has a folder {@code shared/golden} with vectors of its encoding.
 */
class PlanesGoldenVectorsTest {
    /** Suffix of the rules of vectors whose areas were computed as if suicide were legal. */
    private static final String PASS_ALIVE_OPTION = "+pa";

    /** A rule that allows all moves of the peers, whose repetition rules no record can name. */
    private static final String RULES = "koSIMPLEscoreAREAtaxNONEsui1";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tengen.planes.catalog.Encodings#names")
    @Tag("full")
    void json_everyGoldenRecord_isThePeersPlanes(String encoding) throws IOException {
        Optional<Path> file = goldenFile(encoding + ".jsonl.gz");
        assumeThat(file).as("golden vectors").isPresent();
        int compared = 0;

        for (List<JsonNode> game : games(file.orElseThrow())) {
            compared += compare(encoding, game);
        }

        assertThat(compared).isGreaterThanOrEqualTo(175);
    }

    private static Optional<Path> goldenFile(String name) {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .map(path -> path.resolve("shared/golden").resolve(name))
                .filter(Files::exists)
                .findFirst();
    }

    /** Returns the records grouped by game and rules, the longest last in each group. */
    private static Collection<List<JsonNode>> games(Path file) throws IOException {
        Map<String, List<JsonNode>> games = new LinkedHashMap<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode vector = MAPPER.readTree(line);
                String key = List.of(vector.get("game"), vector.get("rules"), vector.get("komi"))
                        .toString();
                games.computeIfAbsent(key, name -> new ArrayList<>()).add(vector);
            }
        }
        games.values().forEach(game -> game.sort(Comparator.comparingInt(PlanesGoldenVectorsTest::length)));
        return games.values();
    }

    private static int length(JsonNode vector) {
        return vector.get("n").asInt();
    }

    /** Writes the longest record of a game, and requests the positions of all records at once. */
    private int compare(String encoding, List<JsonNode> vectors) throws IOException {
        JsonNode longest = vectors.get(vectors.size() - 1);
        Path file =
                Files.writeString(folder.resolve("game.sgf"), record(longest).toSgf());
        String name = rules(longest).endsWith(PASS_ALIVE_OPTION) ? encoding + ":pass_alive_under_suicide=1" : encoding;
        List<String> words = new ArrayList<>(List.of("planes", file.toString(), "--encoding", name, "--json"));
        vectors.forEach(vector -> words.add("--move=" + length(vector)));

        CommandRun run = CommandRun.of(words.toArray(String[]::new));

        assertThat(run.lines()).as(run.out()).hasSize(vectors.size());
        for (int index = 0; index < vectors.size(); index++) {
            JsonNode vector = vectors.get(index);
            JsonNode shown = MAPPER.readTree(run.lines().get(index));
            String position = "game " + vector.get("name").asText() + " move " + length(vector);
            assertThat(longest.get("moves").toString())
                    .startsWith(vector.get("moves").toString().replace("]", ""));
            if (!vector.has(
                    "peer_axes")) { // Else rows and columns have changed places, which the vector's layout leaves out.
                assertThat(shown.get("layout").asText())
                        .isEqualTo(vector.get("layout").asText());
            }
            assertThat(drawn(shown.get("planes"))).as(position).isEqualTo(peerPlanes(vector));
            assertThat(floats(shown.get("globals"))).as(position).isEqualTo(floats(vector.path("globals")));
        }
        return vectors.size();
    }

    private static GameRecord record(JsonNode vector) {
        Grid grid = Grid.of(vector.get("w").asInt(), vector.get("h").asInt());
        boolean isSetUp = vector.has("setup_black");
        int first = isSetUp && vector.get("first").asText().equals("W") ? Color.WHITE : Color.BLACK;
        Setup setup = isSetUp
                ? new Setup(
                        grid, points(grid, vector.get("setup_black")), points(grid, vector.get("setup_white")), first)
                : Setup.empty(grid);
        List<RecordedMove> moves = new ArrayList<>();
        for (JsonNode move : vector.get("moves")) {
            moves.add(new RecordedMove(moves.size() % 2 == 0 ? first : Color.opponent(first), move.asInt()));
        }
        String rules = rules(vector).replace(PASS_ALIVE_OPTION, "");
        GameInfo info = GameInfo.NONE
                .withKomi(vector.get("komi").asDouble())
                .with(GameText.RULES, RulesText.parse(rules).isPresent() ? rules : RULES);
        return new GameRecord(setup, moves, info);
    }

    private static String rules(JsonNode vector) {
        return vector.get("rules").asText();
    }

    private static PointSet points(Grid grid, JsonNode points) {
        PointSet set = new PointSet(grid);
        points.forEach(point -> set.add(point.asInt()));
        return set;
    }

    /** Returns the planes as text, with rows in the order of the peer. */
    private static List<String> drawn(JsonNode planes) {
        List<String> drawn = new ArrayList<>();
        for (JsonNode plane : planes) {
            List<String> rows = new ArrayList<>();
            plane.forEach(row -> rows.add(row.toString().replaceAll("[^01]", "")));
            drawn.add(String.join("/", rows));
        }
        return drawn;
    }

    /** Returns the planes of a vector, whose rows are from the top, with rows in the order of the peer. */
    private static List<String> peerPlanes(JsonNode vector) {
        boolean isFromTop = vector.get("peer_row0").asText().equals("top");
        List<String> planes = new ArrayList<>();
        for (JsonNode plane : vector.get("planes")) {
            List<String> rows = new ArrayList<>(List.of(plane.asText().split("/", -1)));
            if (!isFromTop) {
                Collections.reverse(rows);
            }
            planes.add(String.join("/", rows));
        }
        return planes;
    }

    private static List<Float> floats(JsonNode numbers) {
        List<Float> floats = new ArrayList<>();
        numbers.forEach(number -> floats.add((float) number.asDouble()));
        return floats;
    }
}
