package dev.tengen.race;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.testing.Diagrams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A race solved by another program's exhaustive search.
 *
 * @param json the object in the file
 */
public record RaceExample(JsonNode json) {
    private static final String FILE = "shared/semeai-examples.json";

    /** Returns the examples; empty if no parent folder contains the file, which is not part of the project. */
    public static Optional<List<RaceExample>> all() throws IOException {
        Optional<Path> file = Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve(FILE))
                .filter(Files::exists)
                .findFirst();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        List<RaceExample> examples = new ArrayList<>();
        new ObjectMapper().readTree(file.orElseThrow().toFile()).forEach(json -> examples.add(new RaceExample(json)));
        return Optional.of(examples);
    }

    /** Returns the name. */
    public String id() {
        return json.get("id").asText();
    }

    /** Returns whether its answers hold for every history. */
    public boolean isAuthoritative() {
        return json.get("search_authoritative").asBoolean();
    }

    /** Returns the race. */
    public Race race() {
        List<String> rows = new ArrayList<>();
        json.get("diagram").forEach(row -> rows.add(row.asText()));
        String drawing = String.join("\n", rows).replace('_', '*');
        Board board = Diagrams.board(drawing);
        return new Race(
                board,
                Diagrams.marked(drawing),
                board.grid().point(json.get("black_essential").asText()),
                board.grid().point(json.get("white_essential").asText()));
    }

    /** Returns the result if {@code first} moves first. */
    public RaceResult result(int first) {
        return RaceResult.valueOf(json.get(color(first) + "_first").asText());
    }

    /** Returns the names of the moves with which {@code first} keeps the result, in alphabetical order. */
    public List<String> optimalMoves(int first) {
        List<String> names = new ArrayList<>();
        json.get(color(first) + "_optimal_moves").forEach(name -> names.add(name.asText()));
        return names.stream().sorted().toList();
    }

    private static String color(int color) {
        return color == Color.BLACK ? "black" : "white";
    }
}
