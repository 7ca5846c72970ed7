package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
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

/**
 * The SQL statements of the store. Each runs in the transaction of the handle that the object is attached to. {@link RowMappers}
 * maps the rows.
 */
interface StoreDao extends SqlObject {
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

    /** The results of a tournament with their games and pairs. */
    String RESULTS = """
            SELECT games.black, games.white, results.winner, results.moves_hash,
                pairs.first, pairs.second, pairs.meeting, pairs.opening
            FROM results
            JOIN games ON games.tournament = results.tournament AND games.number = results.number
            JOIN pairs ON pairs.tournament = games.tournament AND pairs.number = games.pair
            WHERE results.tournament = :tournament
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

    /** A condition on the bound lease: it is valid. */
    String LEASE_IS_VALID = """
             AND EXISTS (
                SELECT 1 FROM workers WHERE workers.tournament = :lease.tournament AND workers.name = :lease.worker
                    AND workers.epoch = :lease.epoch AND workers.expires_at > <now>)
            """;

    /** A condition on games: the bound lease has made the last claim. */
    String IS_CLAIMED = " AND games.worker = :lease.worker AND games.epoch = :lease.epoch";

    /** Returns the time of the database. */
    @SqlQuery("SELECT <now>")
    long now();

    /** Adds {@code tournament} without its players, unless its name exists, and returns whether it did. */
    @SqlUpdate("INSERT INTO tournaments (name, settings, seed, state, created_at)"
            + " VALUES (:name, :settings, :seed, 'OPEN', :createdAt) ON CONFLICT (name) DO NOTHING")
    boolean insert(@BindMethods StoredTournament tournament);

    /** Gives the agent name to {@code principal}, unless it belongs to one. */
    @SqlUpdate("INSERT INTO agent_names (name, principal, claimed_at) VALUES (:name, :principal, :at)"
            + " ON CONFLICT (name) DO NOTHING")
    void insertAgentName(@Bind("name") String name, @Bind("principal") String principal, @Bind("at") Instant at);

    @SqlQuery("SELECT * FROM agent_names WHERE name = :name")
    Optional<AgentName> agentName(@Bind("name") String name);

    @SqlQuery("SELECT * FROM agent_names ORDER BY name")
    List<AgentName> agentNames();

    @SqlQuery("SELECT COUNT(*) FROM agent_names WHERE principal = :principal")
    int agentNameCount(@Bind("principal") String principal);

    /** Deletes an agent name, and returns whether it was there. */
    @SqlUpdate("DELETE FROM agent_names WHERE name = :name")
    boolean deleteAgentName(@Bind("name") String name);

    @SqlBatch("INSERT INTO players (tournament, number, name, settings)"
            + " VALUES (:tournament, :number, :player.name, :player.settings)")
    void insertPlayers(
            @Bind("tournament") String tournament,
            @Bind("number") List<Integer> numbers,
            @BindMethods("player") List<StoredPlayer> players);

    @SqlUpdate("UPDATE tournaments SET settings = :settings WHERE name = :name")
    void setSettings(@Bind("name") String name, @Bind("settings") String settings);

    /** Replaces the settings of a player, and returns whether the tournament has the player. */
    @SqlUpdate("UPDATE players SET settings = :player.settings WHERE tournament = :tournament AND name = :player.name")
    boolean updatePlayer(@Bind("tournament") String tournament, @BindMethods("player") StoredPlayer player);

    @SqlQuery("SELECT COALESCE(MAX(number) + 1, 0) FROM players WHERE tournament = :tournament")
    int nextPlayerNumber(@Bind("tournament") String tournament);

    /** Returns when a result that counts was recorded, after the {@code from} earliest ones. */
    @SqlQuery("SELECT ended_at FROM results WHERE tournament = :tournament AND winner <> 'VOID'"
            + " ORDER BY ended_at, number LIMIT 1 OFFSET :from")
    Optional<Long> endOfCounted(@Bind("tournament") String tournament, @Bind("from") int from);

    /** Returns all tournaments without their players, in no particular order. */
    @SqlQuery("SELECT * FROM tournaments")
    List<TournamentStatus> tournaments();

    /** Returns the tournament {@code name} without its players. */
    @SqlQuery("SELECT * FROM tournaments WHERE name = :name")
    Optional<TournamentStatus> tournament(@Bind("name") String name);

    @SqlQuery("SELECT name, settings FROM players WHERE tournament = :tournament ORDER BY number")
    List<StoredPlayer> players(@Bind("tournament") String tournament);

    /** Locks a tournament until the end of the transaction. Both databases lock updated rows. */
    @SqlUpdate("UPDATE tournaments SET state = state WHERE name = :name")
    void lock(@Bind("name") String name);

    @SqlUpdate("UPDATE tournaments SET state = :state WHERE name = :name")
    void setState(@Bind("name") String name, @Bind("state") TournamentState state);

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

    @SqlQuery(GAME_COLUMNS + GAMES + "AND games.number = :number")
    Optional<StoredGame> game(@BindMethods GameId id);

    /** Returns the games of the pairs from number {@code pair} on. */
    @SqlQuery(GAME_COLUMNS + GAMES + "AND games.number >= 2 * :pair ORDER BY games.number")
    List<StoredGame> gamesOfPairsFrom(@Bind("tournament") String tournament, @Bind("pair") int pair);

    /** Returns at most {@code count} games from number {@code from}, with their results. */
    @SqlQuery(GAME_COLUMNS + RESULT_COLUMNS + GAMES + "AND games.number >= :from ORDER BY games.number LIMIT :count")
    List<GameWithResult> gamesWithResults(
            @Bind("tournament") String tournament, @Bind("from") int from, @Bind("count") int count);

    /** Returns at most {@code count} of the selected games with their results, after the {@code from} that were started last. */
    @SqlQuery(GAME_COLUMNS + RESULT_COLUMNS + GAMES + "AND games.number IN (SELECT games.number" + SELECTED
            + LATEST_FIRST + " LIMIT :count OFFSET :from) " + LATEST_FIRST)
    List<GameWithResult> latestGames(
            @Bind("tournament") String tournament,
            @BindMethods GameFilter filter,
            @Bind("from") int from,
            @Bind("count") int count);

    @SqlQuery("SELECT COUNT(*)" + SELECTED)
    int selectedCount(@Bind("tournament") String tournament, @BindMethods GameFilter filter);

    @SqlQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament")
    int gameCount(@Bind("tournament") String tournament);

    @SqlQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament" + HAS_NO_RESULT)
    int unfinishedCount(@Bind("tournament") String tournament);

    /** Returns the games from number {@code from} and those of {@code numbers}, by number. */
    @SqlQuery(GAME_COLUMNS + GAMES + "AND (games.number >= :from OR games.number IN (<numbers>)) ORDER BY games.number")
    List<TrackedGame> trackedGames(
            @Bind("tournament") String tournament,
            @Bind("from") int from,
            @BindList(value = "numbers", onEmpty = EmptyHandling.NULL_STRING) Collection<Integer> numbers);

    /** Adds a worker, or replaces the one of its name; increases its epoch. */
    @SqlUpdate("""
            INSERT INTO workers (tournament, name, instance, epoch, players, concurrency, lease_ms,
                joined_at, renewed_at, expires_at)
            VALUES (:tournament, :worker.name, :instance, 1, :players, :worker.concurrency, :leaseMs,
                <now>, <now>, <now> + :leaseMs)
            ON CONFLICT (tournament, name) DO UPDATE SET instance = excluded.instance, epoch = workers.epoch + 1,
                players = excluded.players, concurrency = excluded.concurrency, lease_ms = excluded.lease_ms,
                joined_at = excluded.joined_at, renewed_at = excluded.renewed_at, expires_at = excluded.expires_at
            """)
    void join(
            @Bind("tournament") String tournament,
            @BindMethods("worker") WorkerSettings worker,
            @Bind("players") String players,
            @Bind("leaseMs") long leaseMs,
            @Bind("instance") String instance);

    /** Starts a new epoch of the worker, unless another process has replaced it, and returns whether it did. */
    @SqlUpdate("UPDATE workers SET epoch = epoch + 1, renewed_at = <now>, expires_at = <now> + lease_ms"
            + " WHERE tournament = :tournament AND name = :worker AND instance = :instance")
    boolean rejoin(@BindMethods WorkerLease lease);

    @SqlQuery("SELECT epoch FROM workers WHERE tournament = :tournament AND name = :worker")
    long epoch(@Bind("tournament") String tournament, @Bind("worker") String worker);

    /** Renews a valid lease, and returns whether it did. */
    @SqlUpdate("UPDATE workers SET renewed_at = <now>, expires_at = <now> + lease_ms"
            + " WHERE tournament = :tournament AND name = :worker AND epoch = :epoch AND expires_at > <now>")
    boolean renew(@BindMethods WorkerLease lease);

    /** Returns whether a worker of another name has a valid lease. */
    @SqlQuery("SELECT COUNT(*) FROM workers WHERE tournament = :tournament AND name <> :worker AND expires_at > <now>")
    boolean hasOtherWorker(@Bind("tournament") String tournament, @Bind("worker") String worker);

    /** Ends a lease, which frees its games. */
    @SqlUpdate("UPDATE workers SET expires_at = 0 WHERE tournament = :tournament AND name = :worker AND epoch = :epoch")
    void leave(@BindMethods WorkerLease lease);

    @SqlQuery("SELECT COUNT(*) FROM tournaments WHERE name = :lease.tournament" + LEASE_IS_VALID)
    boolean isValid(@BindMethods("lease") WorkerLease lease);

    /** Returns the workers of a tournament, in the order in which they joined. */
    @SqlQuery("""
            SELECT workers.*, <now> AS now,
                (SELECT COUNT(*) FROM games WHERE games.tournament = workers.tournament AND games.worker = workers.name
                    AND games.epoch = workers.epoch AND workers.expires_at > <now>
                    AND NOT EXISTS (SELECT 1 FROM results
                        WHERE results.tournament = games.tournament AND results.number = games.number)) AS running,
                (SELECT COUNT(*) FROM games JOIN results
                    ON results.tournament = games.tournament AND results.number = games.number
                    WHERE games.tournament = workers.tournament AND games.worker = workers.name) AS ended
            FROM workers WHERE workers.tournament = :tournament ORDER BY workers.joined_at, workers.name
            """)
    List<WorkerStatus> workers(@Bind("tournament") String tournament);

    /** Locks a game until the end of the transaction. Returns nothing, without waiting, if another transaction has locked it. */
    @SqlQuery("SELECT number FROM games WHERE tournament = :tournament AND number = :number <skip_locked>")
    Optional<Integer> lockGame(@BindMethods GameId id);

    /**
     * Claims the game {@code id} if it is free and has no result, the tournament is open and the lease is valid, and returns
     * whether it did. The caller has locked the game, so this statement sees every result that was committed before.
     */
    @SqlUpdate("UPDATE games SET worker = :lease.worker, epoch = :lease.epoch, started_at = :at"
            + " WHERE tournament = :tournament AND number = :number"
            + " AND EXISTS (SELECT 1 FROM tournaments WHERE name = :tournament AND state = 'OPEN')"
            + HAS_NO_RESULT + IS_FREE + LEASE_IS_VALID)
    boolean claim(@BindMethods GameId id, @BindMethods("lease") WorkerLease lease, @Bind("at") Instant at);

    /** Locks the game {@code id} if the lease is valid and has claimed it, and returns whether it did. */
    @SqlUpdate("UPDATE games SET epoch = epoch WHERE tournament = :tournament AND number = :number" + IS_CLAIMED
            + LEASE_IS_VALID)
    boolean lockClaimed(@BindMethods GameId id, @BindMethods("lease") WorkerLease lease);

    /** Returns whether the lease made the last claim of the game, even if it has expired since. */
    @SqlQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament AND number = :number" + IS_CLAIMED)
    boolean isClaimed(@BindMethods GameId id, @BindMethods("lease") WorkerLease lease);

    /** Adds {@code result} if its game has none, and returns whether it did. The primary key admits only one result. */
    @SqlUpdate("INSERT INTO results (tournament, number, winner, verdict, moves_hash, sgf, ended_at)"
            + " VALUES (:tournament, :number, :result.winner, :result.verdict, :result.movesHash, :result.sgf,"
            + " :result.endedAt) ON CONFLICT (tournament, number) DO NOTHING")
    boolean insert(@BindMethods GameId game, @BindMethods("result") StoredResult result);

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
