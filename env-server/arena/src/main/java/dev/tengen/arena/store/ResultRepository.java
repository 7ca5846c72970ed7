package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoredText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The results of games. A result never changes; {@link TournamentRepository#discardVoid} discards void ones. */
public final class ResultRepository extends Repository<ResultDao> {
    ResultRepository(Database database) {
        super(database, ResultDao.class);
    }

    /**
     * Records the result of a game that {@code lease} has claimed, even if its tournament has been cancelled. The first
     * result stays.
     *
     * @return whether the result is new; false if the same result was recorded before under the lease
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such game, {@link Reason#LEASE_LOST} if the
     *     lease is lost or has not claimed the game, {@link Reason#CONFLICT} if it has recorded another result
     */
    public boolean record(WorkerLease lease, StoredResult result) {
        GameId game = result.game();
        GameRepository.requireSameTournament(lease, game);
        return write(dao -> {
            GameDao games = dao.getHandle().attach(GameDao.class);
            if (games.lockClaimed(game, lease) && dao.insert(game, result)) {
                return true;
            }
            GameRepository.get(games, game);
            StoredResult stored =
                    games.isClaimed(game, lease) ? dao.result(game).orElse(null) : null;
            if (stored == null) {
                throw new StoreException(
                        Reason.LEASE_LOST,
                        "worker " + StoredText.quoted(lease.worker()) + " has no valid claim on game " + game);
            }
            requireSame(stored, result);
            return false;
        });
    }

    private static void requireSame(StoredResult stored, StoredResult result) {
        if (!stored.equals(result)) {
            throw new StoreException(
                    Reason.CONFLICT,
                    "game " + result.game() + " has another result: winner " + stored.winner() + " by "
                            + stored.verdict() + " at " + stored.endedAt() + ", not " + result.winner() + " by "
                            + result.verdict() + " at " + result.endedAt());
        }
    }

    /** Returns the result of {@code game} with its record; empty if it has none. */
    public Optional<StoredResult> find(GameId game) {
        return read(dao -> dao.result(game));
    }

    /**
     * Returns all results of {@code tournament} with their records, by game number; empty if there is no such
     * tournament.
     */
    public List<StoredResult> list(String tournament) {
        return read(dao -> dao.results(tournament));
    }

    /** Returns the number of results of {@code tournament}; 0 if there is no such tournament. */
    public int count(String tournament) {
        return read(dao -> dao.resultCount(tournament));
    }

    /** Returns when the last result of {@code tournament} was recorded; empty if it has none. */
    public Optional<Instant> lastAt(String tournament) {
        return read(dao -> dao.lastResultAt(tournament)).map(Instant::ofEpochMilli);
    }

    /**
     * Returns the results of {@code tournament} for ratings, by game number, which does not depend on the order in
     * which games ended. Void games are not included.
     */
    public List<GameResult> counted(String tournament) {
        return read(dao -> dao.counted(tournament));
    }

    /** Returns the results of {@link #counted} in the order in which the games ended. */
    public List<GameResult> countedInTime(String tournament) {
        return read(dao -> dao.countedInTime(tournament));
    }

    /** Returns when the last of the first {@code count} games that count ended; empty if there are fewer. */
    public Optional<Instant> endOfCounted(String tournament, int count) {
        return read(dao -> dao.endOfCounted(tournament, count - 1)).map(Instant::ofEpochMilli);
    }

    /** Returns the progress of {@code tournament}, for its pairing. */
    public TournamentProgress progress(String tournament) {
        return read(dao -> {
            // Results before pairs: no result then lacks its pair, even if pairs are planned meanwhile.
            List<GameResult> results = dao.counted(tournament);
            List<PlannedGame> voided = dao.voided(tournament);
            return new TournamentProgress(dao.getHandle().attach(GameDao.class).pairs(tournament), results, voided);
        });
    }
}
