package dev.tengen.arena.pairing;

import java.util.List;

/** A format of tournaments. Immutable: all it goes by is what it is told. */
public interface Pairing {
    /**
     * Returns the pairs to start next, at most {@code count}, the most urgent first. None are returned if there is nothing
     * to start before some game ends, or if nothing is left at all.
     */
    List<PlannedPair> next(Progress progress, int count);

    /** Returns whether every pair was started and every game is over. */
    boolean isOver(Progress progress);
}
