package dev.tengen.arena.game;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The watchers of one game. Any thread may add and remove. */
final class GameWatchers {
    private static final Logger LOG = LoggerFactory.getLogger(GameWatchers.class);

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    void add(GameWatcher watcher) {
        entries.add(new Entry(watcher));
    }

    void remove(GameWatcher watcher) {
        entries.removeIf(entry -> entry.watcher.equals(watcher));
    }

    /** Calls each watcher that has not seen the present {@code view}. Called by one thread at a time. */
    void update(Supplier<GameView> view) {
        List<Entry> done =
                entries.stream().filter(entry -> !entry.update(view.get())).toList();
        entries.removeAll(done);
    }

    /** A watcher, and the last move number that it saw. */
    private static final class Entry {
        private static final int NOTHING = -1;

        private final GameWatcher watcher;
        private int moveNumber = NOTHING;

        Entry(GameWatcher watcher) {
            this.watcher = watcher;
        }

        /** Calls the watcher if {@code view} is new to it, and returns whether it stays. */
        boolean update(GameView view) {
            boolean isOver = view.outcome().isPresent();
            if (!isOver && view.game().moveNumber() == moveNumber) {
                return true;
            }
            moveNumber = view.game().moveNumber();
            try {
                watcher.see(view);
                return !isOver;
            } catch (RuntimeException e) {
                LOG.warn("Removing a watcher of game {}, since it failed", view.id(), e);
                return false;
            }
        }
    }
}
