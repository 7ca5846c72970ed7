package dev.tengen.web;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.SetMultimap;
import java.util.List;

/** The open streams of each game, which are counted and not named. Thread-safe. */
final class Audiences {
    private final SetMultimap<Object, Runnable> listeners = Multimaps.synchronizedSetMultimap(HashMultimap.create());

    /** Adds a stream of {@code game}. Its {@code listener} runs after each change of the count, this one included. */
    void join(Object game, Runnable listener) {
        if (listeners.put(game, listener)) {
            report(game);
        }
    }

    /** Removes a stream of {@code game}; does nothing if it is not there. */
    void leave(Object game, Runnable listener) {
        if (listeners.remove(game, listener)) {
            report(game);
        }
    }

    /** Returns the number of streams of {@code game}. */
    int count(Object game) {
        return listeners.get(game).size();
    }

    private void report(Object game) {
        List.copyOf(listeners.get(game)).forEach(Runnable::run);
    }
}
