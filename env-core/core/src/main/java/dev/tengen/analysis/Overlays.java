package dev.tengen.analysis;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The registry of overlays by name. Spellings of names are those of {@link Names}. */
public final class Overlays {
    /** All overlays by their folded names. */
    private static final Map<String, Entry> BY_NAME = new LinkedHashMap<>();

    static {
        add("pass-alive", "2 a pass-alive stone, 1 a point of pass-alive territory", -2, 2, Overlays::passAlive);
        add("eyes", "2 an eye of one point, 1 a false one", -2, 2, grid -> Overlays::writeEyes);
        add("ladders", "a stone that can be captured in a ladder", -1, 1, Overlays::ladders);
        add(
                "age",
                "moves made since the stone was played, 0 for the last one; -1 no stone",
                StoneAges.NO_STONE,
                Integer.MAX_VALUE,
                Overlays::age);
        add("influence", "how far stones reach out", -Influence.MAX, Influence.MAX, Overlays::influence);
    }

    private Overlays() {}

    private static void add(String name, String meaning, int min, int max, Function<Grid, Writer> factory) {
        BY_NAME.put(Names.fold(name), new Entry(new OverlaySpec(name, meaning, min, max), factory));
    }

    /** Returns the specs of all overlays. */
    public static List<OverlaySpec> specs() {
        return BY_NAME.values().stream().map(Entry::spec).toList();
    }

    /** Returns the names of all overlays. */
    public static List<String> names() {
        return specs().stream().map(OverlaySpec::name).toList();
    }

    /**
     * Returns the spec of the overlay with the given name.
     *
     * @param field what the exception message calls the name
     * @param name the name, one of {@link #names()}
     * @throws InvalidValueException if there is no such overlay
     */
    public static OverlaySpec spec(String field, String name) {
        Entry entry = BY_NAME.get(Names.fold(name));
        if (entry == null) {
            throw InvalidValueException.notOneOf(field, name, names());
        }
        return entry.spec();
    }

    /** Returns a new overlay with the given name for games on {@code grid}; empty if there is no such overlay. */
    public static Optional<Overlay> named(String name, Grid grid) {
        return Optional.ofNullable(BY_NAME.get(Names.fold(name)))
                .map(entry -> new NamedOverlay(entry.spec(), entry.factory().apply(grid)));
    }

    private static Writer passAlive(Grid grid) {
        PassAlive passAlive = new PassAlive(grid);
        return (game, values) -> {
            passAlive.find(game.board(), game.rules().suicide());
            for (int color = Color.BLACK; color <= Color.WHITE; color++) {
                put(passAlive.territory(color), sign(color), values);
                put(passAlive.stones(color), 2 * sign(color), values);
            }
        };
    }

    private static void put(PointSet points, int value, int[] values) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            values[point] = value;
        }
    }

    private static void writeEyes(Game game, int[] values) {
        Board board = game.board();
        PointSet empty = board.points(Color.EMPTY);
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            // Both colors surround the only point of 1x1; it counts for neither.
            for (int color = Color.BLACK; color <= Color.WHITE; color++) {
                if (Eyes.isSurrounded(board, point, color)) {
                    values[point] += Eyes.isEye(board, point, color) ? 2 * sign(color) : sign(color);
                }
            }
        }
    }

    private static int sign(int color) {
        return color == Color.BLACK ? 1 : -1;
    }

    private static Writer ladders(Grid grid) {
        Ladders ladders = new Ladders(grid);
        HistoryCursor present = new HistoryCursor(grid);
        return (game, values) -> {
            present.startAt(game);
            ladders.read(game.board(), present.koPoint(game));
            for (int color = Color.BLACK; color <= Color.WHITE; color++) {
                PointSet stones = game.board().points(color);
                for (int stone = stones.first(); stone >= 0; stone = stones.next(stone)) {
                    values[stone] = ladders.captured().contains(stone) ? sign(color) : 0;
                }
            }
        };
    }

    private static Writer age(Grid grid) {
        StoneAges ages = new StoneAges(grid);
        return (game, values) -> {
            ages.update(game);
            for (int point = 0; point < grid.pointCount(); point++) {
                values[point] = ages.age(game, point);
            }
        };
    }

    private static Writer influence(Grid grid) {
        Influence influence = new Influence(grid);
        return (game, values) -> {
            influence.find(game.board());
            for (int point = 0; point < grid.pointCount(); point++) {
                values[point] = influence.at(point);
            }
        };
    }

    /** Writes the numbers of a position into an array of zeros. */
    private interface Writer {
        void write(Game game, int[] values);
    }

    private record Entry(OverlaySpec spec, Function<Grid, Writer> factory) {}

    private record NamedOverlay(OverlaySpec spec, Writer writer) implements Overlay {
        @Override
        public void write(Game game, int[] values) {
            Arrays.fill(values, 0, game.grid().pointCount(), 0);
            writer.write(game, values);
        }
    }
}
