package dev.tengen.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Threads that call a server at the same time. */
final class Callers implements AutoCloseable {
    private final int count;
    private final ExecutorService threads;

    Callers(int count) {
        this.count = count;
        threads = Executors.newFixedThreadPool(count);
    }

    /** Calls {@code work} with each number from 0 to {@code limit - 1}. Each caller takes every {@code count}th one. */
    void forEach(int limit, IntConsumer work) {
        CompletableFuture<?>[] callers = IntStream.range(0, count)
                .mapToObj(caller -> IntStream.iterate(caller, number -> number < limit, number -> number + count))
                .map(numbers -> CompletableFuture.runAsync(() -> numbers.forEach(work), threads))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(callers).join();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
