package dev.tengen.race;

import dev.tengen.board.Color;
import java.util.List;
import java.util.OptionalInt;

/**
 * What all regions of a race are worth together: by how many liberties Black's essential chain is ahead.
 *
 * @param components the regions, eyes among them, but not the shared liberties
 * @param cooled the sum of their cooled values, as text
 * @param adjustedBlackFirst the least integer that the sum is not above: what Black is ahead by if Black moves first
 * @param adjustedWhiteFirst the greatest integer that the sum is not below: what Black is ahead by if White moves first
 */
public record RaceSum(List<RaceComponent> components, String cooled, int adjustedBlackFirst, int adjustedWhiteFirst) {
    /** Copies the list. */
    public RaceSum {
        components = List.copyOf(components);
    }

    /** Returns by how many liberties Black is ahead if {@code color} moves first. */
    public int adjusted(int color) {
        return color == Color.BLACK ? adjustedBlackFirst : adjustedWhiteFirst;
    }

    /** Returns by how many liberties Black is ahead, whoever moves first; empty if that is not one number. */
    public OptionalInt delta() {
        return adjustedBlackFirst == adjustedWhiteFirst ? OptionalInt.of(adjustedBlackFirst) : OptionalInt.empty();
    }
}
