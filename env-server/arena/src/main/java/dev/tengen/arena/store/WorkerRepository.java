package dev.tengen.arena.store;

import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoredText;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.sqlobject.SqlObject;

/** The workers of tournaments and their leases. */
public final class WorkerRepository extends Repository<WorkerDao> {
    WorkerRepository(Database database) {
        super(database, WorkerDao.class);
    }

    /** Returns the time of the database, by which leases end. */
    public Instant now() {
        return Instant.ofEpochMilli(read(WorkerDao::now));
    }

    /**
     * Joins {@code tournament} as a worker. A worker that joined before under the name is replaced, and its games are
     * free.
     *
     * @throws StoreException with {@link Reason#NOT_FOUND} if there is no such tournament
     */
    public WorkerLease join(String tournament, WorkerSettings worker) {
        return write(dao -> {
            TournamentRepository.lock(dao, tournament);
            String instance = UUID.randomUUID().toString();
            String players = String.join("\n", worker.players());
            dao.join(tournament, worker, players, worker.leaseDuration().toMillis(), instance);
            return new WorkerLease(tournament, worker.name(), instance, dao.epoch(tournament, worker.name()));
        });
    }

    /**
     * Returns a new lease for a worker whose lease has expired. The games of the old lease are free.
     *
     * @throws StoreException with {@link Reason#CONFLICT} if another process has joined under the name
     */
    public WorkerLease rejoin(WorkerLease lease) {
        return write(dao -> {
            if (!dao.rejoin(lease)) {
                throw new StoreException(
                        Reason.CONFLICT,
                        "another process has joined tournament " + StoredText.quoted(lease.tournament()) + " as worker "
                                + StoredText.quoted(lease.worker()) + "; each worker needs a name of its own");
            }
            return new WorkerLease(
                    lease.tournament(),
                    lease.worker(),
                    lease.instance(),
                    dao.epoch(lease.tournament(), lease.worker()));
        });
    }

    /** Renews a lease. Returns whether it was still valid; a lost lease stays lost. */
    public boolean renew(WorkerLease lease) {
        return write(dao -> dao.renew(lease));
    }

    /** Ends a lease: its games are free at once. */
    public void leave(WorkerLease lease) {
        change(dao -> dao.leave(lease));
    }

    /**
     * Returns the workers of {@code tournament} in the order in which they joined; empty if there is no such
     * tournament.
     */
    public List<WorkerStatus> list(String tournament) {
        return read(dao -> dao.workers(tournament));
    }

    /**
     * Returns whether a worker of {@code tournament} other than {@code worker} has a valid lease, by the time of the
     * database.
     */
    public boolean hasOther(String tournament, String worker) {
        return read(dao -> dao.hasOtherWorker(tournament, worker));
    }

    /** Throws a {@link StoreException} with {@link Reason#LEASE_LOST} if {@code lease} is lost. */
    static void requireValid(SqlObject transaction, WorkerLease lease) {
        if (!transaction.getHandle().attach(WorkerDao.class).isValid(lease)) {
            throw new StoreException(
                    Reason.LEASE_LOST,
                    "worker " + StoredText.quoted(lease.worker()) + " has lost its lease on games of tournament "
                            + StoredText.quoted(lease.tournament()));
        }
    }
}
