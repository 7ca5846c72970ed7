package dev.tengen.arena.store;

import dev.tengen.base.InvalidValueException;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoredText;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jdbi.v3.sqlobject.SqlObject;

/** Tournaments with their players and states. */
public final class TournamentRepository extends Repository<TournamentDao> {
    private static final Comparator<TournamentStatus> ORDER = Comparator.comparing(
                    (TournamentStatus stored) -> stored.tournament().createdAt())
            .thenComparing(stored -> stored.tournament().name());

    TournamentRepository(Database database) {
        super(database, TournamentDao.class);
    }

    /**
     * Creates {@code tournament} without games. Does nothing if the same tournament exists, regardless of its time of
     * creation.
     *
     * @throws StoreException with {@link Reason#CONFLICT} if another tournament has the name
     */
    public void create(StoredTournament tournament) {
        change(dao -> {
            List<StoredPlayer> players = tournament.players();
            if (dao.insert(tournament)) {
                if (!players.isEmpty()) {
                    List<Integer> numbers =
                            IntStream.range(0, players.size()).boxed().toList();
                    dao.insertPlayers(tournament.name(), numbers, players);
                }
            } else if (!find(dao, tournament.name()).tournament().isSameAs(tournament)) {
                throw new StoreException(
                        Reason.CONFLICT, "there is another tournament " + StoredText.quoted(tournament.name()));
            }
        });
    }

    /**
     * Replaces the settings of {@code tournament} and adds its players that are new. Creates the tournament if there is
     * none. For tournaments whose players join at any time.
     *
     * @throws StoreException with {@link Reason#CONFLICT} if the tournament has ended or was cancelled
     */
    public void configure(StoredTournament tournament) {
        change(dao -> {
            if (!dao.insert(tournament)) {
                requireOpen(lock(dao, tournament.name()));
                dao.setSettings(tournament.name(), tournament.settings());
            }
            putPlayers(dao, tournament.name(), tournament.players());
        });
    }

    /**
     * Adds players to a tournament, or replaces the settings of those that it has.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament
     */
    public void putPlayers(String tournament, List<StoredPlayer> players) {
        change(dao -> {
            lock(dao, tournament);
            putPlayers(dao, tournament, players);
        });
    }

    private static void putPlayers(TournamentDao dao, String tournament, List<StoredPlayer> players) {
        for (StoredPlayer player : players) {
            if (!dao.updatePlayer(tournament, player)) {
                dao.insertPlayers(tournament, List.of(dao.nextPlayerNumber(tournament)), List.of(player));
            }
        }
    }

    /** Returns all tournaments, oldest first. */
    public List<TournamentStatus> list() {
        return read(dao -> dao.tournaments().stream()
                .map(status -> withPlayers(dao, status))
                .sorted(ORDER)
                .toList());
    }

    /**
     * Returns the tournament {@code name}.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is none
     */
    public TournamentStatus get(String name) {
        return read(dao -> find(dao, name));
    }

    /** Returns the tournament {@code name} within {@code transaction}. Throws as {@link #get} does. */
    static TournamentStatus find(SqlObject transaction, String name) {
        TournamentDao dao = transaction.getHandle().attach(TournamentDao.class);
        return dao.tournament(name)
                .map(status -> withPlayers(dao, status))
                .orElseThrow(() ->
                        new StoreException(Reason.NOT_FOUND, "there is no tournament " + StoredText.quoted(name)));
    }

    private static TournamentStatus withPlayers(TournamentDao dao, TournamentStatus status) {
        StoredTournament tournament = status.tournament();
        return new TournamentStatus(
                tournament.withPlayers(dao.players(tournament.name())),
                status.state(),
                dao.withdrawn(tournament.name()));
    }

    /** Locks a tournament until the end of {@code transaction}, and returns it. */
    static TournamentStatus lock(SqlObject transaction, String name) {
        transaction.getHandle().attach(TournamentDao.class).lock(name);
        return find(transaction, name);
    }

    /** Throws a {@link StoreException} with {@link Reason#CONFLICT} if {@code stored} is not open. */
    static void requireOpen(TournamentStatus stored) {
        if (stored.state() != TournamentState.OPEN) {
            throw new StoreException(
                    Reason.CONFLICT,
                    "tournament " + StoredText.quoted(stored.tournament().name()) + " is "
                            + stored.state().name() + ", not OPEN");
        }
    }

    /**
     * Withdraws {@code player}: no further pair of it is planned, and its games that no worker plays become void. Games
     * in progress are played to their end, and results stay.
     *
     * @param verdict why the games are void
     * @param at the time, truncated to milliseconds
     * @return the number of games that became void
     * @throws InvalidValueException if the tournament has no such player
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if
     *     it is not open
     */
    public int withdraw(String tournament, String player, String verdict, Instant at) {
        Instant time = StoredText.require("at", at);
        return write(dao -> {
            TournamentStatus stored = lock(dao, tournament);
            requireOpen(stored);
            List<String> names = stored.tournament().players().stream()
                    .map(StoredPlayer::name)
                    .toList();
            if (!names.contains(player)) {
                throw InvalidValueException.notOneOf("player", player, names);
            }
            dao.withdraw(tournament, player, time);
            return voidFreeGames(dao, tournament, player, verdict, time);
        });
    }

    private static int voidFreeGames(
            TournamentDao dao, String tournament, String player, String verdict, Instant time) {
        dao.getHandle().attach(GameDao.class).lockFree(tournament, player);
        return dao.getHandle().attach(ResultDao.class).voidFree(tournament, player, verdict, time);
    }

    /**
     * Makes the games of players that have withdrawn void if no worker plays them any more, as after the death of a
     * worker. Does nothing if the tournament is not open.
     *
     * @param verdict why the games are void
     * @param at the time, truncated to milliseconds
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament
     */
    public void voidWithdrawn(String tournament, String verdict, Instant at) {
        Instant time = StoredText.require("at", at);
        change(dao -> {
            TournamentStatus stored = lock(dao, tournament);
            if (stored.state() == TournamentState.OPEN) {
                stored.withdrawn().forEach(player -> voidFreeGames(dao, tournament, player, verdict, time));
            }
        });
    }

    /**
     * Discards the results of void games, except those of players that have withdrawn, so that they are played again. A
     * tournament that has ended is open again then. Workers that joined before cannot rejoin.
     *
     * @return the number of games
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if
     *     it was cancelled, or a worker has a valid lease
     */
    public int discardVoid(String tournament) {
        return write(dao -> {
            TournamentStatus stored = lock(dao, tournament);
            if (stored.state() == TournamentState.CANCELLED) {
                requireOpen(stored);
            }
            WorkerDao workers = dao.getHandle().attach(WorkerDao.class);
            if (workers.hasOtherWorker(tournament, "")) {
                throw new StoreException(
                        Reason.CONFLICT,
                        "a process plays tournament " + StoredText.quoted(tournament) + ", or died less than its lease"
                                + " ago");
            }
            int count = dao.getHandle().attach(ResultDao.class).deleteVoid(tournament);
            if (count > 0) {
                workers.retireAll(tournament);
                dao.setState(tournament, TournamentState.OPEN);
            }
            return count;
        });
    }

    /**
     * Ends {@code tournament}. All its games must be over.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if a
     *     game has no result, or the tournament was cancelled
     */
    public void finish(String tournament) {
        close(tournament, TournamentState.ENDED);
    }

    /**
     * Cancels {@code tournament}: no more games can be planned or started; running games may still end.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament, {@link Reason#CONFLICT} if
     *     it has ended
     */
    public void cancel(String tournament) {
        close(tournament, TournamentState.CANCELLED);
    }

    private void close(String tournament, TournamentState state) {
        change(dao -> {
            TournamentStatus stored = lock(dao, tournament);
            if (stored.state() == state) {
                return;
            }
            requireOpen(stored);
            int unfinishedCount = dao.unfinishedCount(tournament);
            if (state == TournamentState.ENDED && unfinishedCount > 0) {
                throw new StoreException(
                        Reason.CONFLICT,
                        "tournament " + StoredText.quoted(tournament) + " has " + unfinishedCount
                                + " games without a result");
            }
            dao.setState(tournament, state);
        });
    }
}
