package dev.tengen.arena.pairing;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.util.List;
import java.util.Set;

/**
 * The pairing of a tournament in progress. It receives each start and each end, and keeps what it needs. Not
 * thread-safe.
 */
public interface LivePairing {
    /**
     * Returns the pairs that may start next, most urgent first. Returns none if nothing can start before a game ends or
     * a player arrives, or if nothing is left.
     *
     * @param absent the players that cannot start a game now
     * @param playing the players with games in progress
     */
    List<PlannedPair> next(Set<String> absent, Set<String> playing);

    /** Adds a player. An endless pairing may get players at any time; others know their players, and ignore this. */
    default void joined(String player) {}

    /**
     * Sets the players that have withdrawn: no further pair of them starts. An endless pairing ignores this, since its
     * players come and go.
     */
    default void withdrawn(Set<String> players) {}

    /** Adds a pair that has started. */
    void started(PlannedPair pair);

    /** Adds the result of a game of a started pair. */
    void ended(GameResult result);

    /** Adds a void game of a started pair. */
    void voided(PlannedGame game);

    /**
     * Returns whether no pair is left to start, even if all players were present. The end of a game may change this.
     */
    boolean isExhausted();
}
