package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;

/**
 * Plays a tournament until it is killed. Prints a line when it begins, and then the id and the hash of each game whose
 * result is acknowledged. The arguments are the store and the format.
 */
final class PlayingProgram {
    static final String NAME = "cup";

    private PlayingProgram() {}

    static Cup cup(Cup.Format format) {
        return new Cup(format, 4, 21);
    }

    public static void main(String[] args) throws InterruptedException {
        try (ArenaStore store = ArenaStore.open(args[0]);
                SystemTimeSource time = new SystemTimeSource()) {
            System.out.println("begin");
            new StoredTournamentRunner(
                            store, NAME, cup(Cup.Format.valueOf(args[1])).spec(), time)
                    .run(new TournamentListener() {
                        @Override
                        public void ended(GameId id, GameReport report) {
                            System.out.println(id + " " + report.movesHash());
                        }
                    });
        }
    }
}
