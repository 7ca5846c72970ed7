package dev.tengen.task;

import dev.tengen.board.SplitMix64;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceShape;
import dev.tengen.race.layout.RaceSide;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A split of all races: training, validation or test. The split of a race depends only on what each chain has, not on
 * the size of the board, the symmetry or the colors.
 */
enum RaceSplit {
    TRAIN,
    VALIDATION,
    TEST;

    private static final int TENTHS = 10;
    private static final int TEST_TENTHS = 2;

    /** Returns the name used in parameters and labels. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the split of {@code layout}: seven tenths of all plans are for training, one tenth for validation, two
     * tenths for the test.
     */
    static RaceSplit of(RaceLayout layout) {
        int tenth = (int) Long.remainderUnsigned(hash(plan(layout)), TENTHS);
        return tenth < TEST_TENTHS ? TEST : tenth == TEST_TENTHS ? VALIDATION : TRAIN;
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

    private static long hash(String text) {
        long hash = 0;
        for (int index = 0; index < text.length(); index++) {
            hash = SplitMix64.mix(hash * 31 + text.charAt(index));
        }
        return hash;
    }
}
