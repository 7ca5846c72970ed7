package dev.tengen.web;

import dev.tengen.arena.host.Arena;
import dev.tengen.arena.report.ReportFile;
import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.arena.store.GameFilter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.http.HttpException;
import java.util.concurrent.Semaphore;

/** The report of a tournament and its tables, written on demand. Thread-safe. */
final class TournamentFiles {
    /** The greatest number of games in a file. It bounds the memory and the time of a request. */
    static final int MAX_GAME_COUNT = 10_000;

    private final Arena arena;
    private final int maxGameCount;

    /** One file at a time: each has all games of a tournament in memory. */
    private final Semaphore writers = new Semaphore(1);

    TournamentFiles(Arena arena) {
        this(arena, MAX_GAME_COUNT);
    }

    TournamentFiles(Arena arena, int maxGameCount) {
        this.arena = arena;
        this.maxGameCount = maxGameCount;
    }

    /**
     * Returns a file of a tournament.
     *
     * @throws CallException if there is no such tournament
     * @throws HttpException if there is no such file, the tournament is too large, or another file is being written
     */
    Download file(String tournament, String name) {
        ReportFile file = ReportFile.named(name)
                .orElseThrow(() -> new HttpException(404, "NO_SUCH_FILE", "there is no file \"" + name + '"', "file"));
        if (arena.tournamentGames().count(tournament, GameFilter.ALL) > maxGameCount) {
            throw new HttpException(
                    409,
                    "TOO_MANY_GAMES",
                    "the tournament has more than " + maxGameCount + " games; \"tengen arena export\" writes its files",
                    "tournament");
        }
        if (!writers.tryAcquire()) {
            throw new HttpException(503, "BUSY", "another file is being written; try again in a moment", "file");
        }
        try {
            // It reads the store, and is the only one, so it needs no turn.
            byte[] content = FairExecutor.block(() -> file.write(TournamentRecord.of(arena.store(), tournament)));
            return new Download(tournament + "-" + name, file.contentType(), content, file == ReportFile.REPORT_HTML);
        } finally {
            writers.release();
        }
    }
}
