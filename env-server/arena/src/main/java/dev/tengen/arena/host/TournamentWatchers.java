package dev.tengen.arena.host;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.SetMultimap;
import dev.tengen.arena.game.TimeSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners to changes of tournaments. Thread-safe. */
public final class TournamentWatchers {
    /** How often the watchers of a tournament that another process plays look at it. */
    private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Logger LOG = LoggerFactory.getLogger(TournamentWatchers.class);

    private final TimeSource time;
    private final SetMultimap<String, Runnable> watchers = Multimaps.synchronizedSetMultimap(HashMultimap.create());

    /** The names of the tournaments that were open when they were last read, and not played by this server. */
    private final Set<String> openElsewhere = ConcurrentHashMap.newKeySet();

    TournamentWatchers(TimeSource time) {
        this.time = time;
        schedulePoll();
    }

    /**
     * Runs {@code listener}, which must be short, when the tournament {@code name} may have changed. Returns an action
     * that removes it.
     */
    public Runnable watch(String name, Runnable listener) {
        watchers.put(name, listener);
        return () -> watchers.remove(name, listener);
    }

    /** Notifies the watchers of the tournament {@code name}. */
    void changed(String name) {
        List.copyOf(watchers.get(name)).forEach(Runnable::run);
    }

    /** Notifies all watchers. */
    void allChanged() {
        List.copyOf(watchers.values()).forEach(Runnable::run);
    }

    /** Sets whether others play the tournament {@code name}, which then may change without an event here. */
    void setOpenElsewhere(String name, boolean isOpenElsewhere) {
        if (isOpenElsewhere) {
            openElsewhere.add(name);
        } else {
            openElsewhere.remove(name);
        }
    }

    private void schedulePoll() {
        var unused = time.schedule(time.nanoTime() + POLL_NANOS, this::poll);
    }

    /** Notifies the watchers of tournaments that other processes play. */
    private void poll() {
        try {
            // A view of the watchers must not be iterated while others come and go.
            openElsewhere.removeIf(name -> !watchers.containsKey(name));
            openElsewhere.forEach(this::changed);
        } finally {
            pollAgain();
        }
    }

    private void pollAgain() {
        try {
            schedulePoll();
        } catch (RejectedExecutionException e) {
            LOG.debug("The arena has closed", e);
        }
    }
}
