package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.pairing.SequentialTest;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameFilter;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.arena.store.WorkerStatus;
import dev.tengen.arena.tournament.Cup.Format;
import dev.tengen.store.PostgresCluster;
import dev.tengen.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several processes play one tournament, and some of them are killed or frozen. Whether a frozen one says later that it
 * has lost its lease depends on where it was frozen: within its last read, it finds that all games are over.
 */
@Tag("full")
class WorkersTest {
    private static final int LEASE_SECONDS = 2;
    private static final int LONG_LEASE_SECONDS = 10;

    @TempDir
    Path folder;

    @Test
    void postgres_oneKilledAndOneFrozen_eachGameOnce() throws Exception {
        playWithFaults(PostgresCluster.get().newDatabase(), Format.ROUND_ROBIN_OF_180);
    }

    /** A process that is frozen within a transaction locks a whole SQLite file, so none is frozen. */
    @Test
    void sqlite_oneKilledOfTwo_eachGameOnce() throws Exception {
        String url = folder.resolve("arena.db").toString();
        Format format = Format.ROUND_ROBIN_OF_180;
        Cup cup = WorkerProgram.cup(format);
        try (ArenaStore store = ArenaStore.open(url)) {
            cup.create(store, WorkerProgram.NAME);
        }
        try (WorkerProcess killed = new WorkerProcess(url, format, "killed", LEASE_SECONDS);
                WorkerProcess other = new WorkerProcess(url, format, "other", LEASE_SECONDS)) {
            killed.await(lines -> lines.size() > 3);
            killed.kill();

            assertThat(other.awaitEnd()).isEqualTo("ENDED");
            assertThat(killed.games()).doesNotContainAnyElementsOf(other.games());
        }
        check(url, cup);
    }

    private void playWithFaults(String url, Format format) throws Exception {
        Cup cup = WorkerProgram.cup(format);
        try (ArenaStore store = ArenaStore.open(url)) {
            cup.create(store, WorkerProgram.NAME);
        }
        try (WorkerProcess frozen = new WorkerProcess(url, format, "frozen", LEASE_SECONDS);
                WorkerProcess killed = new WorkerProcess(url, format, "killed", LEASE_SECONDS)) {
            frozen.await(lines -> lines.size() > 3);
            frozen.freeze();
            int before = endedCount(url, "frozen");
            killed.await(lines -> lines.size() > 3);
            killed.kill();
            List<String> recorded = new ArrayList<>(killed.games());
            try (WorkerProcess other = new WorkerProcess(url, format, "other", LEASE_SECONDS)) {
                assertThat(other.awaitEnd()).isEqualTo("ENDED");
                recorded.addAll(other.games());
            }
            frozen.thaw();
            assertThat(frozen.awaitEnd()).isEqualTo("ENDED");
            recorded.addAll(frozen.games());
            assertThat(endedCount(url, "frozen"))
                    .as("results that it recorded after it was frozen")
                    .isEqualTo(before);
            assertThat(recorded).doesNotHaveDuplicates();
        }
        check(url, cup);
    }

    private static int endedCount(String url, String worker) {
        try (ArenaStore store = ArenaStore.open(url)) {
            return store.workers().list(WorkerProgram.NAME).stream()
                    .filter(status -> status.name().equals(worker))
                    .mapToInt(WorkerStatus::endedCount)
                    .sum();
        }
    }

    /** The games are those of an undisturbed tournament, and the standings those of the records. */
    private void check(String url, Cup cup) throws InterruptedException {
        try (ArenaStore store = ArenaStore.open(url)) {
            cup.check(store, WorkerProgram.NAME);
            assertThat(Cup.games(store, WorkerProgram.NAME)).isEqualTo(cup.games(folder));
            assertThat(store.games().list(WorkerProgram.NAME)).allMatch(game -> game.state() == GameState.ENDED);
        }
    }

    /** Four workers, one killed every ten seconds and one frozen for longer than its lease. */
    @Test
    @Tag("long")
    void postgres_fourWorkersKilledAndFrozen_eachOf2004GamesOnce() throws Exception {
        String url = PostgresCluster.get().newDatabase();
        Format format = Format.SEARCHES_OF_2004;
        Cup cup = WorkerProgram.cup(format);
        try (ArenaStore store = ArenaStore.open(url)) {
            cup.create(store, WorkerProgram.NAME);
        }
        Random random = new Random(6);
        List<WorkerProcess> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            workers.add(new WorkerProcess(url, format, "worker " + i, LONG_LEASE_SECONDS));
        }
        WorkerProcess frozen = workers.get(0);
        frozen.await(lines -> lines.size() > 3);
        frozen.freeze();
        int before = endedCount(url, "worker 0");
        int killCount = 0;
        while (!isOver(url)) {
            TimeUnit.SECONDS.sleep(10);
            int victim = 1 + random.nextInt(workers.size() - 1);
            if (workers.get(victim).isAlive() && !isOver(url)) {
                workers.get(victim).kill();
                killCount++;
                workers.set(victim, new WorkerProcess(url, format, "heir " + killCount, LONG_LEASE_SECONDS));
            }
        }
        assertThat(endedCount(url, "worker 0")).isEqualTo(before);
        frozen.thaw();
        for (WorkerProcess worker : workers) {
            assertThat(worker.awaitEnd()).isEqualTo("ENDED");
        }
        assertThat(endedCount(url, "worker 0"))
                .as("results of the frozen worker")
                .isEqualTo(before);
        assertThat(killCount).isGreaterThan(2);
        System.out.println("2004 games by 4 workers with " + killCount + " kills; the frozen one recorded " + before);
        check(url, cup);
    }

    private static boolean isOver(String url) {
        try (ArenaStore store = ArenaStore.open(url)) {
            return store.tournaments().get(WorkerProgram.NAME).state() == TournamentState.ENDED;
        }
    }

    @Test
    @Tag("long")
    void postgres_moreWorkers_areFaster() throws Exception {
        double one = seconds(1);
        double two = seconds(2);
        double four = seconds(4);
        System.out.printf("300 games: 1 worker %.1f s, 2 workers %.1f s, 4 workers %.1f s%n", one, two, four);
        assertThat(two).isLessThan(one);
        assertThat(four).isLessThan(one / 2);
    }

    /**
     * Returns the time from the first to the last result of a tournament with {@code workerCount} workers of one game
     * each.
     */
    private static double seconds(int workerCount) throws Exception {
        String url = PostgresCluster.get().newDatabase();
        Format format = Format.THINKING_OF_300;
        try (ArenaStore store = ArenaStore.open(url)) {
            WorkerProgram.cup(format).create(store, WorkerProgram.NAME);
        }
        List<WorkerProcess> workers = new ArrayList<>();
        for (int i = 0; i < workerCount; i++) {
            workers.add(new WorkerProcess(url, format, "worker " + i, LONG_LEASE_SECONDS));
        }
        for (WorkerProcess worker : workers) {
            assertThat(worker.awaitEnd()).isEqualTo("ENDED");
        }
        try (ArenaStore store = ArenaStore.open(url)) {
            List<StoredResult> results = store.results().list(WorkerProgram.NAME);
            Instant first = results.stream()
                    .map(StoredResult::endedAt)
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
            Instant last = results.stream()
                    .map(StoredResult::endedAt)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            return Duration.between(first, last).toMillis() / 1000.0;
        }
    }

    @Test
    void sequentialTest_threeWorkers_allStopAtTheVerdictOfOne() throws Exception {
        Cup cup = new Cup(Format.TEST, 2, 13);
        String url = PostgresCluster.get().newDatabase();
        try (ArenaStore store = ArenaStore.open(url);
                SystemTimeSource time = new SystemTimeSource()) {
            cup.create(store, "cup");
            cup.create(store, "alone");
            new StoredTournamentRunner(store, "alone", cup.spec(), time).run(new TournamentListener() {});
            List<CompletableFuture<TournamentState>> states = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                states.add(run(store, cup, "worker " + i, time));
            }

            for (CompletableFuture<TournamentState> state : states) {
                assertThat(state.get(1, TimeUnit.MINUTES)).isEqualTo(TournamentState.ENDED);
            }

            cup.check(store, "cup");
            SequentialTest test = (SequentialTest) cup.spec().pairing();
            SprtState verdict = test.state(store.results().progress("cup"));
            assertThat(verdict.verdict()).isEqualTo(SprtState.Verdict.ELO1);
            assertThat(verdict).isEqualTo(test.state(store.results().progress("alone")));
            assertThat((long) store.games().pairs("cup").size())
                    .as("pairs in progress at the verdict are few")
                    .isLessThanOrEqualTo(verdict.observationCount() + 3 * 2 + 3);
        }
    }

    private static CompletableFuture<TournamentState> run(
            ArenaStore store, Cup cup, String name, SystemTimeSource time) {
        WorkerSettings worker = new WorkerSettings(name, Duration.ofSeconds(30), List.of(), 2);
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new StoredTournamentRunner(store, "cup", cup.spec(), worker, time)
                        .run(new TournamentListener() {});
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /**
     * The lease expires while the first game is in progress. Another game of the same moves is played under the next
     * lease.
     */
    @Test
    void run_leaseExpires_dropsTheGameAndReplaysIt() throws Exception {
        Cup cup = new Cup(Format.ROUND_ROBIN, 1, 5);
        String url = folder.resolve("arena.db").toString();
        try (ArenaStore store = ArenaStore.open(url);
                SystemTimeSource time = new SystemTimeSource()) {
            HeldEntrant held = new HeldEntrant("held");
            TournamentConfig config = cup.spec(List.of(held, new HeldEntrant("other"), new HeldEntrant("third")));
            config.entrants().stream().skip(1).forEach(entrant -> ((HeldEntrant) entrant).release());
            Cup.create(store, "cup", config);
            held.onOffer(count -> PostgresCluster.execute(url, "UPDATE workers SET expires_at = 1"));
            List<String> events = Collections.synchronizedList(new ArrayList<>());

            TournamentState state = new StoredTournamentRunner(
                            store, "cup", config, new WorkerSettings("one", Duration.ofSeconds(2), List.of(), 1), time)
                    .run(new TournamentListener() {
                        @Override
                        public void ended(GameId id, GameReport report) {
                            events.add("ended " + id);
                        }

                        @Override
                        public void leaseLost() {
                            events.add("lost");
                            held.onOffer(count -> {});
                            held.release();
                        }
                    });

            assertThat(state).isEqualTo(TournamentState.ENDED);
            assertThat(events).filteredOn("lost"::equals).hasSize(1);
            assertThat(events)
                    .filteredOn(event -> !event.equals("lost"))
                    .hasSize(store.games().count("cup", GameFilter.ALL));
            assertThat(events).doesNotHaveDuplicates();
            assertThat(store.games().list("cup")).allMatch(game -> game.state() == GameState.ENDED);
        }
    }

    @Test
    void run_anotherOfTheName_replacesThisOne() throws Exception {
        Cup cup = new Cup(Format.ROUND_ROBIN, 2, 5);
        try (ArenaStore store = ArenaStore.open(folder.resolve("arena.db").toString());
                SystemTimeSource time = new SystemTimeSource()) {
            HeldEntrant held = new HeldEntrant("held");
            TournamentConfig spec = cup.spec(List.of(held, new HeldEntrant("other"), new HeldEntrant("third")));
            Cup.create(store, "cup", spec);
            WorkerSettings worker = new WorkerSettings("one", Duration.ofSeconds(2), List.of(), 2);
            held.onOffer(count -> store.workers().join("cup", worker));

            assertThatThrownBy(() -> new StoredTournamentRunner(store, "cup", spec, worker, time)
                            .run(new TournamentListener() {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("another process has joined tournament \"cup\" as worker \"one\"");
        }
    }
}
