package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemTimeSourceTest {
    private final SystemTimeSource time = new SystemTimeSource();

    @AfterEach
    void stop() {
        time.close();
    }

    @Test
    void schedule_task_runsElsewhereAndNotTooEarly() throws Exception {
        CompletableFuture<Long> woken = new CompletableFuture<>();
        long at = time.nanoTime() + 1_000_000;

        time.schedule(at, () -> woken.complete(time.nanoTime()));

        assertThat(woken.get(5, TimeUnit.MINUTES) - at).isNotNegative();
    }

    /** One thread runs all tasks in order: if the later one has run, the canceled one never runs. */
    @Test
    void schedule_cancelledTask_doesNotRun() throws Exception {
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> second = new CompletableFuture<>();
        long now = time.nanoTime();
        Runnable canceller = time.schedule(now + 200_000_000, () -> first.complete("woken"));

        canceller.run();
        time.schedule(now + 210_000_000, () -> second.complete("woken"));

        assertThat(second.get(5, TimeUnit.MINUTES)).isEqualTo("woken");
        assertThat(first).isNotCompleted();
    }
}
