package dev.tengen.arena.store;

import java.util.List;
import org.jdbi.v3.sqlobject.SqlObject;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** The SQL statements on workers and their leases. */
interface WorkerDao extends SqlObject {
    /** A condition on the bound lease: it is valid. */
    String LEASE_IS_VALID = """
             AND EXISTS (
                SELECT 1 FROM workers WHERE workers.tournament = :lease.tournament AND workers.name = :lease.worker
                    AND workers.epoch = :lease.epoch AND workers.expires_at > <now>)
            """;

    /** Returns the time of the database. */
    @SqlQuery("SELECT <now>")
    long now();

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

    /** Ends a lease, which frees its games. */
    @SqlUpdate("UPDATE workers SET expires_at = 0 WHERE tournament = :tournament AND name = :worker AND epoch = :epoch")
    void leave(@BindMethods WorkerLease lease);

    /** Makes all workers of a tournament unable to rejoin: what they know of it is no longer true. */
    @SqlUpdate("UPDATE workers SET instance = '' WHERE tournament = :tournament")
    void retireAll(@Bind("tournament") String tournament);

    @SqlQuery("SELECT COUNT(*) FROM tournaments WHERE name = :lease.tournament" + LEASE_IS_VALID)
    boolean isValid(@BindMethods("lease") WorkerLease lease);

    /** Returns whether a worker of another name has a valid lease. */
    @SqlQuery("SELECT COUNT(*) FROM workers WHERE tournament = :tournament AND name <> :worker AND expires_at > <now>")
    boolean hasOtherWorker(@Bind("tournament") String tournament, @Bind("worker") String worker);

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
}
