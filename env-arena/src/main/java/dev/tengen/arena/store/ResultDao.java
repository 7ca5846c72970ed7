package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The table of results, in one transaction. */
final class ResultDao {
    private static final String RESULTS = """
            SELECT games.black, games.white, results.winner, results.moves_hash,
                pairs.first, pairs.second, pairs.meeting, pairs.opening
            FROM results
            JOIN games ON games.tournament = results.tournament AND games.number = results.number
            JOIN pairs ON pairs.tournament = games.tournament AND pairs.number = games.pair
            WHERE results.tournament = :tournament
            """;

    private final Handle handle;

    ResultDao(Handle handle) {
        this.handle = handle;
    }

    /** Adds {@code result} if its game has started and has no result, and returns whether it did. */
    boolean insert(StoredResult result) {
        // One statement: the primary key admits only one of two concurrent results.
        return handle.createUpdate("""
                                INSERT INTO results (tournament, number, winner, verdict, moves_hash, sgf, ended_at)
                                SELECT tournament, number, :winner, :verdict, :movesHash, :sgf, :endedAt
                                FROM games
                                WHERE tournament = :tournament AND number = :number AND started_at IS NOT NULL
                                ON CONFLICT (tournament, number) DO NOTHING
                                """)
                        .bindMethods(result.game())
                        .bind("winner", result.winner().name())
                        .bind("verdict", result.verdict())
                        .bind("movesHash", result.movesHash())
                        .bind("sgf", result.sgf())
                        .bind("endedAt", result.endedAt().toEpochMilli())
                        .execute()
                == 1;
    }

    /** Returns the result of {@code game}; empty if it has none. */
    Optional<StoredResult> find(GameId game) {
        return handle.createQuery("SELECT * FROM results WHERE tournament = :tournament AND number = :number")
                .bindMethods(game)
                .map((row, context) -> result(game, row))
                .findOne();
    }

    /** Returns the result of {@code game} in {@code row}. */
    static StoredResult result(GameId game, ResultSet row) throws SQLException {
        return new StoredResult(
                game,
                Winner.valueOf(row.getString("winner")),
                row.getString("verdict"),
                row.getLong("moves_hash"),
                row.getString("sgf"),
                Instant.ofEpochMilli(row.getLong("ended_at")));
    }

    /** Returns the results of a tournament with their records, by game number. */
    List<StoredResult> recorded(String tournament) {
        return handle.createQuery("SELECT * FROM results WHERE tournament = :tournament ORDER BY number")
                .bind("tournament", tournament)
                .map((row, context) -> result(new GameId(tournament, row.getInt("number")), row))
                .list();
    }

    /** Returns the number of results of a tournament, including void ones. */
    int count(String tournament) {
        return handle.createQuery("SELECT COUNT(*) FROM results WHERE tournament = :tournament")
                .bind("tournament", tournament)
                .mapTo(int.class)
                .one();
    }

    /** Returns the results of a tournament that count, by game number. */
    List<GameResult> counted(String tournament) {
        return handle.createQuery(RESULTS + "AND results.winner <> 'VOID' ORDER BY results.number")
                .bind("tournament", tournament)
                .map((row, context) -> gameResult(row))
                .list();
    }

    private static GameResult gameResult(ResultSet row) throws SQLException {
        int winner = Winner.valueOf(row.getString("winner")).color();
        return new GameResult(
                row.getString("black"),
                row.getString("white"),
                winner,
                PairDao.pair(row).name(),
                row.getLong("moves_hash"));
    }

    /** Returns the void games of a tournament, by number. */
    List<PlannedGame> voided(String tournament) {
        return handle.createQuery(RESULTS + "AND results.winner = 'VOID' ORDER BY results.number")
                .bind("tournament", tournament)
                .map((row, context) -> GameDao.plannedGame(row))
                .list();
    }
}
