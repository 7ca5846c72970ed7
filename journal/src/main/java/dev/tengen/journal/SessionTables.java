package dev.tengen.journal;

import com.google.protobuf.ByteString;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.identity.SeatKey;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.RequestLog;
import dev.tengen.server.session.SessionEntry;
import dev.tengen.server.session.SessionStore.OverdueSession;
import dev.tengen.server.session.SessionStore.StoredRequest;
import dev.tengen.server.session.StoredSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The SQL statements of the store. Each runs in the transaction of a handle. */
final class SessionTables {
    /** Old states are removed at every such change, so that most changes remove nothing. */
    private static final int PRUNING_INTERVAL = 16;

    static final String SESSION = "SELECT id, number, owner, role, idle_timeout_ms, seats, request, content";

    /** What every change of a session requires: that this server has it. */
    private static final String OWNED = " AND server = :server";

    private final Handle handle;

    SessionTables(Handle handle) {
        this.handle = handle;
    }

    /** Returns the time of the database in milliseconds since 1970. */
    long now() {
        return handle.createQuery("SELECT <now>").mapTo(Long.class).one();
    }

    SeatKey seatKey() {
        return SeatKey.of(handle.createQuery("SELECT seat_key FROM store")
                .mapTo(byte[].class)
                .one());
    }

    long lastNumber() {
        return handle.createQuery("SELECT last_number FROM store"
                        + " UNION ALL SELECT COALESCE(MAX(number), 0) FROM sessions ORDER BY 1 DESC LIMIT 1")
                .mapTo(Long.class)
                .one();
    }

    /** Returns the number of sessions of each principal that a server has. */
    Map<Principal, Long> counts(long server) {
        Map<Principal, Long> counts = new HashMap<>();
        handle.createQuery("SELECT owner, role, COUNT(*) AS count FROM sessions WHERE server = :server"
                        + " GROUP BY owner, role")
                .bind("server", server)
                .map((row, context) -> counts.put(principal(row), row.getLong("count")))
                .list();
        return counts;
    }

    /** Stores new sessions, which the server of {@code term} has. */
    void add(Collection<Write.Add> writes, Term term) {
        PreparedBatch sessions =
                handle.prepareBatch("INSERT INTO sessions (id, number, owner, role, idle_timeout_ms, seats,"
                        + " request, content, opened_at, used_at, sequence, server) VALUES (:id, :number, :owner, :role, :idle,"
                        + " :seats, :request, :content, <now>, <now>, :sequence, :server)");
        for (Write.Add write : writes) {
            StoredSession session = write.session();
            sessions.bind("id", session.id())
                    .bind("number", session.number())
                    .bind("owner", session.owner().name())
                    .bind("role", session.owner().role().text())
                    .bind("idle", session.idleTimeout().toMillis())
                    .bind("seats", text(session.seats()))
                    .bind("request", Digests.toText(session.opening().idDigest()))
                    .bind("content", Digests.toText(session.opening().content()))
                    .bind("sequence", write.state().sequence())
                    .bind("server", term.server())
                    .add();
        }
        sessions.execute();
        insertStates(writes.stream()
                .map(write -> new Write.Append(write.id(), write.state(), write.done()))
                .toList());
        if (!term
                .isShared()) { // Servers that share a store number sessions without it, and must not wait for this row.
            handle.createUpdate("UPDATE store SET last_number = :number WHERE last_number < :number")
                    .bind(
                            "number",
                            writes.stream()
                                    .mapToLong(write -> write.session().number())
                                    .max()
                                    .orElse(0))
                    .execute();
        }
    }

    private void insertStates(Collection<Write.Append> writes) {
        PreparedBatch states = handle.prepareBatch("INSERT INTO states (session, sequence, request, content, snapshot)"
                + " VALUES (:id, :sequence, :request, :content, :snapshot)");
        for (Write.Append write : writes) {
            states.bind("id", write.id())
                    .bind("sequence", write.state().sequence())
                    .bind("request", Digests.toText(write.state().request().idDigest()))
                    .bind("content", Digests.toText(write.state().request().content()))
                    .bind("snapshot", StateConverter.toBytes(write.state()).toByteArray())
                    .add();
        }
        states.execute();
    }

    /** Stores the states that follow the last ones, and returns these writes. */
    List<Write.Append> append(List<Write.Append> writes, Term term) {
        PreparedBatch sessions = handle.prepareBatch("UPDATE sessions SET sequence = :sequence, used_at = <now>"
                + " WHERE id = :id AND sequence = :sequence - 1" + OWNED);
        for (Write.Append write : writes) {
            sessions.bind("id", write.id())
                    .bind("server", term.server())
                    .bind("sequence", write.state().sequence())
                    .add();
        }
        List<Write.Append> stored = found(writes, sessions.execute());
        if (!stored.isEmpty()) {
            insertStates(stored);
            prune(stored);
        }
        return stored;
    }

    private void prune(List<Write.Append> stored) {
        List<Write.Append> due = stored.stream()
                .filter(write -> write.state().sequence() % PRUNING_INTERVAL == 0
                        && write.state().sequence() > RequestLog.CAPACITY)
                .toList();
        if (due.isEmpty()) {
            return;
        }
        PreparedBatch old =
                handle.prepareBatch("DELETE FROM states WHERE session = :id AND sequence > 0 AND sequence <= :last");
        for (Write.Append write : due) {
            old.bind("id", write.id())
                    .bind("last", write.state().sequence() - RequestLog.CAPACITY)
                    .add();
        }
        old.execute();
    }

    /** Stores seats, and returns the writes that found their sessions. */
    List<Write.SetSeats> setSeats(List<Write.SetSeats> writes, Term term) {
        PreparedBatch sessions =
                handle.prepareBatch("UPDATE sessions SET seats = :seats, seated_at = <now> WHERE id = :id" + OWNED);
        for (Write.SetSeats write : writes) {
            sessions.bind("id", write.id())
                    .bind("seats", text(write.seats()))
                    .bind("server", term.server())
                    .add();
        }
        return found(writes, sessions.execute());
    }

    /** Stores idle times, and returns the writes that found their sessions. */
    List<Write.SetIdle> setIdle(List<Write.SetIdle> writes, Term term) {
        PreparedBatch sessions =
                handle.prepareBatch("UPDATE sessions SET used_at = <now> - :idle WHERE id = :id" + OWNED);
        for (Write.SetIdle write : writes) {
            sessions.bind("id", write.id())
                    .bind("idle", write.idle().toMillis())
                    .bind("server", term.server())
                    .add();
        }
        return found(writes, sessions.execute());
    }

    /** Gives up sessions, which other servers can take, and returns the writes that found them. */
    List<Write.Release> release(List<Write.Release> writes, Term term) {
        PreparedBatch sessions = handle.prepareBatch("UPDATE sessions SET server = NULL WHERE id = :id" + OWNED);
        for (Write.Release write : writes) {
            sessions.bind("id", write.id()).bind("server", term.server()).add();
        }
        return found(writes, sessions.execute());
    }

    /** Removes sessions, and returns the writes that found them. */
    List<Write.Remove> remove(List<Write.Remove> writes, Term term) {
        List<Write.Remove> found = new ArrayList<>();
        for (Write.Remove write : writes) {
            boolean isDue = handle.createQuery("SELECT id FROM sessions WHERE id = :id" + OWNED
                            + (write.ifExpired() ? " AND " + OVERDUE : "") + " <lock_row>")
                    .bind("id", write.id())
                    .bind("server", term.server())
                    .bindMap(write.ifExpired() ? Map.of("opened", term.openedAt()) : Map.of())
                    .mapTo(String.class)
                    .findOne()
                    .isPresent();
            if (isDue) {
                handle.execute("DELETE FROM states WHERE session = ?", write.id());
                handle.execute("DELETE FROM sessions WHERE id = ?", write.id());
                found.add(write);
            }
        }
        return found;
    }

    /** The time during which no server had the store open does not count. */
    private static final String OVERDUE = "used_at + idle_timeout_ms <= <now> AND :opened + idle_timeout_ms <= <now>";

    private static <W> List<W> found(List<W> writes, int[] counts) {
        List<W> found = new ArrayList<>();
        for (int index = 0; index < counts.length; index++) {
            if (counts[index] == 1) {
                found.add(writes.get(index));
            }
        }
        return found;
    }

    /**
     * A row of a session.
     *
     * @param session the session
     * @param sequence the number of its last state
     * @param idleMillis how long it has been idle
     * @param server the id of the server that has it, or had it last; -1 if it was given up
     */
    record SessionRow(StoredSession session, long sequence, long idleMillis, long server) {}

    long sessionCount() {
        return handle.createQuery("SELECT COUNT(*) FROM sessions")
                .mapTo(Long.class)
                .one();
    }

    /** Returns the first {@code count} sessions after session {@code number}, oldest first. */
    List<SessionRow> sessionsAfter(long number, int count) {
        return handle.createQuery(SESSION
                        + ", sequence, <now> - used_at AS idle, COALESCE(server, -1) AS server FROM sessions WHERE number > :number"
                        + " ORDER BY number LIMIT :count")
                .bind("number", number)
                .bind("count", count)
                .map((row, context) -> sessionRow(row))
                .list();
    }

    private static SessionRow sessionRow(ResultSet row) throws SQLException {
        return new SessionRow(session(row), row.getLong("sequence"), row.getLong("idle"), row.getLong("server"));
    }

    Optional<SessionRow> session(String id) {
        return handle.createQuery(
                        SESSION
                                + ", sequence, <now> - used_at AS idle, COALESCE(server, -1) AS server FROM sessions WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> sessionRow(row))
                .findOne();
    }

    /** Returns the session that a request opened, at or after {@code since}. */
    Optional<StoredSession> opened(RequestKey.Digest request, long since) {
        return handle.createQuery(SESSION
                        + " FROM sessions WHERE request = :request AND opened_at >= :since ORDER BY number DESC")
                .bind("request", Digests.toText(request))
                .bind("since", since)
                .map((row, context) -> session(row))
                .findFirst();
    }

    /**
     * A row of a state.
     *
     * @param key the request that led to it
     * @param snapshot its bytes
     */
    record StateRow(RequestKey key, ByteString snapshot) {}

    Optional<StateRow> state(String id, long sequence) {
        return handle.createQuery(
                        "SELECT request, content, snapshot FROM states WHERE session = :id AND sequence = :sequence")
                .bind("id", id)
                .bind("sequence", sequence)
                .map((row, context) -> new StateRow(
                        Digests.key(row.getString("request"), row.getString("content")),
                        ByteString.copyFrom(row.getBytes("snapshot"))))
                .findOne();
    }

    /** Returns the last changes of a session, oldest first. */
    List<StoredRequest> requests(String id, long sequence) {
        return handle.createQuery("SELECT sequence, request, content FROM states WHERE session = :id"
                        + " AND sequence > :first ORDER BY sequence")
                .bind("id", id)
                .bind("first", Math.max(0, sequence - RequestLog.CAPACITY))
                .map((row, context) -> new StoredRequest(
                        row.getLong("sequence"),
                        Digests.of(row.getString("request")),
                        Digests.of(row.getString("content"))))
                .list();
    }

    List<StoredSession> seated() {
        return handle.createQuery(SESSION + " FROM sessions WHERE seats <> ''")
                .map((row, context) -> session(row))
                .list();
    }

    /** Returns sessions that have been idle for their idle timeouts, and that this server has or can take. */
    List<OverdueSession> overdue(Term term, int count) {
        return handle.createQuery(SESSION + ", COALESCE(server, -1) AS server FROM sessions WHERE " + OVERDUE
                        + " AND (server IS NULL OR server = :server"
                        + " OR NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = sessions.server)) LIMIT :count")
                .bind("opened", term.openedAt())
                .bind("server", term.server())
                .bind("count", count)
                .map((row, context) -> new OverdueSession(session(row), row.getLong("server") == term.server()))
                .list();
    }

    List<SessionEntry> entries(Optional<String> owner, long after, boolean isNewestFirst, int count) {
        return handle.createQuery("SELECT sessions.id, number, idle_timeout_ms, snapshot FROM sessions"
                        + " JOIN states ON states.session = sessions.id AND states.sequence = sessions.sequence"
                        + " WHERE number > :after" + (owner.isPresent() ? " AND owner = :owner" : "")
                        + " ORDER BY number" + (isNewestFirst ? " DESC" : "") + " LIMIT :count")
                .bind("after", after)
                .bind("count", count)
                .bindMap(
                        owner.<Map<String, ?>>map(name -> Map.of("owner", name)).orElse(Map.of()))
                .map((row, context) -> StateConverter.toEntry(
                        row.getString("id"),
                        row.getLong("number"),
                        Duration.ofMillis(row.getLong("idle_timeout_ms")),
                        ByteString.copyFrom(row.getBytes("snapshot"))))
                .list();
    }

    static StoredSession session(ResultSet row) throws SQLException {
        return new StoredSession(
                row.getString("id"),
                row.getLong("number"),
                principal(row),
                Duration.ofMillis(row.getLong("idle_timeout_ms")),
                places(row.getString("seats")),
                Digests.key(row.getString("request"), row.getString("content")));
    }

    private static Principal principal(ResultSet row) throws SQLException {
        return new Principal(
                row.getString("owner"), Role.valueOf(row.getString("role").toUpperCase(Locale.ROOT)));
    }

    private static String text(Set<Seat.Place> seats) {
        return seats.stream().map(Seat.Place::text).sorted().collect(Collectors.joining(" "));
    }

    private static Set<Seat.Place> places(String text) {
        return text.isEmpty()
                ? Set.of()
                : Arrays.stream(text.split(" "))
                        .map(place -> Seat.Place.valueOf(place.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toSet());
    }
}
