package dev.tengen.arena.host;

import dev.tengen.arena.game.Verdict;

/** Listens to the events that metrics count. Called from any thread; must return at once. */
public interface ArenaListener {
    /** Does nothing. */
    ArenaListener NONE = new ArenaListener() {};

    /** Called when an agent has answered a turn, {@code nanos} nanoseconds after the offer. */
    default void answered(long nanos) {}

    /** Called when a game has ended and its result is stored. */
    default void ended(Verdict verdict) {}
}
