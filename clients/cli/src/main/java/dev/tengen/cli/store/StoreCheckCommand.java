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
                "Replay every stored state of every session, and the journals of batches, by the rules, and check their"
                        + " checksums. Print the first problem of each that has one.",
        sortOptions = false,
        footer = {"", "The exit code is 1 if a session or a journal has a problem. The others can still be used."})
final class StoreCheckCommand extends BaseCommand {
    @Parameters(paramLabel = "STORE", description = "An SQLite file, or a PostgreSQL URL.")
    private String store = "";

    @Option(
            names = "--json",
            description =
                    "Print one JSON object for each session with a problem (session, error), one for each journal with a problem"
                            + " (journal, owner, name, error), and one in the end: sessions, states, bad_sessions, journals,"
                            + " requests, bad_journals.")
    private boolean isJson;

    private long sessionCount;
    private long stateCount;
    private long badCount;
    private long journalCount;
    private long requestCount;
    private long badJournalCount;

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
            archive.forEachJournal(this::check);
        }
        if (isJson) {
            printJson(new CheckJson(sessionCount, stateCount, badCount, journalCount, requestCount, badJournalCount));
        } else {
            out().println(sessionCount + " sessions, " + stateCount + " states replayed; "
                    + (badCount == 0 ? "no problem" : badCount + " sessions with problems"));
            if (journalCount > 0) {
                out().println(journalCount + " journals, " + requestCount + " requests replayed; "
                        + (badJournalCount == 0 ? "no problem" : badJournalCount + " journals with problems"));
            }
        }
        return badCount + badJournalCount == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void check(SessionArchive.JournalEntry entry) {
        journalCount++;
        requestCount += entry.requestCount();
        if (!entry.problem().isEmpty()) {
            badJournalCount++;
            if (isJson) {
                printJson(new BadJournalJson(entry.id(), entry.owner(), entry.name(), entry.problem()));
            } else {
                out().println("journal \"" + entry.name() + "\" of " + entry.owner() + ": " + entry.problem());
            }
        }
    }

    private void print(SessionArchive.Entry entry) {
        if (isJson) {
            printJson(new ProblemJson(entry.id(), entry.problem()));
        } else {
            out().println(entry.id() + ": " + entry.problem());
        }
    }

    /** What {@code --json} prints for a session with a problem. */
    private record ProblemJson(String session, String error) {}

    /** The last object that {@code --json} prints. */
    private record CheckJson(
            long sessions, long states, long badSessions, long journals, long requests, long badJournals) {}

    /** What {@code --json} prints for a journal with a problem. */
    private record BadJournalJson(String journal, String owner, String name, String error) {}
}
