package dev.tengen.arena.pairing;

import java.util.List;
import java.util.Set;

/** A format of tournaments. Immutable: all it goes by is what it is told. */
public interface Pairing {
    /**
     * Returns the pairs to start next, at most {@code count}, the most urgent first, and none with a player among {@code
     * absent}. None are returned if there is nothing to start before some game ends or somebody comes, or if nothing is left at
     * all.
     */
    List<PlannedPair> next(TournamentProgress progress, Set<String> absent, int count);

    /** Returns the pairs to start next, at most {@code count}, where everybody is present. */
    default List<PlannedPair> next(TournamentProgress progress, int count) {
        return next(progress, Set.of(), count);
    }

    /** Returns whether every pair was started and every game is over. */
    boolean isOver(TournamentProgress progress);
}
