package dev.tengen.cli.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Writes the manifest of a rollout when all its files of games are there. */
public final class ManifestWriter {
    private ManifestWriter() {}

    /**
     * Writes the manifest of {@code folder}, which is complete, from what its files contain.
     *
     * @param threadCount number of threads that read files
     * @param progress receives the number of games read so far, from any thread
     * @throws DataFileException if a file is damaged
     */
    public static void write(RolloutFolder folder, int threadCount, LongConsumer progress)
            throws IOException, InterruptedException, DataFileException {
        FolderScan scan = FolderScan.of(folder, threadCount, progress);
        for (FolderScan.FileScan file : scan.files()) {
            if (file.entry().isEmpty()) {
                Path path = folder.path().resolve(file.name());
                throw new DataFileException(path + ": " + file.problem()
                        + ". Delete the file and repeat the command to play its games again");
            }
        }
        List<RolloutManifest.FileEntry> entries = scan.files().stream()
                .map(FolderScan.FileScan::entry)
                .flatMap(Optional::stream)
                .toList();
        folder.write(
                new RolloutManifest(folder.spec(), folder.digest(), scan.tally().counts(), entries));
    }
}
