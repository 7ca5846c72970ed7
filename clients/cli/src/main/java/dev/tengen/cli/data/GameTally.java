package dev.tengen.cli.data;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts games. Not thread-safe. */
final class GameTally {
    private final Map<EndReason, Long> endReasons = new EnumMap<>(EndReason.class);
    private long gameCount;
    private long moveCount;
    private long blackWinCount;
    private long whiteWinCount;
    private long truncationCount;

    /** Adds a game. */
    void add(PlayedGame game) {
        gameCount++;
        moveCount += game.moves().size();
        blackWinCount += game.winner() == Color.BLACK ? 1 : 0;
        whiteWinCount += game.winner() == Color.WHITE ? 1 : 0;
        truncationCount += game.endReason().isTruncation() ? 1 : 0;
        endReasons.merge(game.endReason(), 1L, Long::sum);
    }

    /** Adds the games of {@code other}. */
    void add(GameTally other) {
        gameCount += other.gameCount;
        moveCount += other.moveCount;
        blackWinCount += other.blackWinCount;
        whiteWinCount += other.whiteWinCount;
        truncationCount += other.truncationCount;
        other.endReasons.forEach((reason, count) -> endReasons.merge(reason, count, Long::sum));
    }

    /** Returns the number of games. */
    long gameCount() {
        return gameCount;
    }

    /** Returns the number of moves. */
    long moveCount() {
        return moveCount;
    }

    /** Returns all counts. */
    RolloutManifest.Counts counts() {
        TreeMap<String, Long> named = new TreeMap<>();
        endReasons.forEach((reason, count) -> named.put(reason.name(), count));
        long tieCount = gameCount - blackWinCount - whiteWinCount - truncationCount;
        return new RolloutManifest.Counts(
                gameCount, moveCount, blackWinCount, whiteWinCount, tieCount, truncationCount, named);
    }
}
