package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.store.StoreException.Reason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The pairs of one tournament, in one transaction. The two games of a pair are added with it. */
final class PairDao {
    private final Handle handle;
    private final String tournament;

    PairDao(Handle handle, String tournament) {
        this.handle = handle;
        this.tournament = tournament;
    }

    /** Returns all pairs in the order of planning. */
    List<PlannedPair> all() {
        return handle.createQuery("SELECT * FROM pairs WHERE tournament = :tournament ORDER BY number")
                .bind("tournament", tournament)
                .map((row, context) -> pair(row))
                .list();
    }

    /** Returns the pair in {@code row}. */
    static PlannedPair pair(ResultSet row) throws SQLException {
        return new PlannedPair(
                row.getString("first"), row.getString("second"), row.getInt("meeting"), row.getInt("opening"));
    }

    /** Returns the number of {@code pair}; adds it if it is new. The tournament must be locked. */
    int plan(PlannedPair pair) {
        OptionalInt planned = number(pair);
        if (planned.isPresent()) {
            return planned.getAsInt();
        }
        PlannedPair swapped =
                new PlannedPair(/* first= */ pair.second(), /* second= */ pair.first(), pair.meeting(), pair.opening());
        if (number(swapped).isPresent()) {
            // The games of both pairs would have the same names.
            throw new StoreException(Reason.CONFLICT, pair + " is already planned with colors swapped");
        }
        int number = count();
        insert(number, pair);
        insertGames(number, pair.games());
        return number;
    }

    private OptionalInt number(PlannedPair pair) {
        Optional<Integer> number = handle.createQuery("SELECT number FROM pairs WHERE tournament = :tournament"
                        + " AND first = :first AND second = :second AND meeting = :meeting AND opening = :opening")
                .bind("tournament", tournament)
                .bindMethods(pair)
                .mapTo(Integer.class)
                .findOne();
        return number.isPresent() ? OptionalInt.of(number.get()) : OptionalInt.empty();
    }

    private int count() {
        return handle.createQuery("SELECT COALESCE(MAX(number) + 1, 0) FROM pairs WHERE tournament = :tournament")
                .bind("tournament", tournament)
                .mapTo(int.class)
                .one();
    }

    private void insert(int number, PlannedPair pair) {
        handle.createUpdate("INSERT INTO pairs (tournament, number, first, second, meeting, opening)"
                        + " VALUES (:tournament, :number, :first, :second, :meeting, :opening)")
                .bind("tournament", tournament)
                .bind("number", number)
                .bindMethods(pair)
                .execute();
    }

    private void insertGames(int pair, List<PlannedGame> games) {
        PreparedBatch batch = handle.prepareBatch("INSERT INTO games (tournament, number, pair, black, white)"
                + " VALUES (:tournament, :number, :pair, :black, :white)");
        for (int i = 0; i < games.size(); i++) {
            batch.bind("tournament", tournament)
                    .bind("number", 2 * pair + i)
                    .bind("pair", pair)
                    .bind("black", games.get(i).black())
                    .bind("white", games.get(i).white())
                    .add();
        }
        batch.execute();
    }
}
