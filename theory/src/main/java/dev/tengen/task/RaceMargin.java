package dev.tengen.task;

import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceSide;
import java.util.OptionalInt;

/**
 * How many liberties a race is away from another result: the difference of the chains' liberties against what the shared ones ask
 * for, where counting decides.
 */
final class RaceMargin {
    private RaceMargin() {}

    /** Returns the margin of {@code layout}, at least 0; none where counting does not decide. */
    static OptionalInt of(RaceLayout layout) {
        if (layout.raceClass() != RaceClass.ZERO && layout.raceClass() != RaceClass.ONE) {
            return OptionalInt.empty();
        }
        RaceSide black = layout.black();
        RaceSide white = layout.white();
        int lead = liberties(black) - liberties(white);
        int blackRank = black.eyeShape().rank();
        int whiteRank = white.eyeShape().rank();
        if (blackRank != whiteRank) {
            int leadOfWorseEye = blackRank < whiteRank ? lead : -lead;
            return OptionalInt.of(Math.abs(leadOfWorseEye - layout.shared()));
        }
        int needed = blackRank > 0 || layout.shared() == 0 ? layout.shared() : layout.shared() - 1;
        return OptionalInt.of(Math.abs(Math.abs(lead) - needed));
    }

    private static int liberties(RaceSide side) {
        return side.external() + side.eyeShape().liberties();
    }
}
