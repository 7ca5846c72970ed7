package dev.tengen.race;

import java.util.List;
import java.util.OptionalInt;

/**
 * The sum of the regions of a race: by how many liberties Black's essential chain is ahead.
 *
 * @param components the regions, including eyes, but without the shared liberties
 * @param cooled the sum of their cooled values, as text
 * @param adjustedBlackFirst Black's lead in liberties if Black moves first: the smallest integer that is at least the
 *     sum
 * @param adjustedWhiteFirst Black's lead in liberties if White moves first: the largest integer that is at most the sum
 */
public record RaceSum(List<RaceComponent> components, String cooled, int adjustedBlackFirst, int adjustedWhiteFirst) {
    /** Creates a sum with a copy of the list. */
    public RaceSum {
        components = List.copyOf(components);
    }

    /** Returns Black's lead in liberties if it does not depend on who moves first; otherwise empty. */
    public OptionalInt delta() {
        return adjustedBlackFirst == adjustedWhiteFirst ? OptionalInt.of(adjustedBlackFirst) : OptionalInt.empty();
    }
}
