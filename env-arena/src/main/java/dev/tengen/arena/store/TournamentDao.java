package dev.tengen.arena.store;

import dev.tengen.arena.store.StoreException.Reason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The tables of tournaments and players, in one transaction. */
final class TournamentDao {
    private static final Comparator<TournamentStatus> ORDER = Comparator.comparing(
                    (TournamentStatus stored) -> stored.tournament().createdAt())
            .thenComparing(stored -> stored.tournament().name());

    private final Handle handle;

    TournamentDao(Handle handle) {
        this.handle = handle;
    }

    /** Adds {@code tournament} unless its name exists, and returns whether it did. */
    boolean insert(StoredTournament tournament) {
        int count = handle.createUpdate("INSERT INTO tournaments (name, settings, seed, state, created_at)"
                        + " VALUES (:name, :settings, :seed, :state, :createdAt) ON CONFLICT (name) DO NOTHING")
                .bind("name", tournament.name())
                .bind("settings", tournament.settings())
                .bind("seed", tournament.seed())
                .bind("state", TournamentState.OPEN.name())
                .bind("createdAt", tournament.createdAt().toEpochMilli())
                .execute();
        if (count == 1 && !tournament.players().isEmpty()) {
            insertPlayers(tournament);
        }
        return count == 1;
    }

    private void insertPlayers(StoredTournament tournament) {
        PreparedBatch batch = handle.prepareBatch("INSERT INTO players (tournament, number, name, settings)"
                + " VALUES (:tournament, :number, :name, :settings)");
        int number = 0;
        for (StoredPlayer player : tournament.players()) {
            batch.bind("tournament", tournament.name())
                    .bind("number", number++)
                    .bind("name", player.name())
                    .bind("settings", player.settings())
                    .add();
        }
        batch.execute();
    }

    /** Returns all tournaments, oldest first. */
    List<TournamentStatus> all() {
        return handle.createQuery("SELECT * FROM tournaments").map((row, context) -> tournament(row)).stream()
                .sorted(ORDER)
                .toList();
    }

    /**
     * Returns the tournament {@code name}.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is none
     */
    TournamentStatus get(String name) {
        return handle.createQuery("SELECT * FROM tournaments WHERE name = :name")
                .bind("name", name)
                .map((row, context) -> tournament(row))
                .findOne()
                .orElseThrow(() ->
                        new StoreException(Reason.NOT_FOUND, "there is no tournament " + StoredText.quoted(name)));
    }

    private TournamentStatus tournament(ResultSet row) throws SQLException {
        String name = row.getString("name");
        Instant createdAt = Instant.ofEpochMilli(row.getLong("created_at"));
        StoredTournament tournament =
                new StoredTournament(name, row.getString("settings"), row.getLong("seed"), players(name), createdAt);
        return new TournamentStatus(tournament, TournamentState.valueOf(row.getString("state")));
    }

    private List<StoredPlayer> players(String tournament) {
        return handle.createQuery("SELECT name, settings FROM players WHERE tournament = :tournament ORDER BY number")
                .bind("tournament", tournament)
                .map((row, context) -> new StoredPlayer(row.getString("name"), row.getString("settings")))
                .list();
    }

    /** Locks the tournament {@code name} until the end of the transaction, and returns it. */
    TournamentStatus lock(String name) {
        // Both databases lock updated rows; only PostgreSQL has SELECT ... FOR UPDATE.
        handle.createUpdate("UPDATE tournaments SET state = state WHERE name = :name")
                .bind("name", name)
                .execute();
        return get(name);
    }

    /** Sets the state of the tournament {@code name}. */
    void setState(String name, TournamentState state) {
        handle.createUpdate("UPDATE tournaments SET state = :state WHERE name = :name")
                .bind("name", name)
                .bind("state", state.name())
                .execute();
    }
}
