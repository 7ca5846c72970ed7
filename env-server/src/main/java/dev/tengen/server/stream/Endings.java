package dev.tengen.server.stream;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams to end when the server stops. Thread-safe. */
public final class Endings {
    private final Set<Runnable> endings = ConcurrentHashMap.newKeySet();
    private volatile boolean isEnding;

    /** Calls {@code ending} when the server stops: now, if it does so already. */
    public void add(Runnable ending) {
        endings.add(ending);
        if (isEnding) {
            ending.run();
        }
    }

    /** Forgets {@code ending}. */
    public void remove(Runnable ending) {
        endings.remove(ending);
    }

    /** Ends every stream, each once it has answered the request under way; later ones end at once. */
    public void endAll() {
        isEnding = true;
        endings.forEach(Runnable::run);
    }
}
