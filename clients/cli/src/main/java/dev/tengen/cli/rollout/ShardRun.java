package dev.tengen.cli.rollout;

import dev.tengen.cli.data.GameJournal;
import dev.tengen.cli.data.PlayedGame;
import dev.tengen.cli.data.RolloutFolder;
import dev.tengen.cli.data.RolloutSpec;
import dev.tengen.cli.output.RateProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Plays the missing games of a shard, in several threads. Each thread plays whole files. */
final class ShardRun {
    private final RolloutFolder folder;
    private final RolloutPlayer black;
    private final RolloutPlayer white;
    private final List<Integer> files;
    private final AtomicInteger nextFile = new AtomicInteger();
    private final AtomicLong playedCount = new AtomicLong();
    private final AtomicLong moveCount = new AtomicLong();
    private volatile boolean isStopped;

    ShardRun(RolloutFolder folder, Shard shard, RolloutPlayer black, RolloutPlayer white) {
        this.folder = folder;
        this.black = black;
        this.white = white;
        files = shard.files(folder.spec().fileCount()).boxed().toList();
    }

    /** Returns the indices of its files. */
    List<Integer> files() {
        return files;
    }

    /** Returns the number of games of the shard. */
    long gameCount() {
        return files.stream().mapToLong(file -> folder.spec().gameCount(file)).sum();
    }

    /** Returns the number of games in files that are complete. */
    long doneCount() {
        return files.stream()
                .filter(folder::isDone)
                .mapToLong(file -> folder.spec().gameCount(file))
                .sum();
    }

    /** Returns the number of games that this run has played. */
    long playedCount() {
        return playedCount.get();
    }

    /** Returns the number of moves that this run has played. */
    long moveCount() {
        return moveCount.get();
    }

    /** Counts a game that this run has played. */
    void count(PlayedGame game) {
        playedCount.incrementAndGet();
        moveCount.addAndGet(game.moves().size());
    }

    /**
     * Plays all games that are missing, between players of this program.
     *
     * @param threadCount number of games played at once
     * @throws PlayerFaultException if an engine fails; the games that are over are kept
     */
    void play(int threadCount, RateProgress progress) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < threadCount; i++) {
                workers.add(threads.submit(() -> {
                    try {
                        work(progress);
                        return null;
                    } catch (IOException | RuntimeException | Error e) {
                        isStopped = true;
                        throw e;
                    }
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a game could not be played", e.getCause());
        } finally {
            isStopped = true;
            threads.shutdown();
        }
    }

    private void work(RateProgress progress) throws IOException {
        GamePlayer games = new GamePlayer(folder.spec(), black, white);
        for (int i = nextFile.getAndIncrement(); i < files.size() && !isStopped; i = nextFile.getAndIncrement()) {
            Optional<GameJournal> journal = folder.journal(files.get(i));
            if (journal.isPresent()) {
                try (GameJournal open = journal.get()) {
                    play(files.get(i), open, games, progress);
                }
            }
        }
    }

    private void play(int file, GameJournal journal, GamePlayer games, RateProgress progress) throws IOException {
        RolloutSpec spec = folder.spec();
        for (int recovered = 0; recovered < journal.gameCount(); recovered++) {
            progress.step();
        }
        while (journal.gameCount() < spec.gameCount(file)) {
            if (isStopped) {
                return;
            }
            PlayedGame game = games.play(spec.firstGame(file) + journal.gameCount());
            journal.append(game);
            count(game);
            progress.step();
        }
        journal.finish();
    }
}
