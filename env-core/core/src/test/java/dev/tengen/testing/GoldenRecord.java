package dev.tengen.testing;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
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

    /** What the rules of a record end in where KataGo looked for pass-alive areas as if suicide were legal. */
    private static final String ASSUMED_SUICIDE = "+pa";

    /**
     * Returns the vectors of an encoding, or nothing where no folder {@code shared/golden} lies beside a folder above
     * this one: the vectors are not part of the project.
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

    /** Returns what to put behind the name of the encoding for the option that the peer was run with. */
    public String option() {
        return text("rules").endsWith(ASSUMED_SUICIDE) ? ":pass_alive_under_suicide=1" : "";
    }

    /** Plays the moves. Most peers know other rules of repetition, so legality is not asked for. */
    public Game game() {
        Grid grid = Grid.of(Integer.parseInt(text("w")), Integer.parseInt(text("h")));
        Game game = new Game(isSetUp() ? setup(grid) : Setup.empty(grid), rules(grid));
        for (int move : numbers("moves")) {
            game.playUnchecked(move);
        }
        return game;
    }

    /** Returns the rules where the peer's planes depend on them, and else rules that forbid no repetition. */
    private Rules rules(Grid grid) {
        if (!has("rules_text")) {
            return Rules.TROMP_TAYLOR.withKo(Ko.NONE);
        }
        Rules rules = RulesPreset.named(text("rules").replace(ASSUMED_SUICIDE, ""))
                .orElseThrow()
                .rules(grid);
        return rules.withKomi(Double.parseDouble(text("komi")));
    }

    /** Returns whether the game began with stones. */
    public boolean isSetUp() {
        return has("setup_black");
    }

    private boolean has(String field) {
        return line.contains("\"" + field + "\"");
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

    /** Returns the globals; none for most encodings. */
    public float[] globals() {
        String[] numbers = has("globals") ? text("globals").split(",") : new String[0];
        float[] globals = new float[numbers.length];
        for (int index = 0; index < numbers.length; index++) {
            globals[index] = Float.parseFloat(numbers[index]);
        }
        return globals;
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
