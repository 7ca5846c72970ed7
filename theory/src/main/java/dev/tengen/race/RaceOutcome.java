package dev.tengen.race;

import dev.tengen.board.PointSet;
import java.util.Optional;

/**
 * What comes of a race if a given player moves first.
 *
 * @param result the result under perfect play by both; empty if it is not known
 * @param winningMoves the points of the race at which that player can move first so that its capture is certain, none if it
 *     cannot capture by moving first; empty if they are not known. Must not be changed
 */
public record RaceOutcome(Optional<RaceResult> result, Optional<PointSet> winningMoves) {
    /** Nothing is known. */
    public static final RaceOutcome UNKNOWN = new RaceOutcome(Optional.empty(), Optional.empty());
}
