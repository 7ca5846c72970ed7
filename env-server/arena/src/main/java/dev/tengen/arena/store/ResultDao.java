package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.SqlObject;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** The SQL statements on results. */
interface ResultDao extends SqlObject {
    /** The results of a tournament with their games and pairs. */
    String RESULTS = """
            SELECT games.black, games.white, results.winner, results.moves_hash,
                pairs.first, pairs.second, pairs.meeting, pairs.opening
            FROM results
            JOIN games ON games.tournament = results.tournament AND games.number = results.number
            JOIN pairs ON pairs.tournament = games.tournament AND pairs.number = games.pair
            WHERE results.tournament = :tournament
            """;

    /** Adds {@code result} if its game has none, and returns whether it did. The primary key admits only one result. */
    @SqlUpdate("INSERT INTO results (tournament, number, winner, verdict, moves_hash, sgf, ended_at)"
            + " VALUES (:tournament, :number, :result.winner, :result.verdict, :result.movesHash, :result.sgf,"
            + " :result.endedAt) ON CONFLICT (tournament, number) DO NOTHING")
    boolean insert(@BindMethods GameId game, @BindMethods("result") StoredResult result);

    /** Adds void results for the games of a player that have none and that nobody plays, and returns their number. */
    @SqlUpdate("INSERT INTO results (tournament, number, winner, verdict, moves_hash, sgf, ended_at)"
            + " SELECT games.tournament, games.number, 'VOID', :verdict, 0, '', :at FROM games"
            + " WHERE games.tournament = :tournament AND " + GameDao.IS_OF_PLAYER + GameDao.HAS_NO_RESULT
            + GameDao.IS_FREE)
    int voidFree(
            @Bind("tournament") String tournament,
            @Bind("player") String player,
            @Bind("verdict") String verdict,
            @Bind("at") Instant at);

    /** Deletes the void results of games between players that have not withdrawn, and returns their number. */
    @SqlUpdate("""
            DELETE FROM results WHERE tournament = :tournament AND winner = 'VOID' AND NOT EXISTS (
                SELECT 1 FROM games JOIN players ON players.tournament = games.tournament
                    AND (players.name = games.black OR players.name = games.white)
                WHERE games.tournament = results.tournament AND games.number = results.number
                    AND players.withdrawn_at IS NOT NULL)
            """)
    int deleteVoid(@Bind("tournament") String tournament);

    @SqlQuery("SELECT * FROM results WHERE tournament = :tournament AND number = :number")
    Optional<StoredResult> result(@BindMethods GameId game);

    /** Returns the results of a tournament with their records, by game number. */
    @SqlQuery("SELECT * FROM results WHERE tournament = :tournament ORDER BY number")
    List<StoredResult> results(@Bind("tournament") String tournament);

    /** Returns the number of results of a tournament, including void ones. */
    @SqlQuery("SELECT COUNT(*) FROM results WHERE tournament = :tournament")
    int resultCount(@Bind("tournament") String tournament);

    /** Returns when the last result of a tournament was recorded. */
    @SqlQuery("SELECT MAX(ended_at) FROM results WHERE tournament = :tournament")
    Optional<Long> lastResultAt(@Bind("tournament") String tournament);

    /** Returns when a result that counts was recorded, after the {@code from} earliest ones. */
    @SqlQuery("SELECT ended_at FROM results WHERE tournament = :tournament AND winner <> 'VOID'"
            + " ORDER BY ended_at, number LIMIT 1 OFFSET :from")
    Optional<Long> endOfCounted(@Bind("tournament") String tournament, @Bind("from") int from);

    /** Returns the results of a tournament that count, by game number. */
    @SqlQuery(RESULTS + "AND results.winner <> 'VOID' ORDER BY results.number")
    List<GameResult> counted(@Bind("tournament") String tournament);

    /** Returns the results of a tournament that count, in the order in which the games ended. */
    @SqlQuery(RESULTS + "AND results.winner <> 'VOID' ORDER BY results.ended_at, results.number")
    List<GameResult> countedInTime(@Bind("tournament") String tournament);

    /** Returns the void games of a tournament, by number. */
    @SqlQuery(RESULTS + "AND results.winner = 'VOID' ORDER BY results.number")
    List<PlannedGame> voided(@Bind("tournament") String tournament);
}
