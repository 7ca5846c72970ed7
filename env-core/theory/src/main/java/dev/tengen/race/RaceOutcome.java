package dev.tengen.race;

import dev.tengen.board.PointSet;
import java.util.Optional;

/**
 * The outcome of a race if a given player moves first.
 *
 * @param result the result under perfect play by both players; empty if unknown
 * @param winningMoves the first moves of that player that capture by force; an empty set if it cannot capture by moving
 *     first; {@code Optional.empty()} if unknown. The set must not be changed.
 */
public record RaceOutcome(Optional<RaceResult> result, Optional<PointSet> winningMoves) {
    /** The outcome if nothing is known. */
    public static final RaceOutcome UNKNOWN = new RaceOutcome(Optional.empty(), Optional.empty());
}
