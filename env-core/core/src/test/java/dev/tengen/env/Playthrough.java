package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Legality;
import dev.tengen.game.Score;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.catalog.DrawnPlanes;
import dev.tengen.testing.Diagrams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An episode as text: after each action the board, the mask, every plane of one encoding, the globals, the reward and
 * the score. All of it comes from the environment.
 */
final class Playthrough {
    /** Number of drawings per line. */
    private static final int BAND = 12;

    private final Environment environment;
    private final EncodingSpec encoding;
    private final StringBuilder text = new StringBuilder();
    private final Map<Legality, Integer> illegal = new EnumMap<>(Legality.class);
    private int captureCount;
    private int suicideCount;

    /** Starts with the first position of an environment with one encoding. */
    Playthrough(Environment environment) {
        this.environment = environment;
        encoding = environment.encodings().get(0).spec();
        text.append("%s, version %d: %s\n\n".formatted(encoding.name(), encoding.version(), encoding.summary()));
        addFeatures("plane", encoding.planes());
        addFeatures("global", encoding.globals());
        addPosition("The start");
    }

    private void addFeatures(String kind, List<Feature> features) {
        for (int index = 0; index < features.size(); index++) {
            text.append(
                    "%s %2d  %s\n".formatted(kind, index, features.get(index).name()));
        }
    }

    /** Plays a move in coordinates such as "C3", and appends the result. */
    void step(String name) {
        Grid grid = environment.game().grid();
        int action = grid.point(name);
        String mover = Color.name(environment.game().playerToMove());
        Legality legality = environment.step(action);
        if (!legality.isLegal()) {
            throw new AssertionError(name + " is " + legality + " in\n" + Diagrams.draw(environment.game()));
        }
        addPosition(mover + " " + name + effect(action));
    }

    private String effect(int action) {
        int count = action == environment.game().grid().pass()
                ? 0
                : environment.game().removedCount();
        if (count == 0) {
            return "";
        }
        boolean isSuicide = environment.game().colorAt(action) == Color.EMPTY;
        suicideCount += isSuicide ? 1 : 0;
        captureCount += isSuicide ? 0 : 1;
        return (isSuicide ? ", suicide of " : ", captures ") + count;
    }

    private void addPosition(String title) {
        Score score = environment.game().score();
        text.append("\n%d. %s\n".formatted(environment.game().moveNumber(), title));
        text.append("reward %s %s, score %s (Black %d, White %d), %s\n"
                .formatted(
                        environment.reward(Color.BLACK),
                        environment.reward(Color.WHITE),
                        score.text(),
                        score.blackArea(),
                        score.whiteArea(),
                        environment.isOver()
                                ? "over: " + environment.endReason()
                                : Color.name(environment.game().playerToMove()) + " to move"));
        addIllegal();
        addDrawings();
        addGlobals();
    }

    private void addIllegal() {
        Grid grid = environment.game().grid();
        List<String> words = new ArrayList<>();
        for (int point = 0; point < grid.pointCount(); point++) {
            Legality legality = environment.legality(point);
            if (legality != Legality.LEGAL && legality != Legality.OCCUPIED && !environment.isOver()) {
                illegal.merge(legality, 1, Integer::sum);
                words.add(grid.name(point) + " " + legality);
            }
        }
        text.append(words.isEmpty() ? "" : "illegal: " + String.join(", ", words) + "\n");
    }

    private void addDrawings() {
        Grid grid = environment.game().grid();
        String mask = IntStream.range(0, grid.moveCount())
                .mapToObj(action -> (environment.actionMask()[action / 8] & 0x80 >> action % 8) == 0 ? "." : "1")
                .collect(Collectors.joining());
        text.append("pass: ").append(mask.charAt(grid.pass())).append('\n');
        List<Drawing> drawings = new ArrayList<>();
        drawings.add(new Drawing("board", rows(Diagrams.draw(environment.game()).replaceAll("\\s", ""), grid)));
        drawings.add(new Drawing("mask", rows(mask.substring(0, grid.pointCount()), grid)));
        List<String> planes = DrawnPlanes.unpack(environment.observations().get(0), encoding.planeCount(), grid);
        for (int plane = 0; plane < planes.size(); plane++) {
            String drawn = planes.get(plane).replace('0', '.');
            drawings.add(new Drawing(Integer.toString(plane), List.of(drawn.split("/", -1))));
        }
        for (int from = 0; from < drawings.size(); from += BAND) {
            addBand(drawings.subList(from, Math.min(from + BAND, drawings.size())), grid);
        }
    }

    private static List<String> rows(String points, Grid grid) {
        return IntStream.range(0, grid.height())
                .mapToObj(row -> points.substring(row * grid.width(), (row + 1) * grid.width()))
                .toList();
    }

    private void addBand(List<Drawing> band, Grid grid) {
        text.append('\n');
        addLine(band.stream().map(Drawing::title).toList(), grid);
        for (int row = 0; row < grid.height(); row++) {
            int index = row;
            addLine(band.stream().map(drawing -> drawing.rows().get(index)).toList(), grid);
        }
    }

    private void addLine(List<String> cells, Grid grid) {
        String format = "%-" + (grid.width() + 2) + "s";
        String line = cells.stream().map(format::formatted).collect(Collectors.joining());
        text.append(line.stripTrailing()).append('\n');
    }

    private void addGlobals() {
        float[] globals = new float[encoding.globals().size()];
        if (globals.length == 0) {
            return;
        }
        environment.encodings().get(0).encodeGlobals(environment.game(), globals, 0);
        // Java versions differ in the number of digits of a float.
        text.append("\nglobals: ")
                .append(IntStream.range(0, globals.length)
                        .mapToObj(index -> String.format(Locale.ROOT, "%.6f", globals[index]))
                        .collect(Collectors.joining(" ")))
                .append('\n');
    }

    /** Returns the text so far. */
    String text() {
        return text.toString();
    }

    /** Returns the lines so far that start with one of {@code words}. */
    List<String> lines(String... words) {
        return text.toString()
                .lines()
                .filter(line -> Arrays.stream(words).anyMatch(line::startsWith))
                .toList();
    }

    /** Returns the numbers of captures and suicides, and of illegal empty points for each reason. */
    Map<String, Integer> counts() {
        Map<String, Integer> counts = illegal.entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
        counts.put("captures", captureCount);
        counts.put("suicides", suicideCount);
        return counts;
    }

    private record Drawing(String title, List<String> rows) {}
}
