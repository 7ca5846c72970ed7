package dev.tengen.arena.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.SqlObject;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** The SQL statements on tournaments and their players. */
interface TournamentDao extends SqlObject {
    /** Adds {@code tournament} without its players, unless its name exists, and returns whether it did. */
    @SqlUpdate("INSERT INTO tournaments (name, settings, seed, state, created_at)"
            + " VALUES (:name, :settings, :seed, 'OPEN', :createdAt) ON CONFLICT (name) DO NOTHING")
    boolean insert(@BindMethods StoredTournament tournament);

    /** Returns all tournaments without their players, in no particular order. */
    @SqlQuery("SELECT * FROM tournaments")
    List<TournamentStatus> tournaments();

    /** Returns the tournament {@code name} without its players. */
    @SqlQuery("SELECT * FROM tournaments WHERE name = :name")
    Optional<TournamentStatus> tournament(@Bind("name") String name);

    /** Locks a tournament until the end of the transaction. Both databases lock updated rows. */
    @SqlUpdate("UPDATE tournaments SET state = state WHERE name = :name")
    void lock(@Bind("name") String name);

    @SqlUpdate("UPDATE tournaments SET state = :state WHERE name = :name")
    void setState(@Bind("name") String name, @Bind("state") TournamentState state);

    @SqlUpdate("UPDATE tournaments SET settings = :settings WHERE name = :name")
    void setSettings(@Bind("name") String name, @Bind("settings") String settings);

    @SqlQuery("SELECT COUNT(*) FROM games WHERE tournament = :tournament" + GameDao.HAS_NO_RESULT)
    int unfinishedCount(@Bind("tournament") String tournament);

    @SqlQuery("SELECT name, settings FROM players WHERE tournament = :tournament ORDER BY number")
    List<StoredPlayer> players(@Bind("tournament") String tournament);

    @SqlQuery("SELECT name FROM players WHERE tournament = :tournament AND withdrawn_at IS NOT NULL")
    Set<String> withdrawn(@Bind("tournament") String tournament);

    /** Withdraws a player, unless it has withdrawn before. */
    @SqlUpdate("UPDATE players SET withdrawn_at = :at"
            + " WHERE tournament = :tournament AND name = :player AND withdrawn_at IS NULL")
    void withdraw(@Bind("tournament") String tournament, @Bind("player") String player, @Bind("at") Instant at);

    @SqlBatch("INSERT INTO players (tournament, number, name, settings)"
            + " VALUES (:tournament, :number, :player.name, :player.settings)")
    void insertPlayers(
            @Bind("tournament") String tournament,
            @Bind("number") List<Integer> numbers,
            @BindMethods("player") List<StoredPlayer> players);

    /** Replaces the settings of a player, and returns whether the tournament has the player. */
    @SqlUpdate("UPDATE players SET settings = :player.settings WHERE tournament = :tournament AND name = :player.name")
    boolean updatePlayer(@Bind("tournament") String tournament, @BindMethods("player") StoredPlayer player);

    @SqlQuery("SELECT COALESCE(MAX(number) + 1, 0) FROM players WHERE tournament = :tournament")
    int nextPlayerNumber(@Bind("tournament") String tournament);
}
