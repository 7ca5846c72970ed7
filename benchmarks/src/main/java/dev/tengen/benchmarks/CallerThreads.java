package dev.tengen.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Threads that call a server concurrently. */
final class CallerThreads implements AutoCloseable {
    private final int count;
    private final ExecutorService threads;

    CallerThreads(int count) {
        this.count = count;
        threads = Executors.newFixedThreadPool(count);
    }

    /** Calls {@code work} with each number from 0 to {@code limit - 1}, distributed over the threads. */
    void forEach(int limit, IntConsumer work) throws InterruptedException, ExecutionException {
        List<Future<?>> running = new ArrayList<>();
        for (int caller = 0; caller < count; caller++) {
            int first = caller;
            running.add(threads.submit(() -> {
                for (int number = first; number < limit; number += count) {
                    work.accept(number);
                }
            }));
        }
        for (Future<?> caller : running) {
            caller.get();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
