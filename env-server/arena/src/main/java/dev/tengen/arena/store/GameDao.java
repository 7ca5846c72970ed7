package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.SqlObject;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.customizer.BindList.EmptyHandling;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** The SQL statements on pairs and games. */
interface GameDao extends SqlObject {
    /** The columns of a game with its pair, the worker with a valid claim, and the result without its record. */
    String GAME_COLUMNS = "SELECT games.*, pairs.first, pairs.second, pairs.meeting, pairs.opening,"
            + " workers.name AS holder, results.winner, results.moves_hash";

    /** The further columns of its result. */
    String RESULT_COLUMNS = ", results.verdict, results.sgf, results.ended_at";

    /** The games of a tournament with their pairs, valid claims and results. */
    String GAMES = """

            FROM games
            JOIN pairs ON pairs.tournament = games.tournament AND pairs.number = games.pair
            LEFT JOIN results ON results.tournament = games.tournament AND results.number = games.number
            LEFT JOIN workers ON workers.tournament = games.tournament AND workers.name = games.worker
                AND workers.epoch = games.epoch AND workers.expires_at > <now>
            WHERE games.tournament = :tournament
            """;

    /** The games of a tournament that a filter selects. An empty text selects all. */
    String SELECTED = """

            FROM games
            LEFT JOIN results ON results.tournament = games.tournament AND results.number = games.number
            WHERE games.tournament = :tournament
                AND (:player = '' OR games.black = :player OR games.white = :player)
                AND (:opponent = '' OR (games.black = :player AND games.white = :opponent)
                    OR (games.black = :opponent AND games.white = :player))
                AND (:winner = '' OR results.winner = :winner)
                AND (:verdict = '' OR results.verdict = :verdict)
            """;

    /** The order of games: those that were started last come first, those that were never started come last. */
    String LATEST_FIRST = "ORDER BY COALESCE(games.started_at, 0) DESC, games.number DESC";

    /** A condition on games. */
    String HAS_NO_RESULT = """
             AND NOT EXISTS (
                SELECT 1 FROM results WHERE results.tournament = games.tournament AND results.number = games.number)
            """;

    /** A condition on games: nobody has a valid claim. */
    String IS_FREE = """
             AND NOT EXISTS (
                SELECT 1 FROM workers WHERE workers.tournament = games.tournament AND workers.name = games.worker
                    AND workers.epoch = games.epoch AND workers.expires_at > <now>)
            """;

    /** A condition on games: the bound player has it. */
    String IS_OF_PLAYER = "(games.black = :player OR games.white = :player)";

    /** A condition on games: the bound lease has made the last claim. */
    String IS_CLAIMED = " AND games.worker = :lease.worker AND games.epoch = :lease.epoch";

    /** Returns all pairs of a tournament in the order of planning. */
    @SqlQuery("SELECT * FROM pairs WHERE tournament = :tournament ORDER BY number")
    List<PlannedPair> pairs(@Bind("tournament") String tournament);

    @SqlQuery("SELECT number FROM pairs WHERE tournament = :tournament"
            + " AND first = :first AND second = :second AND meeting = :meeting AND opening = :opening")
    Optional<Integer> pairNumber(@Bind("tournament") String tournament, @BindMethods PlannedPair pair);

    @SqlQuery("SELECT COALESCE(MAX(number) + 1, 0) FROM pairs WHERE tournament = :tournament")
    int pairCount(@Bind("tournament") String tournament);

    @SqlUpdate("INSERT INTO pairs (tournament, number, first, second, meeting, opening)"
            + " VALUES (:tournament, :number, :first, :second, :meeting, :opening)")
    void insertPair(@Bind("tournament") String tournament, @Bind("number") int number, @BindMethods PlannedPair pair);

    @SqlBatch("INSERT INTO games (tournament, number, pair, black, white)"
            + " VALUES (:tournament, :number, :pair, :game.black, :game.white)")
    void insertGames(
            @Bind("tournament") String tournament,
            @Bind("pair") int pair,
            @Bind("number") List<Integer> numbers,
            @BindMethods("game") List<PlannedGame> games);

    /** Returns the games of a tournament, by number. */
    @SqlQuery(GAME_COLUMNS + GAMES + "ORDER BY games.number")
    List<StoredGame> games(@Bind("tournament") String tournament);

    /** Returns the two games of a pair. */
    @SqlQuery(GAME_COLUMNS + GAMES + "AND games.number BETWEEN 2 * :pair AND 2 * :pair + 1 ORDER BY games.number")
    List<StoredGame> gamesOfPair(@Bind("tournament") String tournament, @Bind("pair") int pair);

    /** Returns the games of the pairs from number {@code pair} on. */
    @SqlQuery(GAME_COLUMNS + GAMES + "AND games.number >= 2 * :pair ORDER BY games.number")
    List<StoredGame> gamesOfPairsFrom(@Bind("tournament") String tournament, @Bind("pair") int pair);

    @SqlQuery(GAME_COLUMNS + GAMES + "AND games.number = :number")
    Optional<StoredGame> game(@BindMethods GameId id);

    /** Returns at most {@code count} games from number {@code from}, with their results. */
    @SqlQuery(GAME_COLUMNS + RESULT_COLUMNS + GAMES + "AND games.number >= :from ORDER BY games.number LIMIT :count")
    List<GameWithResult> gamesWithResults(
            @Bind("tournament") String tournament, @Bind("from") int from, @Bind("count") int count);

    /**
     * Returns at most {@code count} of the selected games with their results, after the {@code from} that were started
     * last.
     */
    @SqlQuery(GAME_COLUMNS + RESULT_COLUMNS + GAMES + "AND games.number IN (SELECT games.number" + SELECTED
            + LATEST_FIRST + " LIMIT :count OFFSET :from) " + LATEST_FIRST)
    List<GameWithResult> latestGames(
            @Bind("tournament") String tournament,
            @BindMethods GameFilter filter,
            @Bind("from") int from,
            @Bind("count") int count);

    @SqlQuery("SELECT COUNT(*)" + SELECTED)
    int selectedCount(@Bind("tournament") String tournament, @BindMethods GameFilter filter);

    /** Returns the games from number {@code from} and those of {@code numbers}, by number. */
    @SqlQuery(GAME_COLUMNS + GAMES + "AND (games.number >= :from OR games.number IN (<numbers>)) ORDER BY games.number")
    List<TrackedGame> trackedGames(
            @Bind("tournament") String tournament,
            @Bind("from") int from,
            @BindList(value = "numbers", onEmpty = EmptyHandling.NULL_STRING) Collection<Integer> numbers);

    /**
     * Locks a game until the end of the transaction. Returns nothing, without waiting, if another transaction has
     * locked it.
     */
    @SqlQuery("SELECT number FROM games WHERE tournament = :tournament AND number = :number <skip_locked>")
    Optional<Integer> lockGame(@BindMethods GameId id);

    /**
     * Claims the game {@code id} if it is free and has no result, the tournament is open and the lease is valid, and
     * returns whether it did. The caller has locked the game, so this statement sees every result that was committed
     * before.
     */
    @SqlUpdate("UPDATE games SET worker = :lease.worker, epoch = :lease.epoch, started_at = :at"
            + " WHERE tournament = :tournament AND number = :number"
            + " AND EXISTS (SELECT 1 FROM tournaments WHERE name = :tournament AND state = 'OPEN')"
            + HAS_NO_RESULT + IS_FREE + WorkerDao.LEASE_IS_VALID)
    boolean claim(@BindMethods GameId id, @BindMethods("lease") WorkerLease lease, @Bind("at") Instant at);

    /** Locks the games of a player that have no result and that nobody plays. */
    @SqlUpdate("UPDATE games SET epoch = epoch WHERE tournament = :tournament AND " + IS_OF_PLAYER + HAS_NO_RESULT
            + IS_FREE)
    void lockFree(@Bind("tournament") String tournament, @Bind("player") String player);

    /** Locks the game {@code id} if the lease is valid and has claimed it, and returns whether it did. */
    @SqlUpdate("UPDATE games SET epoch = epoch WHERE tournament = :tournament AND number = :number" + IS_CLAIMED
            + WorkerDao.LEASE_IS_VALID)
    boolean lockClaimed(@BindMethods GameId id, @BindMethods("lease") WorkerLease lease);

    /** Returns whether the lease made the last claim of the game, even if it has expired since. */
    @SqlQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament AND number = :number" + IS_CLAIMED)
    boolean isClaimed(@BindMethods GameId id, @BindMethods("lease") WorkerLease lease);
}
