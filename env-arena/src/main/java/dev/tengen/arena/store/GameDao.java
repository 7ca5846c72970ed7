package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The table of games, in one transaction. */
final class GameDao {
    private static final String COLUMNS =
            "SELECT games.*, pairs.first, pairs.second, pairs.meeting, pairs.opening, results.winner";

    private static final String TABLES = """

            FROM games
            JOIN pairs ON pairs.tournament = games.tournament AND pairs.number = games.pair
            LEFT JOIN results ON results.tournament = games.tournament AND results.number = games.number
            WHERE games.tournament = :tournament
            """;

    private static final String GAMES = COLUMNS + TABLES;

    private static final String KEPT_GAMES =
            COLUMNS + ", results.verdict, results.moves_hash, results.sgf, results.ended_at" + TABLES;

    private static final String HAS_NO_RESULT = """
             AND NOT EXISTS (
                SELECT 1 FROM results WHERE results.tournament = games.tournament AND results.number = games.number)
            """;

    private final Handle handle;

    GameDao(Handle handle) {
        this.handle = handle;
    }

    /** Returns the games of a tournament, by number. */
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

    /** Returns the game {@code id}; empty if there is none. */
    Optional<StoredGame> find(GameId id) {
        return handle.createQuery(GAMES + "AND games.number = :number")
                .bindMethods(id)
                .map((row, context) -> game(row))
                .findOne();
    }

    /** Returns at most {@code count} games from number {@code from}, with their results. */
    List<GameWithResult> page(String tournament, int from, int count) {
        return handle.createQuery(KEPT_GAMES + "AND games.number >= :from ORDER BY games.number LIMIT :count")
                .bind("tournament", tournament)
                .bind("from", from)
                .bind("count", count)
                .map((row, context) -> keptGame(row))
                .list();
    }

    private static GameWithResult keptGame(ResultSet row) throws SQLException {
        StoredGame game = game(row);
        return new GameWithResult(
                game,
                game.state() == GameState.ENDED ? Optional.of(ResultDao.result(game.id(), row)) : Optional.empty());
    }

    /** Returns the number of games of a tournament. */
    int count(String tournament) {
        return handle.createQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament")
                .bind("tournament", tournament)
                .mapTo(int.class)
                .one();
    }

    private static StoredGame game(ResultSet row) throws SQLException {
        GameId id = new GameId(row.getString("tournament"), row.getInt("number"));
        long startedAt = row.getLong("started_at");
        Optional<Instant> start = row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(startedAt));
        boolean isOver = row.getString("winner") != null;
        GameState state = isOver ? GameState.ENDED : start.isPresent() ? GameState.RUNNING : GameState.PLANNED;
        return new StoredGame(id, PairDao.pair(row), plannedGame(row), state, start);
    }

    /** Returns the game in {@code row}, which must have the columns of the game and of its pair. */
    static PlannedGame plannedGame(ResultSet row) throws SQLException {
        PlannedPair pair = PairDao.pair(row);
        return new PlannedGame(row.getString("black"), row.getString("white"), pair.name(), pair.opening());
    }

    /** Starts the game {@code id} if it is planned and its tournament is open, and returns whether it did. */
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

    /** Resets all games that have started and have no result to planned, and returns their number. */
    int replan(String tournament) {
        return handle.createUpdate("UPDATE games SET started_at = NULL"
                        + " WHERE tournament = :tournament AND started_at IS NOT NULL" + HAS_NO_RESULT)
                .bind("tournament", tournament)
                .execute();
    }

    /** Returns the number of games without a result. */
    int unfinishedCount(String tournament) {
        return handle.createQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament" + HAS_NO_RESULT)
                .bind("tournament", tournament)
                .mapTo(int.class)
                .one();
    }
}
