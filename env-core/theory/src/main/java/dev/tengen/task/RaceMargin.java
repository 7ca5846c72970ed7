package dev.tengen.task;

import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceSide;
import java.util.OptionalInt;

/**
 * The margin of a race: the number of liberties by which it is away from another result. It compares the difference of
 * the chains' liberties with the threshold that the shared liberties set.
 */
final class RaceMargin {
    private RaceMargin() {}

    /** Returns the margin of {@code layout}, at least 0; empty if counting does not decide the race. */
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
