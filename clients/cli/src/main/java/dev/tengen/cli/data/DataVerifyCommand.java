package dev.tengen.cli.data;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen data verify}: replays all games of a rollout. */
@Command(
        name = "verify",
        description = "Replay every game of a rollout by the rules, and compare results, checksums and counts with what"
                + " the files say. Print the first problem of each file that has one.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A problem begins with a word:",
            "  missing     the manifest has the file, the folder has not",
            "  truncated   the file ends too early",
            "  damaged     a checksum is wrong, or the file cannot be read",
            "  wrong       a game breaks the rules: an illegal move, or another end, winner or score",
            "  differs     the games are legal, but not those of the manifest",
            "  foreign     not a file of this rollout",
            "  newer       written in a later version of the format",
            "",
            "To repair a folder, delete the files with problems and repeat the command tengen rollout: it",
            "plays their games again.",
            "The exit code is 1 if a file has a problem, or the rollout is not complete."
        })
final class DataVerifyCommand extends BaseCommand {
    @Parameters(paramLabel = "DIR", description = "The folder of a rollout.")
    private Path folder = Path.of("");

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Number of files that are checked at once. Default: one for each processor.")
    private int concurrency = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--json",
            description =
                    "Print one JSON object for each file with a problem (file, error), and one in the end: folder,"
                            + " files, missing_files, bad_files, games, moves, complete, moves_per_second.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (concurrency < 1) {
            throw usageError("--concurrency " + concurrency + " is less than 1");
        }
        FolderVerification verification = new FolderVerification(
                folder, (file, problem) -> printFileError(folder.resolve(file), problem, isJson));
        long start = System.nanoTime();
        FolderVerification.Result result;
        try (Progress progress = Progress.of("verify", -1)) {
            result = verification.run(concurrency, (total, read) -> {
                progress.setMax(total);
                progress.stepTo(read);
            });
        }
        print(result, (System.nanoTime() - start) / 1e9);
        return result.isComplete() && result.badFileCount() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void print(FolderVerification.Result result, double seconds) {
        double rate = result.moveCount() / seconds;
        if (isJson) {
            printJson(new VerificationJson(
                    folder.toString(),
                    result.fileCount(),
                    result.missingFileCount(),
                    result.badFileCount(),
                    result.gameCount(),
                    result.moveCount(),
                    result.isComplete(),
                    Math.round(rate)));
            return;
        }
        String bad = result.badFileCount() == 0 ? "no problem" : result.badFileCount() + " files with problems";
        String missing = result.isComplete()
                ? ""
                : "; the rollout is not complete, " + result.missingFileCount() + " files are missing";
        out().println(String.format(
                Locale.ROOT,
                "%s: %d files, %d games, %d moves verified (%.0f moves/s); %s%s",
                folder,
                result.fileCount() - result.missingFileCount(),
                result.gameCount(),
                result.moveCount(),
                rate,
                bad,
                missing));
        out().flush();
    }

    /** The last object that {@code --json} prints. */
    private record VerificationJson(
            String folder,
            int files,
            int missingFiles,
            int badFiles,
            long games,
            long moves,
            boolean complete,
            long movesPerSecond) {}
}
