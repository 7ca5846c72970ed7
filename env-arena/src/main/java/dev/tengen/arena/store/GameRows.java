package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The table of games, as one transaction sees it. */
final class GameRows {
    private static final String GAMES = """
            SELECT games.*, pairs.first, pairs.second, pairs.meeting, pairs.opening, results.winner
            FROM games
            JOIN pairs ON pairs.tournament = games.tournament AND pairs.number = games.pair
            LEFT JOIN results ON results.tournament = games.tournament AND results.number = games.number
            WHERE games.tournament = :tournament
            """;

    private static final String HAS_NO_RESULT = """
             AND NOT EXISTS (
                SELECT 1 FROM results WHERE results.tournament = games.tournament AND results.number = games.number)
            """;

    private final Handle handle;

    GameRows(Handle handle) {
        this.handle = handle;
    }

    /** Returns the games of a tournament in the order of their numbers. */
    List<StoredGame> all(String tournament) {
        return handle.createQuery(GAMES + "ORDER BY games.number")
                .bind("tournament", tournament)
                .map((row, context) -> game(row))
                .list();
    }

    /** Returns the two games of a pair. */
    List<StoredGame> ofPair(String tournament, int pair) {
        return handle.createQuery(GAMES + "AND games.number BETWEEN 2 * :pair AND 2 * :pair + 1 ORDER BY games.number")
                .bind("tournament", tournament)
                .bind("pair", pair)
                .map((row, context) -> game(row))
                .list();
    }

    /** Returns the game {@code id}, if it is there. */
    Optional<StoredGame> find(GameId id) {
        return handle.createQuery(GAMES + "AND games.number = :number")
                .bindMethods(id)
                .map((row, context) -> game(row))
                .findOne();
    }

    private static StoredGame game(ResultSet row) throws SQLException {
        GameId id = new GameId(row.getString("tournament"), row.getInt("number"));
        PlannedPair pair = PairRows.pair(row);
        PlannedGame game = new PlannedGame(row.getString("black"), row.getString("white"), pair.name(), pair.opening());
        long startedAt = row.getLong("started_at");
        Optional<Instant> start = row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(startedAt));
        boolean isOver = row.getString("winner") != null;
        GameState state = isOver ? GameState.ENDED : start.isPresent() ? GameState.RUNNING : GameState.PLANNED;
        return new StoredGame(id, pair, game, state, start);
    }

    /** Starts the game {@code id} if it is planned and its tournament open; returns whether it did. */
    boolean start(GameId id, Instant at) {
        return handle.createUpdate("UPDATE games SET started_at = :at"
                                + " WHERE tournament = :tournament AND number = :number AND started_at IS NULL"
                                + " AND EXISTS (SELECT 1 FROM tournaments WHERE name = :tournament AND state = 'OPEN')"
                                + HAS_NO_RESULT)
                        .bindMethods(id)
                        .bind("at", at.toEpochMilli())
                        .execute()
                == 1;
    }

    /** Plans all games that were started and have no result, and returns their count. */
    int replan(String tournament) {
        return handle.createUpdate("UPDATE games SET started_at = NULL"
                        + " WHERE tournament = :tournament AND started_at IS NOT NULL" + HAS_NO_RESULT)
                .bind("tournament", tournament)
                .execute();
    }

    /** Returns how many games have no result. */
    int unfinishedCount(String tournament) {
        return handle.createQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament" + HAS_NO_RESULT)
                .bind("tournament", tournament)
                .mapTo(int.class)
                .one();
    }
}
