package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.base.InvalidValueException;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoredText;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The pairs and games of tournaments: their plans, and which worker plays them. */
public final class GameRepository extends Repository<GameDao> {
    GameRepository(Database database) {
        super(database, GameDao.class);
    }

    /**
     * Plans the games of {@code pairs}, and returns these games in order, including the games of pairs that were
     * planned before.
     *
     * @throws InvalidValueException if {@code pairs} has an unknown player, or a player against itself
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if
     *     it is not open or one of {@code pairs} is planned with colors swapped
     */
    public List<StoredGame> plan(String tournament, List<PlannedPair> pairs) {
        return write(dao -> {
            TournamentStatus stored = TournamentRepository.lock(dao, tournament);
            TournamentRepository.requireOpen(stored);
            requirePlayers(stored.tournament(), pairs);
            return pairs.stream()
                    .flatMap(pair -> dao.gamesOfPair(tournament, plan(dao, tournament, pair)).stream())
                    .toList();
        });
    }

    /**
     * Plans {@code pair} for a worker, unless pairs were planned after the first {@code pairCount}, and returns the
     * games of all pairs after those: of {@code pair}, or of those that other workers have planned. None if
     * {@code pair} has a player that has withdrawn.
     *
     * @throws InvalidValueException if {@code pair} has an unknown player, or a player against itself
     * @throws StoreException with {@link Reason#LEASE_LOST} if the lease is lost, {@link Reason#CONFLICT} if the
     *     tournament is not open or {@code pair} is planned with colors swapped
     */
    public List<StoredGame> planAfter(WorkerLease lease, int pairCount, PlannedPair pair) {
        String tournament = lease.tournament();
        return write(dao -> {
            TournamentStatus stored = TournamentRepository.lock(dao, tournament);
            WorkerRepository.requireValid(dao, lease);
            TournamentRepository.requireOpen(stored);
            requirePlayers(stored.tournament(), List.of(pair));
            if (dao.pairCount(tournament) == pairCount && !pair.isOfAny(stored.withdrawn())) {
                plan(dao, tournament, pair);
            }
            return dao.gamesOfPairsFrom(tournament, pairCount);
        });
    }

    /** Returns the number of {@code pair}; adds the pair and its games if it is new. */
    private static int plan(GameDao dao, String tournament, PlannedPair pair) {
        Optional<Integer> planned = dao.pairNumber(tournament, pair);
        if (planned.isPresent()) {
            return planned.get();
        }
        PlannedPair swapped =
                new PlannedPair(/* first= */ pair.second(), /* second= */ pair.first(), pair.meeting(), pair.opening());
        if (dao.pairNumber(tournament, swapped).isPresent()) {
            // The games of both pairs would have the same names.
            throw new StoreException(Reason.CONFLICT, pair + " is already planned with colors swapped");
        }
        int number = dao.pairCount(tournament);
        dao.insertPair(tournament, number, pair);
        dao.insertGames(tournament, number, List.of(2 * number, 2 * number + 1), pair.games());
        return number;
    }

    private static void requirePlayers(StoredTournament tournament, List<PlannedPair> pairs) {
        Set<String> names =
                tournament.players().stream().map(StoredPlayer::name).collect(Collectors.toSet());
        for (PlannedPair pair : pairs) {
            if (!names.contains(pair.first())) {
                throw InvalidValueException.not("first", StoredText.quoted(pair.first()), "a player of the tournament");
            }
            if (!names.contains(pair.second()) || pair.second().equals(pair.first())) {
                throw InvalidValueException.not(
                        "second", StoredText.quoted(pair.second()), "another player of the tournament");
            }
        }
    }

    /** Returns all pairs of {@code tournament} in the order of planning; empty if there is no such tournament. */
    public List<PlannedPair> pairs(String tournament) {
        return read(dao -> dao.pairs(tournament));
    }

    /** Returns all games of {@code tournament} by number; empty if there is no such tournament. */
    public List<StoredGame> list(String tournament) {
        return read(dao -> dao.games(tournament));
    }

    /**
     * Returns at most {@code count} games of {@code tournament} with their results, from number {@code from}; empty if
     * there is no such tournament.
     */
    public List<GameWithResult> page(String tournament, int from, int count) {
        return read(dao -> dao.gamesWithResults(tournament, from, count));
    }

    /**
     * Returns at most {@code count} games of {@code tournament} that {@code filter} selects, with their results, after
     * the first {@code from}. The games that were started last come first; those that were never started come last, by
     * descending number.
     */
    public List<GameWithResult> latest(String tournament, GameFilter filter, int from, int count) {
        return read(dao -> dao.latestGames(tournament, filter, from, count));
    }

    /**
     * Returns the number of games of {@code tournament} that {@code filter} selects; 0 if there is no such tournament.
     */
    public int count(String tournament, GameFilter filter) {
        return read(dao -> dao.selectedCount(tournament, filter));
    }

    /** Returns {@code game} with its result; empty if there is no such game. */
    public Optional<GameWithResult> find(GameId game) {
        return page(game.tournament(), game.number(), 1).stream()
                .filter(found -> found.game().id().equals(game))
                .findFirst();
    }

    /**
     * Returns what a worker does not know: the games from number {@code from} on, and those of {@code numbers}, by
     * number; and the players that have withdrawn.
     *
     * @throws StoreException with {@link Reason#LEASE_LOST} if the lease is lost, {@link Reason#CONFLICT} if the
     *     tournament was cancelled
     */
    public TrackedTournament track(WorkerLease lease, int from, Collection<Integer> numbers) {
        return read(dao -> {
            WorkerRepository.requireValid(dao, lease);
            TournamentStatus stored = TournamentRepository.find(dao, lease.tournament());
            if (stored.state() == TournamentState.CANCELLED) {
                TournamentRepository.requireOpen(stored);
            }
            return new TrackedTournament(dao.trackedGames(lease.tournament(), from, numbers), stored.withdrawn());
        });
    }

    /**
     * Claims a game that no worker with a valid lease has claimed. Of several concurrent callers, one succeeds.
     *
     * @param at the start time, truncated to milliseconds
     * @return whether the lease holds the game now; false if another worker plays it, or it is over
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such game, {@link Reason#LEASE_LOST} if the
     *     lease is lost, {@link Reason#CONFLICT} if its tournament is not open
     */
    public boolean claim(WorkerLease lease, GameId game, Instant at) {
        requireSameTournament(lease, game);
        Instant time = StoredText.require("at", at);
        return write(dao -> {
            if (dao.lockGame(game).isPresent() && dao.claim(game, lease, time)) {
                return true;
            }
            StoredGame stored = get(dao, game);
            WorkerRepository.requireValid(dao, lease);
            TournamentRepository.requireOpen(TournamentRepository.find(dao, game.tournament()));
            return stored.state() == GameState.RUNNING && dao.isClaimed(game, lease);
        });
    }

    static void requireSameTournament(WorkerLease lease, GameId game) {
        if (!lease.tournament().equals(game.tournament())) {
            throw InvalidValueException.not("game", game, "of tournament " + StoredText.quoted(lease.tournament()));
        }
    }

    /** Returns {@code game}. Throws a {@link StoreException} with {@link Reason#NOT_FOUND} if there is no such game. */
    static StoredGame get(GameDao dao, GameId game) {
        return dao.game(game).orElseThrow(() -> new StoreException(Reason.NOT_FOUND, "there is no game " + game));
    }
}
