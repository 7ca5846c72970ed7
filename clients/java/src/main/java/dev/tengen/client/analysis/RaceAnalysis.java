package dev.tengen.client.analysis;

import dev.tengen.client.env.Color;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The analysis of a capturing race. Points are in ascending order, with no symmetry applied.
 *
 * @param status the status, or why it is unknown
 * @param method the method that proved it
 * @param declined why counting and combinatorial game theory gave no answer; {@link RaceStatus#NONE} if they did
 * @param declinedReason the same in words; empty if they gave an answer
 * @param isConditionalOnKo whether the answer holds only if neither player has a ko threat elsewhere
 * @param blackFirst the outcome if Black moves first
 * @param whiteFirst the outcome if White moves first
 * @param black Black's chain and liberties
 * @param white White's chain and liberties
 * @param sharedPoints liberties of both chains
 * @param sum the values of the regions; empty if they were not counted
 * @param nodeCount number of states searched
 */
public record RaceAnalysis(
        RaceStatus status,
        RaceMethod method,
        RaceStatus declined,
        String declinedReason,
        boolean isConditionalOnKo,
        Outcome blackFirst,
        Outcome whiteFirst,
        Side black,
        Side white,
        List<Integer> sharedPoints,
        Optional<Sum> sum,
        long nodeCount) {
    /**
     * The outcome of a race if a given player moves first.
     *
     * @param result the result under perfect play by both; empty if unknown
     * @param winningPoints first moves of that player that make its capture certain, none if it cannot capture; empty
     *     if unknown
     */
    public record Outcome(Optional<RaceResult> result, Optional<List<Integer>> winningPoints) {}

    /**
     * One player's chain and liberties in a race.
     *
     * @param chainPoints the essential chain
     * @param externalPoints liberties of this chain only that the opponent can fill without an approach move
     * @param eyePoints points of its eyes: empty, or occupied by the opponent
     * @param complexPoints empty points of its adjacent regions whose value is not a plain number
     * @param eyeLibertyCount number of moves that the opponent needs to fill the eyes
     */
    public record Side(
            List<Integer> chainPoints,
            List<Integer> externalPoints,
            List<Integer> eyePoints,
            List<Integer> complexPoints,
            int eyeLibertyCount) {}

    /**
     * The total value of all regions of a race, without shared liberties.
     *
     * @param components the regions, eyes among them
     * @param cooled the sum of their cooled values, as in "-1^*"
     * @param delta Black's lead in liberties; empty if it depends on who moves first
     * @param adjustedBlackFirst Black's lead in liberties if Black moves first
     * @param adjustedWhiteFirst Black's lead in liberties if White moves first
     */
    public record Sum(
            List<Component> components,
            String cooled,
            OptionalInt delta,
            int adjustedBlackFirst,
            int adjustedWhiteFirst) {}

    /**
     * A region adjacent to an essential chain, and its value in liberties.
     *
     * @param owner the color of the chain
     * @param isEye whether the region is an eye
     * @param points its empty points
     * @param value its value as a combinatorial game, as in "{4|0}"; positive for Black
     * @param cooled the value cooled by 2
     * @param temperature the temperature of the value, a fraction as in "3/4"
     * @param mean the mean of the value, a fraction as in "3/4"
     */
    public record Component(
            Color owner,
            boolean isEye,
            List<Integer> points,
            String value,
            String cooled,
            String temperature,
            String mean) {}

    /** Returns the outcome of the race if {@code color} moves first. */
    public Outcome first(Color color) {
        return color == Color.BLACK ? blackFirst : whiteFirst;
    }
}
