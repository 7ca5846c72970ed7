package dev.tengen.cli.data;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

/**
 * Checks a folder with a rollout: its spec, its manifest, and every game by the rules. A problem of one file does not keep the
 * others from being checked.
 */
final class FolderVerification {
    private final Path path;
    private final BiConsumer<String, String> problems;
    private int badFileCount;

    /**
     * Prepares the check of the folder at {@code path}.
     *
     * @param problems receives the name of each file that has a problem, and the problem in one line
     */
    FolderVerification(Path path, BiConsumer<String, String> problems) {
        this.path = path;
        this.problems = problems;
    }

    /**
     * The result of a check.
     *
     * @param fileCount number of files of games that the rollout has when it is complete
     * @param missingFileCount number of files of games that are not there
     * @param badFileCount number of files that have a problem, apart from missing ones of an incomplete rollout
     * @param gameCount number of games that are as they must be
     * @param moveCount number of their moves
     * @param isComplete whether there is a manifest
     */
    record Result(
            int fileCount,
            int missingFileCount,
            int badFileCount,
            long gameCount,
            long moveCount,
            boolean isComplete) {}

    /**
     * Runs the check.
     *
     * @param threadCount number of threads
     * @param progress receives the total number of games and the number read so far
     */
    Result run(int threadCount, BiConsumer<Long, Long> progress) throws IOException, InterruptedException {
        Optional<RolloutManifest> manifest = manifest();
        Optional<RolloutFolder> opened = folder(manifest);
        if (opened.isEmpty()) {
            return new Result(0, 0, badFileCount, 0, 0, false);
        }
        RolloutFolder folder = opened.get();
        if (folder.spec().fileFormat().isConverted()) {
            report(
                    nameOf(RolloutFolder.SPEC),
                    "files of this format are read by the Python package: run its tengen data verify");
            return new Result(0, 0, badFileCount, 0, 0, false);
        }
        boolean isComplete = folder.hasManifest();
        long total = folder.spec().games();
        LongConsumer counter = readCount -> progress.accept(total, readCount);
        FolderScan scan = FolderScan.of(folder, threadCount, counter);
        int missingCount = 0;
        for (FolderScan.FileScan file : scan.files()) {
            boolean isMissing = !Files.exists(path.resolve(file.name()));
            missingCount += isMissing ? 1 : 0;
            if (file.entry().isEmpty() && !(isMissing && !isComplete)) {
                report(file.name(), file.problem());
            }
        }
        manifest.ifPresent(present -> compare(present, folder, scan));
        reportStrangers(folder.spec());
        return new Result(
                scan.files().size(),
                missingCount,
                badFileCount,
                scan.tally().gameCount(),
                scan.tally().moveCount(),
                isComplete);
    }

    /** Returns the name that a file without games has in this folder. */
    private String nameOf(String file) {
        return String.valueOf(RolloutFolder.file(path, file).getFileName());
    }

    private void report(String file, String problem) {
        badFileCount++;
        problems.accept(file, problem);
    }

    private Optional<RolloutManifest> manifest() throws IOException {
        try {
            return RolloutFolder.manifest(path);
        } catch (DataFileException e) {
            report(nameOf(RolloutFolder.MANIFEST), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns the folder with its own spec, or else with that of the manifest; empty if both are damaged. */
    private Optional<RolloutFolder> folder(Optional<RolloutManifest> manifest) throws IOException {
        try {
            return Optional.of(RolloutFolder.open(path));
        } catch (DataFileException e) {
            report(nameOf(RolloutFolder.SPEC), String.valueOf(e.getMessage()));
            return manifest.map(present -> RolloutFolder.open(path, present));
        }
    }

    /** Compares intact files with the manifest. */
    private void compare(RolloutManifest manifest, RolloutFolder folder, FolderScan scan) {
        if (!manifest.spec().equals(folder.spec()) || !manifest.specSha256().equals(folder.digest())) {
            report(nameOf(RolloutFolder.MANIFEST), "foreign: the manifest of another rollout");
            return;
        }
        if (manifest.files().size() != scan.files().size()) {
            report(
                    nameOf(RolloutFolder.MANIFEST),
                    "wrong: it has " + manifest.files().size() + " files and must have "
                            + scan.files().size());
            return;
        }
        boolean isWhole = true;
        for (int i = 0; i < scan.files().size(); i++) {
            FolderScan.FileScan file = scan.files().get(i);
            RolloutManifest.FileEntry listed = manifest.files().get(i);
            isWhole &= file.entry().isPresent();
            file.entry().flatMap(found -> found.difference(listed)).ifPresent(found -> report(file.name(), found));
        }
        if (isWhole && !manifest.counts().equals(scan.tally().counts())) {
            report(
                    nameOf(RolloutFolder.MANIFEST),
                    "wrong: its counts are " + manifest.counts() + " and must be "
                            + scan.tally().counts());
        }
    }

    /** Reports files that look like files of games and are none of this rollout. */
    private void reportStrangers(RolloutSpec spec) throws IOException {
        Set<String> known = new HashSet<>();
        for (int index = 0; index < spec.fileCount(); index++) {
            known.add(spec.fileName(index));
        }
        Set<String> strangers = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "games-*.{pb,sgf}")) {
            files.forEach(file -> strangers.add(String.valueOf(file.getFileName())));
        }
        strangers.removeAll(known);
        strangers.forEach(name -> report(name, "foreign: the rollout has no file of this name"));
    }
}
