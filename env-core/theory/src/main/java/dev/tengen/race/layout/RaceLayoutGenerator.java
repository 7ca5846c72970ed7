package dev.tengen.race.layout;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/**
 * A random generator of layouts. Equal generators give equal layouts on every machine.
 *
 * @param size width and height of the board
 * @param raceClass the kind of the regions
 * @param maxPointCount the maximum number of points that can change in the race, at least {@value #MIN_POINT_COUNT}:
 *     playable empty points, and stones that can be captured without ending the race
 */
public record RaceLayoutGenerator(int size, RaceClass raceClass, int maxPointCount) {
    /** The smallest allowed {@code maxPointCount}. */
    public static final int MIN_POINT_COUNT = 8;

    private static final int MAX_EXTERNAL = 6;
    private static final int MAX_SHARED = 4;
    private static final int MAX_SHAPES = 2;
    private static final int MIN_SIZE_OF_LOCAL = 13;
    private static final int MIN_SIZE_OF_TALL_EYES = 11;
    private static final List<RaceEye> ALL_EYES = List.of(RaceEye.values());
    private static final List<RaceEye> LOW_EYES =
            ALL_EYES.stream().filter(eye -> eye.height() <= 1).toList();

    /**
     * Creates a generator.
     *
     * @throws InvalidValueException if a value is out of range, or the board is too small for the class
     */
    public RaceLayoutGenerator {
        InvalidValueException.requireWithin("size", size, RaceLayout.MIN_SIZE, 19);
        if (raceClass == RaceClass.LOCAL && size < MIN_SIZE_OF_LOCAL) {
            throw InvalidValueException.outside("size", size, MIN_SIZE_OF_LOCAL, 19);
        }
        InvalidValueException.requireWithin("max_point_count", maxPointCount, MIN_POINT_COUNT, Integer.MAX_VALUE);
    }

    /** Returns the next layout drawn from {@code random}, with a random symmetry and exchange of colors. */
    public RaceLayout next(SplitMix64 random) {
        while (true) {
            RaceSide black = side(random);
            RaceSide white = side(random);
            int shared = random.nextInt(MAX_SHARED + 1);
            boolean isSwapped = random.nextInt(2) == 1;
            int symmetry = random.nextInt(RaceLayout.SYMMETRY_COUNT);
            if (RaceLayout.fits(size, black, white, shared)) {
                RaceLayout layout = new RaceLayout(size, black, white, shared, isSwapped, symmetry);
                if (layout.raceClass() == raceClass && layout.pointCount() <= maxPointCount && hasLiberties(layout)) {
                    return layout;
                }
            }
        }
    }

    private RaceSide side(SplitMix64 random) {
        int external = random.nextInt(MAX_EXTERNAL + 1);
        RaceEye eye = RaceEye.NONE;
        if (raceClass != RaceClass.ZERO && random.nextInt(3) != 0) {
            List<RaceEye> eyes = size < MIN_SIZE_OF_TALL_EYES ? LOW_EYES : ALL_EYES;
            eye = eyes.get(random.nextInt(eyes.size()));
        }
        int stones = random.nextInt(eye.maxStoneCount() + 1);
        List<RaceShape> shapes = new ArrayList<>();
        if (raceClass == RaceClass.LOCAL) {
            List<RaceShape> all = RaceShape.withoutKo();
            for (int left = random.nextInt(MAX_SHAPES + 1); left > 0; left--) {
                shapes.add(all.get(random.nextInt(all.size())));
            }
        }
        return new RaceSide(external, eye, stones, shapes);
    }

    /** Returns whether each chain has a liberty. */
    private static boolean hasLiberties(RaceLayout layout) {
        return layout.shared() > 0 || (hasOwn(layout.black()) && hasOwn(layout.white()));
    }

    private static boolean hasOwn(RaceSide side) {
        return side.external() > 0
                || side.eye() != RaceEye.NONE
                || !side.shapes().isEmpty();
    }
}
