package dev.tengen.cli.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * What the files of games in a folder contain.
 *
 * @param files the files in order
 * @param tally counts of the intact games
 */
record FolderScan(List<FileScan> files, GameTally tally) {
    /**
     * A file.
     *
     * @param name its name
     * @param entry what a manifest says of it; empty if it has a problem
     * @param problem the first problem in one line; empty if there is none
     */
    record FileScan(String name, Optional<RolloutManifest.FileEntry> entry, String problem) {}

    /**
     * Reads all files of {@code folder} and replays their games.
     *
     * @param threadCount number of threads
     * @param progress receives the number of games read so far, from any thread
     */
    static FolderScan of(RolloutFolder folder, int threadCount, LongConsumer progress) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        AtomicLong readCount = new AtomicLong();
        GameTally total = new GameTally();
        try {
            ThreadLocal<GameFileReader> readers = ThreadLocal.withInitial(() -> new GameFileReader(folder));
            List<Future<FileScan>> scans = new ArrayList<>();
            for (int i = 0; i < folder.spec().fileCount(); i++) {
                int index = i;
                scans.add(threads.submit(() -> {
                    GameTally tally = new GameTally();
                    FileScan scan = scan(folder, index, readers.get(), tally);
                    synchronized (total) {
                        total.add(tally);
                    }
                    progress.accept(readCount.addAndGet(folder.spec().gameCount(index)));
                    return scan;
                }));
            }
            List<FileScan> files = new ArrayList<>();
            for (Future<FileScan> scan : scans) {
                files.add(scan.get());
            }
            return new FolderScan(files, total);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a file could not be checked", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static FileScan scan(RolloutFolder folder, int index, GameFileReader reader, GameTally tally) {
        String name = folder.spec().fileName(index);
        try {
            return new FileScan(name, Optional.of(reader.read(index, tally::add)), "");
        } catch (DataFileException e) {
            return new FileScan(name, Optional.empty(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new FileScan(name, Optional.empty(), "cannot be read: " + e.getMessage());
        }
    }
}
