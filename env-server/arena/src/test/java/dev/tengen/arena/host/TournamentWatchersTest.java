package dev.tengen.arena.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.game.TimeSource;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TournamentWatchersTest {
    /** Keeps what is scheduled until it is asked to run it. */
    private static final class Scheduled implements TimeSource {
        private final Queue<Runnable> tasks = new ArrayDeque<>();

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Runnable schedule(long atNanos, Runnable task) {
            tasks.add(task);
            return () -> tasks.remove(task);
        }

        void runNext() {
            tasks.remove().run();
        }
    }

    private final Scheduled time = new Scheduled();
    private final TournamentWatchers watchers = new TournamentWatchers(time);

    @Test
    void poll_openElsewhere_notifiesItsWatchersUntilTheyLeave() {
        AtomicInteger noticed = new AtomicInteger();
        Runnable leave = watchers.watch("cup", noticed::incrementAndGet);
        watchers.setOpenElsewhere("cup", true);

        time.runNext();
        time.runNext();
        leave.run();
        time.runNext();

        assertThat(noticed).hasValue(2);
    }

    @Test
    void poll_watchersComeAndGoMeanwhile_doesNotFail() {
        for (int i = 0; i < 300; i++) {
            watchers.watch("cup " + i, () -> {});
        }
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> others = CompletableFuture.runAsync(() -> {
            for (int i = 0; !isOver.get(); i++) {
                watchers.watch("other " + i % 300, () -> {}).run();
            }
        });

        try {
            for (int i = 0; i < 20_000; i++) {
                time.runNext();
            }
        } finally {
            isOver.set(true);
            others.join();
        }

        assertThat(time.tasks).hasSize(1);
    }

    @Test
    void poll_failingWatcher_pollsAgain() {
        watchers.watch("cup", () -> {
            throw new IllegalStateException("a watcher fails");
        });
        watchers.setOpenElsewhere("cup", true);

        assertThatThrownBy(time::runNext).hasMessage("a watcher fails");

        assertThat(time.tasks).hasSize(1);
    }
}
