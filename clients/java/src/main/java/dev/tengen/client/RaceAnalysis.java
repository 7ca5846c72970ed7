package dev.tengen.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a capturing race stands. Points are in ascending order, on the board as it is.
 *
 * @param status how it stands, or why that is not known
 * @param method what proved it
 * @param declined why counting and combinatorial game theory did not answer; {@link RaceStatus#NONE} where they did
 * @param declinedReason the same in words; empty where they did
 * @param isConditionalOnKo whether the answer holds only where neither player has a ko threat elsewhere
 * @param blackFirst what comes of it if Black moves first
 * @param whiteFirst what comes of it if White moves first
 * @param black Black's chain and liberties
 * @param white White's chain and liberties
 * @param sharedPoints liberties of both chains
 * @param sum what the regions are worth; empty where they were not counted
 * @param nodeCount states searched
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
     * What comes of a race if a given player moves first.
     *
     * @param result the result under perfect play by both; empty where it is not known
     * @param winningPoints points at which that player can move first so that its capture is certain, none where it cannot
     *     capture; empty where they are not known
     */
    public record Outcome(Optional<RaceResult> result, Optional<List<Integer>> winningPoints) {}

    /**
     * One player's part in a race.
     *
     * @param chainPoints the essential chain
     * @param externalPoints liberties of it alone that the opponent can fill with no preparation
     * @param eyePoints points of its eyes: empty, or held by stones of the opponent
     * @param complexPoints empty points of the regions beside it whose worth is more than a count
     * @param eyeLibertyCount moves that the opponent needs to fill the eyes
     */
    public record Side(
            List<Integer> chainPoints,
            List<Integer> externalPoints,
            List<Integer> eyePoints,
            List<Integer> complexPoints,
            int eyeLibertyCount) {}

    /**
     * What all regions of a race are worth together, shared liberties not counted.
     *
     * @param components the regions, eyes among them
     * @param cooled the sum of their cooled worths, as in "-1^*"
     * @param delta by how many liberties Black is ahead; empty where that depends on who moves first
     * @param adjustedBlackFirst by how many liberties Black is ahead if Black moves first
     * @param adjustedWhiteFirst by how many liberties Black is ahead if White moves first
     */
    public record Sum(
            List<Component> components,
            String cooled,
            OptionalInt delta,
            int adjustedBlackFirst,
            int adjustedWhiteFirst) {}

    /**
     * A region beside an essential chain, and what it is worth in liberties.
     *
     * @param owner whose chain it is
     * @param isEye whether the region is an eye
     * @param points its empty points
     * @param value its worth as a combinatorial game, as in "{4|0}": positive for Black
     * @param cooled the worth cooled by 2
     * @param temperature the temperature of the worth, a fraction as in "3/4"
     * @param mean the mean of the worth, likewise
     */
    public record Component(
            Color owner,
            boolean isEye,
            List<Integer> points,
            String value,
            String cooled,
            String temperature,
            String mean) {}

    /** Returns what comes of the race if {@code color} moves first. */
    public Outcome first(Color color) {
        return color == Color.BLACK ? blackFirst : whiteFirst;
    }
}
