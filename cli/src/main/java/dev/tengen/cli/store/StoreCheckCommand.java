package dev.tengen.cli.store;

import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import dev.tengen.journal.SessionArchive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen store check}: replays all stored states. */
@Command(
        name = "check",
        description =
                "Replay every stored state of every session by the rules, and check its checksum. Print the first problem of"
                        + " each session that has one.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "The exit code is 1 if a session has a problem. The other sessions can still be used."})
final class StoreCheckCommand extends BaseCommand {
    @Parameters(paramLabel = "STORE", description = "An SQLite file, or a PostgreSQL URL.")
    private String store = "";

    @Option(
            names = "--json",
            description = "Print one JSON object for each session with a problem (session, error), and one in the end:"
                    + " sessions, states, bad_sessions.")
    private boolean isJson;

    private long sessionCount;
    private long stateCount;
    private long badCount;

    @Override
    public Integer call() {
        try (SessionArchive archive = SessionArchive.open(store);
                Progress progress = Progress.of("check", archive.sessionCount())) {
            archive.forEach(entry -> {
                sessionCount++;
                stateCount += entry.stateCount();
                if (!entry.problem().isEmpty()) {
                    badCount++;
                    print(entry);
                }
                progress.stepTo(sessionCount);
            });
        }
        if (isJson) {
            printJson(new CheckJson(sessionCount, stateCount, badCount));
        } else {
            out().println(sessionCount + " sessions, " + stateCount + " states replayed; "
                    + (badCount == 0 ? "no problem" : badCount + " sessions with problems"));
            out().flush();
        }
        return badCount == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void print(SessionArchive.Entry entry) {
        if (isJson) {
            printJson(new ProblemJson(entry.id(), entry.problem()));
        } else {
            out().println(entry.id() + ": " + entry.problem());
            out().flush();
        }
    }

    /** What {@code --json} prints for a session with a problem. */
    private record ProblemJson(String session, String error) {}

    /** The last object that {@code --json} prints. */
    private record CheckJson(long sessions, long states, long badSessions) {}
}
