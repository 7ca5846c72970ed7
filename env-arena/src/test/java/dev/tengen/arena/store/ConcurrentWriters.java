package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.store.StoreException.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Threads that plan the same pairs, start the same games and record different results, each in another order. */
final class ConcurrentWriters {
    private final List<ArenaStore> stores;
    private final int threadCount;
    private final List<PlannedPair> pairs;
    private final AtomicInteger startedCount = new AtomicInteger();
    private final AtomicInteger refusedStartCount = new AtomicInteger();
    private final AtomicInteger newResultCount = new AtomicInteger();
    private final AtomicInteger refusedResultCount = new AtomicInteger();

    ConcurrentWriters(List<ArenaStore> stores, int threadCount, int pairCount) {
        this.stores = stores;
        this.threadCount = threadCount;
        pairs = IntStream.range(0, pairCount)
                .mapToObj(meeting -> new PlannedPair("ann", "bob", meeting, 0))
                .toList();
    }

    void run() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            CyclicBarrier together = new CyclicBarrier(threadCount);
            List<Callable<Boolean>> writers = new ArrayList<>();
            for (int i = 0; i < threadCount; i++) {
                int writer = i;
                writers.add(() -> {
                    together.await();
                    write(stores.get(writer % stores.size()), new Random(writer), together);
                    return true;
                });
            }
            for (Future<Boolean> future : threads.invokeAll(writers)) {
                future.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void write(ArenaStore store, Random random, CyclicBarrier together) throws Exception {
        List<StoredGame> games = new ArrayList<>(store.plan("cup", pairs));
        Collections.shuffle(games, random);
        for (StoredGame game : games) {
            count(startedCount, refusedStartCount, () -> store.start(game.id(), StoreContract.NOON));
        }
        together.await();
        Collections.shuffle(games, random);
        for (StoredGame game : games) {
            // The hash is unique, so the result is, too.
            StoredResult result =
                    new StoredResult(game.id(), Winner.BLACK, "PASSES", random.nextLong(), "", StoreContract.NOON);
            count(newResultCount, refusedResultCount, () -> {
                store.record(result);
                store.record(result);
            });
        }
    }

    private static void count(AtomicInteger done, AtomicInteger refused, Runnable call) {
        try {
            call.run();
            done.incrementAndGet();
        } catch (StoreException e) {
            if (e.reason() != Reason.CONFLICT) {
                throw e;
            }
            refused.incrementAndGet();
        }
    }

    int startedCount() {
        return startedCount.get();
    }

    int refusedStartCount() {
        return refusedStartCount.get();
    }

    int newResultCount() {
        return newResultCount.get();
    }

    int refusedResultCount() {
        return refusedResultCount.get();
    }
}
