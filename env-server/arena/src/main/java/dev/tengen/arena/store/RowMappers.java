package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.rating.GameResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;

/** Maps rows to the types of the store, and times to milliseconds since 1970. */
final class RowMappers {
    private RowMappers() {}

    /** Registers the mappers. */
    static void register(Jdbi jdbi) {
        jdbi.registerArgument(new MillisArgumentFactory())
                .registerRowMapper(TournamentStatus.class, (row, context) -> tournament(row))
                .registerRowMapper(
                        StoredPlayer.class,
                        (row, context) -> new StoredPlayer(row.getString("name"), row.getString("settings")))
                .registerRowMapper(
                        AgentName.class,
                        (row, context) -> new AgentName(
                                row.getString("name"),
                                row.getString("principal"),
                                Instant.ofEpochMilli(row.getLong("claimed_at"))))
                .registerRowMapper(PlannedPair.class, (row, context) -> pair(row))
                .registerRowMapper(PlannedGame.class, (row, context) -> plannedGame(row))
                .registerRowMapper(StoredGame.class, (row, context) -> game(row))
                .registerRowMapper(TrackedGame.class, (row, context) -> trackedGame(row))
                .registerRowMapper(WorkerStatus.class, (row, context) -> worker(row))
                .registerRowMapper(GameWithResult.class, (row, context) -> gameWithResult(row))
                .registerRowMapper(StoredResult.class, (row, context) -> result(row))
                .registerRowMapper(GameResult.class, (row, context) -> gameResult(row));
    }

    private static final class MillisArgumentFactory extends AbstractArgumentFactory<Instant> {
        MillisArgumentFactory() {
            super(Types.BIGINT);
        }

        @Override
        protected Argument build(Instant value, ConfigRegistry config) {
            return (position, statement, context) -> statement.setLong(position, value.toEpochMilli());
        }
    }

    private static TournamentStatus tournament(ResultSet row) throws SQLException {
        return new TournamentStatus(
                new StoredTournament(
                        row.getString("name"),
                        row.getString("settings"),
                        row.getLong("seed"),
                        List.of(),
                        Instant.ofEpochMilli(row.getLong("created_at"))),
                TournamentState.valueOf(row.getString("state")),
                Set.of());
    }

    private static PlannedPair pair(ResultSet row) throws SQLException {
        return new PlannedPair(
                row.getString("first"), row.getString("second"), row.getInt("meeting"), row.getInt("opening"));
    }

    private static PlannedGame plannedGame(ResultSet row) throws SQLException {
        PlannedPair pair = pair(row);
        return new PlannedGame(row.getString("black"), row.getString("white"), pair.name(), pair.opening());
    }

    private static GameId id(ResultSet row) throws SQLException {
        return new GameId(row.getString("tournament"), row.getInt("number"));
    }

    private static StoredGame game(ResultSet row) throws SQLException {
        long startedAt = row.getLong("started_at");
        Optional<Instant> start = row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(startedAt));
        boolean isOver = row.getString("winner") != null;
        boolean isHeld = row.getString("holder") != null;
        GameState state = isOver ? GameState.ENDED : isHeld ? GameState.RUNNING : GameState.PLANNED;
        return new StoredGame(
                id(row), pair(row), plannedGame(row), state, state == GameState.PLANNED ? Optional.empty() : start);
    }

    private static GameWithResult gameWithResult(ResultSet row) throws SQLException {
        StoredGame game = game(row);
        return new GameWithResult(game, game.state() == GameState.ENDED ? Optional.of(result(row)) : Optional.empty());
    }

    private static TrackedGame trackedGame(ResultSet row) throws SQLException {
        StoredGame game = game(row);
        return new TrackedGame(
                game, Optional.ofNullable(row.getString("winner")).map(Winner::valueOf), row.getLong("moves_hash"));
    }

    private static WorkerStatus worker(ResultSet row) throws SQLException {
        long now = row.getLong("now");
        long expiresAt = row.getLong("expires_at");
        WorkerStatus.State state = expiresAt == 0
                ? WorkerStatus.State.LEFT
                : expiresAt > now ? WorkerStatus.State.ALIVE : WorkerStatus.State.LOST;
        return new WorkerStatus(
                row.getString("name"),
                state,
                row.getString("players").lines().toList(),
                row.getInt("concurrency"),
                row.getInt("running"),
                row.getInt("ended"),
                Instant.ofEpochMilli(row.getLong("joined_at")),
                Duration.ofMillis(now - row.getLong("renewed_at")));
    }

    private static StoredResult result(ResultSet row) throws SQLException {
        return new StoredResult(
                id(row),
                Winner.valueOf(row.getString("winner")),
                row.getString("verdict"),
                row.getLong("moves_hash"),
                row.getString("sgf"),
                Instant.ofEpochMilli(row.getLong("ended_at")));
    }

    private static GameResult gameResult(ResultSet row) throws SQLException {
        PlannedGame game = plannedGame(row);
        int winner = Winner.valueOf(row.getString("winner")).color();
        return new GameResult(game.black(), game.white(), winner, game.pair(), row.getLong("moves_hash"));
    }
}
