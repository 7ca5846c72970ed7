package dev.tengen.arena.game;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Those who look on at one game. They come and go in any thread. */
final class GameWatchers {
    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    void add(GameWatcher watcher) {
        entries.add(new Entry(watcher));
    }

    void remove(GameWatcher watcher) {
        entries.removeIf(entry -> entry.watcher.equals(watcher));
    }

    /** Tells each what {@code view} returns, where that is news. Called by one thread at a time. */
    void tell(Supplier<GameView> view) {
        List<Entry> done =
                entries.stream().filter(entry -> !entry.tell(view.get())).toList();
        entries.removeAll(done);
    }

    /** A watcher, and what it knows. */
    private static final class Entry {
        private static final int NOTHING = -1;

        private final GameWatcher watcher;
        private int moveNumber = NOTHING;

        Entry(GameWatcher watcher) {
            this.watcher = watcher;
        }

        /** Tells {@code view}, if it is news, and returns whether there will be more to tell. */
        boolean tell(GameView view) {
            boolean isOver = view.outcome().isPresent();
            if (!isOver && view.game().moveNumber() == moveNumber) {
                return true;
            }
            moveNumber = view.game().moveNumber();
            try {
                watcher.see(view);
                return !isOver;
            } catch (RuntimeException e) {
                // Whoever looks on must not harm the game.
                return false;
            }
        }
    }
}
