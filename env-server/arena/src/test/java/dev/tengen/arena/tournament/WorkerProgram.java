package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.WorkerSettings;
import java.time.Duration;
import java.util.List;

/**
 * A worker of a tournament. Prints a line when it begins, the id of each game whose result it has recorded, "lost" when
 * it has lost its lease, and the state of the tournament at its end. The arguments are the store, the format, the name
 * of the worker and the seconds of its lease.
 */
final class WorkerProgram {
    static final String NAME = "cup";

    private WorkerProgram() {}

    static Cup cup(Cup.Format format) {
        return new Cup(format, 1, 33);
    }

    public static void main(String[] args) throws InterruptedException {
        TournamentConfig config = cup(Cup.Format.valueOf(args[1])).spec();
        WorkerSettings worker = new WorkerSettings(
                args[2], Duration.ofSeconds(Long.parseLong(args[3])), List.of(), config.concurrency());
        try (ArenaStore store = ArenaStore.open(args[0]);
                SystemTimeSource time = new SystemTimeSource()) {
            System.out.println("begin");
            TournamentState state = new StoredTournamentRunner(store, NAME, config, worker, time)
                    .run(new TournamentListener() {
                        @Override
                        public void ended(GameId id, GameReport report) {
                            System.out.println(id);
                        }

                        @Override
                        public void leaseLost() {
                            System.out.println("lost");
                        }
                    });
            System.out.println(state);
        }
    }
}
