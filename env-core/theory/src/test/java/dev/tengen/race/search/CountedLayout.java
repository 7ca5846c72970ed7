package dev.tengen.race.search;

import dev.tengen.board.Color;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceSide;

/** Counts races of class 0 and 1 from their parameters alone, by the rule for plain liberties and plain eyes. */
final class CountedLayout {
    private static final int[] EYE_LIBERTIES = {0, 1, 2, 3, 5, 8};

    private CountedLayout() {}

    /** Returns the status of the race of {@code layout}. */
    static RaceStatus status(RaceLayout layout) {
        RaceSide black = layout.isSwapped() ? layout.white() : layout.black();
        RaceSide white = layout.isSwapped() ? layout.black() : layout.white();
        return RaceStatus.of(
                result(black, white, layout.shared(), Color.BLACK), result(black, white, layout.shared(), Color.WHITE));
    }

    private static RaceResult result(RaceSide black, RaceSide white, int shared, int first) {
        int lead = liberties(black) - liberties(white);
        int rank = rank(black) - rank(white);
        boolean isEyeless = rank(black) + rank(white) == 0;
        int needed = isEyeless && shared > 0 ? shared - 1 : shared;
        boolean blackCan = rank <= 0 && lead >= needed + (first == Color.BLACK ? 0 : 1);
        boolean whiteCan = rank >= 0 && -lead >= needed + (first == Color.WHITE ? 0 : 1);
        if (blackCan || (rank > 0 && !whiteCan)) {
            return RaceResult.BLACK_CAPTURES;
        }
        return whiteCan || rank < 0 ? RaceResult.WHITE_CAPTURES : RaceResult.SEKI;
    }

    /** Returns the number of moves to fill the liberties that are not shared. */
    private static int liberties(RaceSide side) {
        return side.external() + EYE_LIBERTIES[side.eye().area()] - side.stonesInEye();
    }

    /** Returns 0 without an eye, 1 for a small one, and its area for a large one. */
    private static int rank(RaceSide side) {
        int area = side.eye().area();
        return area < 4 ? Math.min(area, 1) : area;
    }
}
