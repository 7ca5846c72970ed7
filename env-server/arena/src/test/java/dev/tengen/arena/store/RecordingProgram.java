package dev.tengen.arena.store;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts games and records their results in two threads until it is killed. Prints the number of each game after its
 * result is acknowledged. The arguments are the store and the tournament.
 */
final class RecordingProgram {
    private static final int THREAD_COUNT = 2;

    private RecordingProgram() {}

    /** Returns the result that the program records for {@code game}. It is unique and takes a few pages of the file. */
    static StoredResult result(GameId game) {
        int number = game.number();
        String sgf = "(;GM[1]C[" + ("game " + number + " ").repeat(number % 1000) + "])";
        return new StoredResult(
                game, Winner.values()[number % 4], "PASSES", number, sgf, Instant.ofEpochSecond(number));
    }

    public static void main(String[] args) throws InterruptedException {
        try (ArenaStore store = ArenaStore.open(args[0])) {
            WorkerLease lease = store.workers().join(args[1], StoreContract.worker("one"));
            List<StoredGame> planned = store.games().list(args[1]).stream()
                    .filter(game -> game.state() == GameState.PLANNED)
                    .toList();
            AtomicInteger next = new AtomicInteger();
            for (int i = 1; i < THREAD_COUNT; i++) {
                new Thread(() -> record(store, lease, planned, next)).start();
            }
            record(store, lease, planned, next);
            // The parent process kills it.
            Thread.currentThread().join();
        }
    }

    private static void record(ArenaStore store, WorkerLease lease, List<StoredGame> planned, AtomicInteger next) {
        for (int i = next.getAndIncrement(); i < planned.size(); i = next.getAndIncrement()) {
            GameId game = planned.get(i).id();
            store.games().claim(lease, game, Instant.EPOCH);
            store.results().record(lease, result(game));
            System.out.println(game.number());
        }
    }
}
