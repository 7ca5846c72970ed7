package dev.tengen.task;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.race.layout.RaceEye;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceShape;
import dev.tengen.race.layout.RaceSide;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and formats the names of placed races: the name of the layout, its symmetry and its colors, such as
 * "e3-s2-e2/eyes1-0/turn5-swapped".
 */
final class RaceName {
    private static final String SHAPES = "(0|[a-z0-9]+(?:\\+[a-z0-9]+)*)";
    private static final String EYE = "([0-9][a-z]?)(?:n([1-9]))?";
    private static final Pattern PATTERN = Pattern.compile("e([0-9]{1,2})-s([0-9]{1,2})-e([0-9]{1,2})/eyes" + EYE + "-"
            + EYE + "(?:/shapes" + SHAPES + "-" + SHAPES + ")?/turn([0-7])(-swapped)?");

    private RaceName() {}

    /** Returns the name of {@code layout}. It does not include the size. */
    static String of(RaceLayout layout) {
        return layout.name() + "/turn" + layout.symmetry() + (layout.isSwapped() ? "-swapped" : "");
    }

    /**
     * Returns the layout on {@code grid} whose name, as returned by {@link #of}, is {@code name}.
     *
     * @throws InvalidValueException if there is none
     */
    static RaceLayout layout(String name, Grid grid) {
        Matcher matcher = PATTERN.matcher(name);
        if (!matcher.matches()) {
            throw unknown(name, grid);
        }
        try {
            RaceLayout layout = new RaceLayout(
                    grid.width(),
                    side(name, grid, matcher.group(1), matcher.group(4), matcher.group(5), matcher.group(8)),
                    side(name, grid, matcher.group(3), matcher.group(6), matcher.group(7), matcher.group(9)),
                    Integer.parseInt(matcher.group(2)),
                    matcher.group(11) != null,
                    Integer.parseInt(matcher.group(10)));
            if (of(layout).equals(name)) {
                return layout;
            }
        } catch (InvalidValueException e) {
            throw InvalidValueException.because(
                    "task_id \"" + name + "\" is no race: " + e.getMessage(), "task_id", name, allowed(grid));
        }
        throw unknown(name, grid);
    }

    private static InvalidValueException unknown(String name, Grid grid) {
        return InvalidValueException.not("task_id", "\"" + name + "\"", allowed(grid));
    }

    private static String allowed(Grid grid) {
        return "the name of a race of this task on " + grid + ", such as \"e3-s2-e2/eyes1-0/turn5-swapped\"";
    }

    private static RaceSide side(
            String name, Grid grid, String external, String eyeCode, String stonesInEye, String shapeCode) {
        RaceEye eye = Arrays.stream(RaceEye.values())
                .filter(candidate -> candidate.code().equals(eyeCode))
                .findFirst()
                .orElseThrow(() -> unknown(name, grid));
        List<RaceShape> shapes = shapeCode == null || shapeCode.equals("0")
                ? List.of()
                : Arrays.stream(shapeCode.split("\\+", -1))
                        .map(code -> shape(code, name, grid))
                        .toList();
        return new RaceSide(
                Integer.parseInt(external), eye, stonesInEye == null ? 0 : Integer.parseInt(stonesInEye), shapes);
    }

    private static RaceShape shape(String code, String name, Grid grid) {
        return RaceShape.withoutKo().stream()
                .filter(candidate -> candidate.name().equals(code))
                .findFirst()
                .orElseThrow(() -> unknown(name, grid));
    }
}
