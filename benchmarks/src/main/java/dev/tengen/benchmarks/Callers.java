package dev.tengen.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Threads that call a server at the same time. */
final class Callers implements AutoCloseable {
    private final int count;
    private final ExecutorService threads;

    Callers(int count) {
        this.count = count;
        threads = Executors.newFixedThreadPool(count);
    }

    /** Calls {@code work} with each number from 0 to {@code limit - 1}. Each caller takes every {@code count}th one. */
    void forEach(int limit, IntConsumer work) throws InterruptedException, ExecutionException {
        List<Callable<Object>> tasks = new ArrayList<>();
        for (int caller = 0; caller < count; caller++) {
            int first = caller;
            tasks.add(Executors.callable(() -> {
                for (int number = first; number < limit; number += count) {
                    work.accept(number);
                }
            }));
        }
        for (Future<?> caller : threads.invokeAll(tasks)) {
            caller.get();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
