package dev.tengen.race;

import dev.tengen.board.Color;
import java.util.Optional;

/**
 * The result of analyzing a race.
 *
 * @param race the race
 * @param status the outcome in one word, or why it is unknown
 * @param method how the race was decided; empty if it was not
 * @param declined why counting does not decide the race; empty if it does
 * @param liberties the points that the race is fought over
 * @param eyeLibertiesBlack the number of liberties that Black's eye counts for; 0 without an eye
 * @param eyeLibertiesWhite the number of liberties that White's eye counts for; 0 without an eye
 * @param sum the values of the regions; empty if they could not be counted
 * @param blackFirst the outcome if Black moves first
 * @param whiteFirst the outcome if White moves first
 * @param isConditionalOnKo whether the result holds only if no ko threats are played elsewhere
 * @param nodes the number of searched states; 0 if counting was enough
 */
public record RaceAnalysis(
        Race race,
        RaceStatus status,
        Optional<RaceMethod> method,
        Optional<RaceDecline> declined,
        RaceLiberties liberties,
        int eyeLibertiesBlack,
        int eyeLibertiesWhite,
        Optional<RaceSum> sum,
        RaceOutcome blackFirst,
        RaceOutcome whiteFirst,
        boolean isConditionalOnKo,
        long nodes) {
    /** Returns the outcome if {@code color} moves first. */
    public RaceOutcome first(int color) {
        return color == Color.BLACK ? blackFirst : whiteFirst;
    }

    /** Returns the number of liberties that the eye of {@code color} counts for. */
    public int eyeLiberties(int color) {
        return color == Color.BLACK ? eyeLibertiesBlack : eyeLibertiesWhite;
    }
}
