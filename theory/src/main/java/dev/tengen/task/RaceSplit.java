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
 * A part of all races. To which one a race belongs follows from what each chain has, whatever the size of the board, however it
 * is turned, and whoever has it.
 */
enum RaceSplit {
    TRAIN,
    VALIDATION,
    TEST;

    private static final int TENTHS = 10;
    private static final int TEST_TENTHS = 2;

    /** Returns its name as parameters and labels tell it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the split of {@code layout}: seven tenths of all plans are for training, one for validation, two for the test. */
    static RaceSplit of(RaceLayout layout) {
        int tenth = (int) Long.remainderUnsigned(hash(plan(layout)), TENTHS);
        return tenth < TEST_TENTHS ? TEST : tenth == TEST_TENTHS ? VALIDATION : TRAIN;
    }

    /** Returns what layouts have in common that differ in size, symmetry, colors, or the order of what lies beside one another. */
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
