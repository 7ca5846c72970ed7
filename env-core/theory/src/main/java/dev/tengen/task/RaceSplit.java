package dev.tengen.task;

import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceShape;
import dev.tengen.race.layout.RaceSide;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The splits of races. They depend only on what each chain has, not on the size of the board, the symmetry or the
 * colors.
 */
final class RaceSplit {
    private RaceSplit() {}

    /** Returns the split of {@code layout}. */
    static TaskSplit of(RaceLayout layout) {
        return TaskSplit.of(plan(layout));
    }

    /**
     * Returns the plan of a layout: a text that is equal for layouts that differ only in size, symmetry, colors, or the
     * order of their shapes.
     */
    static String plan(RaceLayout layout) {
        RaceSide one = sorted(layout.black());
        RaceSide other = sorted(layout.white());
        return Stream.of(plan(one, other, layout.shared()), plan(other, one, layout.shared()))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static RaceSide sorted(RaceSide side) {
        List<RaceShape> shapes = new ArrayList<>(side.shapes());
        shapes.sort(Comparator.comparing(RaceShape::name));
        return new RaceSide(side.external(), side.eye(), side.stonesInEye(), shapes);
    }

    private static String plan(RaceSide first, RaceSide second, int shared) {
        return first + " " + second + " " + shared;
    }
}
