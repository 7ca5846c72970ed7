package dev.tengen.task;

import dev.tengen.race.RaceClass;
import dev.tengen.race.RaceEye;
import dev.tengen.race.RaceLayout;
import dev.tengen.race.RaceSide;
import java.util.OptionalInt;

/**
 * How many liberties a race is away from another result: the difference of the chains' liberties against what the shared ones ask
 * for, where counting decides.
 */
final class RaceMargin {
    /** Moves that it takes to fill an eye of so many points. */
    private static final int[] EYE_LIBERTIES = {0, 1, 2, 3, 5, 8, 12, 17};

    /** Eyes of up to so many points are as good as one another. */
    private static final int SMALL_EYE = 3;

    private RaceMargin() {}

    /** Returns the margin of {@code layout}, at least 0; none where counting does not decide. */
    static OptionalInt of(RaceLayout layout) {
        if (layout.raceClass() != RaceClass.ZERO && layout.raceClass() != RaceClass.ONE) {
            return OptionalInt.empty();
        }
        RaceSide black = layout.black();
        RaceSide white = layout.white();
        int lead = liberties(black) - liberties(white);
        int blackRank = rank(black.eye());
        int whiteRank = rank(white.eye());
        if (blackRank != whiteRank) {
            int leadOfWorseEye = blackRank < whiteRank ? lead : -lead;
            return OptionalInt.of(Math.abs(leadOfWorseEye - layout.shared()));
        }
        int needed = blackRank > 0 || layout.shared() == 0 ? layout.shared() : layout.shared() - 1;
        return OptionalInt.of(Math.abs(Math.abs(lead) - needed));
    }

    private static int liberties(RaceSide side) {
        return side.external() + EYE_LIBERTIES[side.eye().area()] - side.stonesInEye();
    }

    private static int rank(RaceEye eye) {
        return eye.area() > SMALL_EYE ? eye.area() : Math.min(eye.area(), 1);
    }
}
