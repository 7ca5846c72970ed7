package dev.tengen.race.count;

import dev.tengen.base.SplitMix64;
import dev.tengen.race.layout.RaceEye;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceShape;
import dev.tengen.race.layout.RaceSide;
import java.util.ArrayList;
import java.util.List;

/** Generates races with regions of any shape, including kos, eyes and traps. */
final class RandomShapes {
    private static final int SIZE = 13;
    private static final int MAX_POINTS = 14;
    private static final String SYMBOLS = "..XO";

    /** Shapes that are worth less if they hold the last liberty, or that are hot. Random ones almost never are. */
    private static final List<RaceShape> RARE = List.of(
            new RaceShape("trap1", List.of(".XX", "..X", "OXO")),
            new RaceShape("trap2", List.of("OX.", "X..", "XXO")),
            new RaceShape("trap3", List.of(".OXX", "OX..", ".XXO")),
            new RaceShape("trap4", List.of("OX..", "XOX.", "OX.O")),
            RaceShape.HOT_THREE,
            RaceShape.HOT_FOUR,
            RaceShape.HOT_BENT,
            RaceShape.COLD_THREE);

    private final SplitMix64 random;

    RandomShapes(long seed) {
        random = new SplitMix64(seed);
    }

    /** Returns the next race, with at least one such region. */
    RaceLayout next() {
        while (true) {
            RaceSide black = side();
            RaceSide white = side();
            int shared = random.nextInt(4);
            boolean hasShape = !black.shapes().isEmpty() || !white.shapes().isEmpty();
            if (hasShape && hasOwn(black) && hasOwn(white) && RaceLayout.fits(SIZE, black, white, shared)) {
                if (new RaceLayout(SIZE, black, white, shared).pointCount() <= MAX_POINTS) {
                    boolean isSwapped = random.nextInt(2) == 1;
                    int symmetry = random.nextInt(RaceLayout.SYMMETRY_COUNT);
                    return new RaceLayout(SIZE, black, white, shared, isSwapped, symmetry);
                }
            }
        }
    }

    /** Returns whether a chain certainly has a liberty. */
    private static boolean hasOwn(RaceSide side) {
        return side.external() > 0 || side.eye() != RaceEye.NONE;
    }

    private RaceSide side() {
        List<RaceShape> shapes = new ArrayList<>();
        for (int left = random.nextInt(3); left > 0; left--) {
            shapes.add(random.nextInt(2) == 0 ? RARE.get(random.nextInt(RARE.size())) : anyShape());
        }
        RaceEye eye = random.nextInt(3) == 0 ? RaceEye.values()[1 + random.nextInt(2)] : RaceEye.NONE;
        return new RaceSide(random.nextInt(4), eye, 0, shapes);
    }

    private RaceShape anyShape() {
        int width = 1 + random.nextInt(4);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < RaceShape.HEIGHT; row++) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < width; column++) {
                text.append(SYMBOLS.charAt(random.nextInt(SYMBOLS.length())));
            }
            rows.add(text.toString());
        }
        return new RaceShape("any", rows);
    }
}
