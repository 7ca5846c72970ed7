package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.SqlObject;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * The SQL statements of the store. Each runs in the transaction of the handle that the object is attached to. {@link RowMappers}
 * maps the rows.
 */
interface StoreDao extends SqlObject {
    /** The columns of a game with its pair and its winner. */
    String GAME_COLUMNS = "SELECT games.*, pairs.first, pairs.second, pairs.meeting, pairs.opening, results.winner";

    /** The further columns of its result. */
    String RESULT_COLUMNS = ", results.verdict, results.moves_hash, results.sgf, results.ended_at";

    /** The games of a tournament with their pairs and results. */
    String GAMES = """

            FROM games
            JOIN pairs ON pairs.tournament = games.tournament AND pairs.number = games.pair
            LEFT JOIN results ON results.tournament = games.tournament AND results.number = games.number
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

    /** A condition on games. */
    String HAS_NO_RESULT = """
             AND NOT EXISTS (
                SELECT 1 FROM results WHERE results.tournament = games.tournament AND results.number = games.number)
            """;

    /** Adds {@code tournament} without its players, unless its name exists, and returns whether it did. */
    @SqlUpdate("INSERT INTO tournaments (name, settings, seed, state, created_at)"
            + " VALUES (:name, :settings, :seed, 'OPEN', :createdAt) ON CONFLICT (name) DO NOTHING")
    boolean insert(@BindMethods StoredTournament tournament);

    @SqlBatch("INSERT INTO players (tournament, number, name, settings)"
            + " VALUES (:tournament, :number, :player.name, :player.settings)")
    void insertPlayers(
            @Bind("tournament") String tournament,
            @Bind("number") List<Integer> numbers,
            @BindMethods("player") List<StoredPlayer> players);

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

    /** Returns at most {@code count} games from number {@code from}, with their results. */
    @SqlQuery(GAME_COLUMNS + RESULT_COLUMNS + GAMES + "AND games.number >= :from ORDER BY games.number LIMIT :count")
    List<GameWithResult> gamesWithResults(
            @Bind("tournament") String tournament, @Bind("from") int from, @Bind("count") int count);

    @SqlQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament")
    int gameCount(@Bind("tournament") String tournament);

    @SqlQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament" + HAS_NO_RESULT)
    int unfinishedCount(@Bind("tournament") String tournament);

    /** Starts the game {@code id} if it is planned and its tournament is open, and returns whether it did. */
    @SqlUpdate("UPDATE games SET started_at = :at"
            + " WHERE tournament = :tournament AND number = :number AND started_at IS NULL"
            + " AND EXISTS (SELECT 1 FROM tournaments WHERE name = :tournament AND state = 'OPEN')" + HAS_NO_RESULT)
    boolean start(@BindMethods GameId id, @Bind("at") Instant at);

    /** Resets all games that have started and have no result to planned, and returns their number. */
    @SqlUpdate("UPDATE games SET started_at = NULL WHERE tournament = :tournament AND started_at IS NOT NULL"
            + HAS_NO_RESULT)
    int replan(@Bind("tournament") String tournament);

    /**
     * Adds {@code result} if its game has started and has no result, and returns whether it did. One statement: the primary key
     * admits only one of two concurrent results.
     */
    @SqlUpdate("""
            INSERT INTO results (tournament, number, winner, verdict, moves_hash, sgf, ended_at)
            SELECT tournament, number, :result.winner, :result.verdict, :result.movesHash, :result.sgf, :result.endedAt
            FROM games
            WHERE tournament = :tournament AND number = :number AND started_at IS NOT NULL
            ON CONFLICT (tournament, number) DO NOTHING
            """)
    boolean insert(@BindMethods GameId game, @BindMethods("result") StoredResult result);

    @SqlQuery("SELECT * FROM results WHERE tournament = :tournament AND number = :number")
    Optional<StoredResult> result(@BindMethods GameId game);

    /** Returns the results of a tournament with their records, by game number. */
    @SqlQuery("SELECT * FROM results WHERE tournament = :tournament ORDER BY number")
    List<StoredResult> results(@Bind("tournament") String tournament);

    /** Returns the number of results of a tournament, including void ones. */
    @SqlQuery("SELECT COUNT(*) FROM results WHERE tournament = :tournament")
    int resultCount(@Bind("tournament") String tournament);

    /** Returns the results of a tournament that count, by game number. */
    @SqlQuery(RESULTS + "AND results.winner <> 'VOID' ORDER BY results.number")
    List<GameResult> counted(@Bind("tournament") String tournament);

    /** Returns the void games of a tournament, by number. */
    @SqlQuery(RESULTS + "AND results.winner = 'VOID' ORDER BY results.number")
    List<PlannedGame> voided(@Bind("tournament") String tournament);
}
