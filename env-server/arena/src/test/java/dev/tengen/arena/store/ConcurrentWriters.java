package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
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
import java.util.function.BooleanSupplier;
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
                    write(stores.get(writer % stores.size()), writer, together);
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

    private void write(ArenaStore store, int writer, CyclicBarrier together) throws Exception {
        Random random = new Random(writer);
        WorkerLease lease = store.workers().join("cup", StoreContract.worker("writer " + writer));
        List<StoredGame> games = new ArrayList<>(store.games().plan("cup", pairs));
        Collections.shuffle(games, random);
        for (StoredGame game : games) {
            count(startedCount, refusedStartCount, () -> store.games().claim(lease, game.id(), StoreContract.NOON));
        }
        together.await();
        Collections.shuffle(games, random);
        for (StoredGame game : games) {
            // The hash is unique, so the result is, too.
            StoredResult result =
                    new StoredResult(game.id(), Winner.BLACK, "PASSES", random.nextLong(), "", StoreContract.NOON);
            count(newResultCount, refusedResultCount, () -> record(store, lease, result));
        }
    }

    /** Records a result twice. Returns false if another writer plays the game. */
    private static boolean record(ArenaStore store, WorkerLease lease, StoredResult result) {
        try {
            boolean isNew = store.results().record(lease, result);
            store.results().record(lease, result);
            return isNew;
        } catch (StoreException e) {
            if (e.reason() != Reason.LEASE_LOST) {
                throw e;
            }
            return false;
        }
    }

    private static void count(AtomicInteger done, AtomicInteger refused, BooleanSupplier call) {
        (call.getAsBoolean() ? done : refused).incrementAndGet();
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
