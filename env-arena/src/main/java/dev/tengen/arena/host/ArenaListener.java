package dev.tengen.arena.host;

import dev.tengen.arena.game.Verdict;

/** Hears of what is to be counted. Called from any thread; returns at once. */
public interface ArenaListener {
    /** Counts nothing. */
    ArenaListener NONE = new ArenaListener() {};

    /** An agent has answered a turn, {@code nanos} after it was offered. */
    default void answered(long nanos) {}

    /** A game has ended, and its result is kept. */
    default void ended(Verdict verdict) {}
}
