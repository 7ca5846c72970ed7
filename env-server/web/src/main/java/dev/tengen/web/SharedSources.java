package dev.tengen.web;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The sources of the open streams. Streams of sources with equal keys share one. Thread-safe. */
final class SharedSources {
    private final Map<Object, Shared> shared = new HashMap<>();

    private static final class Shared {
        final SharedSource source;
        int streamCount;

        Shared(SharedSource source) {
            this.source = source;
        }
    }

    /** Returns the shared source for {@code source}, for one more stream. */
    SharedSource join(StateSource source) {
        synchronized (shared) {
            SharedSource wanted = new SharedSource(source);
            Shared joined = shared.computeIfAbsent(wanted.key(), key -> new Shared(wanted));
            joined.streamCount++;
            return joined.source;
        }
    }

    /** Ends the use of a source by one stream. After the last one, the source is watched no longer. May block. */
    void leave(SharedSource source) {
        synchronized (shared) {
            Shared left = Objects.requireNonNull(shared.get(source.key()), "a stream left twice");
            left.streamCount--;
            if (left.streamCount > 0) {
                return;
            }
            shared.remove(source.key());
        }
        source.end();
    }
}
