package dev.tengen.arena.pairing;

import java.util.List;
import java.util.Set;

/** Decides who plays whom in a tournament, as a pure function of its progress. */
public interface Pairing {
    /**
     * Returns at most {@code count} pairs to start next, most urgent first, without the players in {@code absent}.
     * Returns none if nothing can start before a game ends or a player arrives, or if nothing is left.
     */
    List<PlannedPair> next(TournamentProgress progress, Set<String> absent, int count);

    /** Returns at most {@code count} pairs to start next if all players are present. */
    default List<PlannedPair> next(TournamentProgress progress, int count) {
        return next(progress, Set.of(), count);
    }

    /** Returns whether every pair has started and every game is over. */
    boolean isOver(TournamentProgress progress);

    /** Returns whether the tournament never ends and its players may join at any time. */
    default boolean isEndless() {
        return false;
    }

    /** Returns whether no pair starts before all players are present at once. */
    default boolean waitsForAll() {
        return false;
    }

    /** Returns the pairing of a tournament that begins. An endless pairing may return the same one each time. */
    default LivePairing begin() {
        return new ProgressPairing(this);
    }
}
