package dev.tengen.testing;

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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A position with the planes that a published encoder itself made of it: one line of a file of golden vectors.
 *
 * @param line the JSON object
 */
public record GoldenRecord(String line) {
    private static final String FOLDER = "shared/golden";

    /**
     * Returns the vectors of an encoding, or nothing where no folder {@code shared/golden} lies beside a folder above this
     * one: the vectors are not part of the project.
     */
    public static Optional<List<GoldenRecord>> all(String encoding) throws IOException {
        Optional<Path> file = Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve(FOLDER).resolve(encoding + ".jsonl.gz"))
                .filter(Files::exists)
                .findFirst();
        return file.isEmpty() ? Optional.empty() : Optional.of(read(file.orElseThrow()));
    }

    private static List<GoldenRecord> read(Path file) throws IOException {
        try (InputStream input = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(GoldenRecord::new)
                    .toList();
        }
    }

    /** Returns what to call the position in messages. */
    public String name() {
        return text("name") + " move " + text("n");
    }

    /** Plays the moves. The peers know other rules of repetition, so legality is not asked for. */
    public Game game() {
        Grid grid = Grid.of(Integer.parseInt(text("w")), Integer.parseInt(text("h")));
        Game game = new Game(isSetUp() ? setup(grid) : Setup.empty(grid), Rules.TROMP_TAYLOR.withKo(Ko.NONE));
        for (int move : numbers("moves")) {
            game.playUnchecked(move);
        }
        return game;
    }

    /** Returns whether the game began with stones. */
    public boolean isSetUp() {
        return line.contains("\"setup_black\"");
    }

    private Setup setup(Grid grid) {
        PointSet black = PointSet.of(grid, numbers("setup_black"));
        PointSet white = PointSet.of(grid, numbers("setup_white"));
        return new Setup(grid, black, white, text("first").equals("B") ? Color.BLACK : Color.WHITE);
    }

    /** Returns the planes, each drawn as zeros and ones with a slash between rows. */
    public List<String> planes() {
        return Arrays.stream(text("planes").split(","))
                .map(plane -> plane.replace("\"", "").strip())
                .toList();
    }

    private int[] numbers(String field) {
        return Arrays.stream(text(field).split(","))
                .map(String::strip)
                .filter(number -> !number.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** Returns the value of a field: a number, a string, or what stands between the brackets of a list. */
    public String text(String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\": ?(?:\\[([^]]*)]|\"([^\"]*)\"|([-0-9.]+))")
                .matcher(line);
        if (!matcher.find()) {
            throw new AssertionError("no field " + field + " in " + line);
        }
        return Stream.of(1, 2, 3)
                .map(matcher::group)
                .filter(group -> group != null)
                .findFirst()
                .orElseThrow();
    }
}
