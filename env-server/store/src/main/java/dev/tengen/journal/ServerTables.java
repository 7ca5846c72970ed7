package dev.tengen.journal;

import dev.tengen.server.identity.SeatKey;
import dev.tengen.server.session.StoredSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The SQL statements about the servers of a store, and about which of them has a session. Each runs in the transaction
 * of a handle.
 */
final class ServerTables {
    /** The first of two keys of the advisory locks of servers, "teng" in ASCII; the second is the id. */
    private static final int LOCK_SPACE = 0x74656E67;

    /** The database ends a transaction in which the server is paused for longer than this. */
    private static final int MAX_PAUSE_MILLIS = 600;

    private final Handle handle;

    ServerTables(Handle handle) {
        this.handle = handle;
    }

    /** Starts a new epoch and returns it. Creates the only row of the store if there is none. */
    long startEpoch() {
        handle.createUpdate("INSERT INTO store (id, epoch, last_number, seat_key) SELECT 1, 0, 0, :key"
                        + " WHERE NOT EXISTS (SELECT 1 FROM store)")
                .bind("key", SeatKey.random().bytes())
                .execute();
        handle.execute("UPDATE store SET epoch = epoch + 1");
        return handle.createQuery("SELECT epoch FROM store").mapTo(Long.class).one();
    }

    /**
     * Makes this server the only one, which has all sessions, and returns its term. No other server can have the store
     * open.
     */
    Term joinAlone(long epoch) {
        handle.execute("DELETE FROM servers");
        handle.execute("UPDATE store SET opened_at = <now>");
        handle.execute("UPDATE sessions SET server = 0, wanted = NULL WHERE server IS NULL OR server <> 0");
        return insert(new Term(Term.ALONE, epoch, 0, openedAt()), "", Duration.ofMillis(0));
    }

    /** Adds a server to those that share the store, and returns its term. */
    Term join(long epoch, String address, Duration lease) {
        handle.execute("UPDATE store SET epoch = epoch"); // Servers join one after another.
        handle.execute("DELETE FROM servers WHERE id = ?", Term.ALONE);
        handle.createQuery("SELECT id FROM servers").mapTo(Long.class).list().forEach(this::fenceIfDead);
        handle.execute("UPDATE store SET opened_at = <now> WHERE NOT EXISTS (SELECT 1 FROM servers)");
        List<Long> taken =
                handle.createQuery("SELECT slot FROM servers").mapTo(Long.class).list();
        long slot = 0;
        while (taken.contains(slot)) {
            slot++;
        }
        return insert(new Term(epoch, epoch, slot, openedAt()), address, lease);
    }

    private Term insert(Term term, String address, Duration lease) {
        handle.createUpdate("INSERT INTO servers (id, epoch, slot, address, lease_until, is_draining)"
                        + " VALUES (:id, :epoch, :slot, :address, <now> + :lease, 0)")
                .bind("id", term.server())
                .bind("epoch", term.epoch())
                .bind("slot", term.slot())
                .bind("address", address)
                .bind("lease", lease.toMillis())
                .execute();
        return term;
    }

    private long openedAt() {
        return handle.createQuery("SELECT opened_at FROM store")
                .mapTo(Long.class)
                .one();
    }

    /** Returns the time of the database in milliseconds since 1970. */
    long now() {
        return handle.createQuery("SELECT <now>").mapTo(Long.class).one();
    }

    /** Returns whether the server of {@code term} can write, and keeps that so until the transaction ends. */
    boolean isCurrent(Term term) {
        // A process that is paused in a transaction must not hold up the servers that take its sessions.
        String limit = term.isShared()
                ? ", set_config('idle_in_transaction_session_timeout', '" + MAX_PAUSE_MILLIS + "', true)"
                : "";
        return handle.createQuery("SELECT id" + limit + " FROM servers WHERE id = :id AND epoch = :epoch <keep_row>")
                .bind("id", term.server())
                .bind("epoch", term.epoch())
                .mapTo(Long.class)
                .findOne()
                .isPresent();
    }

    /** Extends the lease of a server, and returns whether it can still write. */
    boolean extend(Term term, Duration lease) {
        return handle.createUpdate("UPDATE servers SET lease_until = <now> + :lease WHERE id = :id AND epoch = :epoch")
                        .bind("lease", lease.toMillis())
                        .bind("id", term.server())
                        .bind("epoch", term.epoch())
                        .execute()
                == 1;
    }

    /** Lets others ask for every session of a server. */
    void startDraining(Term term) {
        handle.execute("UPDATE servers SET is_draining = 1 WHERE id = ?", term.server());
    }

    /** Removes a server, whose sessions any other server can take. */
    void leave(Term term) {
        handle.execute("DELETE FROM servers WHERE id = ? AND epoch = ?", term.server(), term.epoch());
    }

    /**
     * Takes the lock of a server, which the database frees when the process of the server ends. It belongs to the
     * database session of the handle.
     *
     * @return false if another process has it
     */
    boolean isLocked(long server) {
        return handle.createQuery("SELECT pg_try_advisory_lock(:space, :id)")
                .bind("space", LOCK_SPACE)
                .bind("id", (int) server)
                .mapTo(Boolean.class)
                .one();
    }

    /** Removes a server whose process has ended, or whose lease has lapsed. Returns whether it was removed. */
    boolean fenceIfDead(long server) {
        boolean isProcessDead = handle.createQuery("SELECT pg_try_advisory_xact_lock(:space, :id)")
                .bind("space", LOCK_SPACE)
                .bind("id", (int) server)
                .mapTo(Boolean.class)
                .one();
        return handle.createUpdate("DELETE FROM servers WHERE id = :id AND (:dead OR lease_until <= <now>)")
                        .bind("id", server)
                        .bind("dead", isProcessDead)
                        .execute()
                == 1;
    }

    /**
     * The server that has a session.
     *
     * @param server its id
     * @param address its address
     * @param isDraining whether it hands over its sessions
     */
    record Owner(long server, String address, boolean isDraining) {}

    /**
     * Returns the server that has the session called {@code id}, or for which it is kept; empty if any server can take
     * it.
     */
    Optional<Owner> owner(String id) {
        return handle.createQuery("SELECT servers.id, address, is_draining FROM sessions JOIN servers"
                        + " ON servers.id = sessions.server OR (sessions.server IS NULL AND servers.id = sessions.wanted"
                        + " AND sessions.wanted_at > <now> - :keep) WHERE sessions.id = :id")
                .bind("id", id)
                .bind("keep", KEPT_MILLIS)
                .map((row, context) -> owner(row))
                .findFirst();
    }

    /** A session that was handed over is kept for the server that asked for it for as long as this. */
    private static final int KEPT_MILLIS = 1000;

    private static Owner owner(ResultSet row) throws SQLException {
        return new Owner(row.getLong("id"), row.getString("address"), row.getInt("is_draining") == 1);
    }

    /**
     * Gives the session called {@code id} to the server of {@code term} if no other server has it; returns whether it
     * did.
     */
    boolean claim(String id, Term term) {
        // The owner is read after the row is locked, in a statement of its own: so it sees the servers that joined
        // before.
        boolean isStored = handle.createQuery("SELECT id FROM sessions WHERE id = :id <lock_row>")
                .bind("id", id)
                .mapTo(String.class)
                .findOne()
                .isPresent();
        if (!isStored
                || owner(id).filter(owner -> owner.server() != term.server()).isPresent()) {
            return false;
        }
        return handle.execute("UPDATE sessions SET server = ?, wanted = NULL WHERE id = ?", term.server(), id) == 1;
    }

    /** Asks {@code owner} to give up the session called {@code id} for the server of {@code term}. */
    void want(String id, long owner, Term term) {
        handle.createUpdate("UPDATE sessions SET wanted = :me, wanted_at = <now> WHERE id = :id AND server = :owner"
                        + " AND (wanted IS NULL OR wanted <> :me OR wanted_at < <now> - :keep / 2)")
                .bind("me", term.server())
                .bind("id", id)
                .bind("owner", owner)
                .bind("keep", KEPT_MILLIS)
                .execute();
    }

    /** Returns at most {@code count} sessions of a server that others ask for. */
    List<StoredSession> wanted(Term term, int count) {
        return handle.createQuery(
                        SessionTables.SESSION + " FROM sessions WHERE server = :me AND wanted IS NOT NULL LIMIT :count")
                .bind("me", term.server())
                .bind("count", count)
                .map((row, context) -> SessionTables.session(row))
                .list();
    }

    /** Returns the sessions that got their seats at or after {@code since}. */
    List<StoredSession> seatedSince(long since) {
        return handle.createQuery(SessionTables.SESSION + " FROM sessions WHERE seats <> '' AND seated_at >= :since")
                .bind("since", since)
                .map((row, context) -> SessionTables.session(row))
                .list();
    }
}
