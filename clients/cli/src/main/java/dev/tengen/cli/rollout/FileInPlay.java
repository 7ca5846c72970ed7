package dev.tengen.cli.rollout;

import dev.tengen.cli.data.GameJournal;
import dev.tengen.cli.data.PlayedGame;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A file whose games are played at once and end in any order. Games wait until those before them have ended: the
 * journal has them in the order of their numbers. Not thread-safe.
 */
final class FileInPlay implements Closeable {
    private final GameJournal journal;
    private final long firstGame;
    private final long gameCount;
    private final Map<Long, PlayedGame> waiting = new HashMap<>();

    FileInPlay(GameJournal journal, long firstGame, long gameCount) {
        this.journal = journal;
        this.firstGame = firstGame;
        this.gameCount = gameCount;
    }

    /** Adds a game that has ended. Returns whether the file is complete, and then closed. */
    boolean add(PlayedGame game) throws IOException {
        waiting.put(game.number(), game);
        PlayedGame next = waiting.remove(firstGame + journal.gameCount());
        while (next != null) {
            journal.append(next);
            next = waiting.remove(firstGame + journal.gameCount());
        }
        return finishIfFull();
    }

    /** Completes the file if the journal has all games. Returns whether it has. */
    boolean finishIfFull() throws IOException {
        if (journal.gameCount() < gameCount) {
            return false;
        }
        try (journal) {
            journal.finish();
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
