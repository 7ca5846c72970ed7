package dev.tengen.race;

import dev.tengen.board.Color;
import java.util.Optional;

/**
 * All that is known of a race.
 *
 * @param race the race
 * @param status how it stands, or why that is not known
 * @param method how it was decided; empty if it was not
 * @param declined why counting does not decide it; empty if it does
 * @param liberties the points that it is fought over
 * @param eyeLibertiesBlack how many liberties Black's eyes count for, 0 if Black has none
 * @param eyeLibertiesWhite how many liberties White's eyes count for, 0 if White has none
 * @param sum what the regions are worth; empty if they could not be counted
 * @param blackFirst what comes of it if Black moves first
 * @param whiteFirst what comes of it if White moves first
 * @param isConditionalOnKo whether the answer holds only as long as no ko threats are played elsewhere
 * @param nodes how many states were searched; 0 where counting is enough
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
    /** Returns what comes of the race if {@code color} moves first. */
    public RaceOutcome first(int color) {
        return color == Color.BLACK ? blackFirst : whiteFirst;
    }

    /** Returns how many liberties the eyes of {@code color} count for. */
    public int eyeLiberties(int color) {
        return color == Color.BLACK ? eyeLibertiesBlack : eyeLibertiesWhite;
    }

    /** Returns how many liberties both essential chains share. */
    public int sharedCount() {
        return liberties.shared().size();
    }
}
