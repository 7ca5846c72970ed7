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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
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

    static final String SESSION = "SELECT id, number, owner, role, idle_timeout_ms, seats, request, content, origin";

    /** What every change of a session requires: that this server has it. */
    private static final String OWNED = " AND server = :server AND is_closed = 0";

    /** A retry of a call that opened a session gets the first response for as long as this; see the contract. */
    static final Duration OPENING_RETENTION = Duration.ofMinutes(10);

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
                        + " AND is_closed = 0 GROUP BY owner, role")
                .bind("server", server)
                .map((row, context) -> counts.put(principal(row), row.getLong("count")))
                .list();
        return counts;
    }

    /**
     * Stores new sessions, which the server of {@code term} has. Returns those that were stored: not one whose request
     * has opened another session.
     *
     * @param forgotten the ids of sessions that are removed in the same transaction as if they had not been opened
     */
    List<Write.Add> add(List<Write.Add> all, Term term, Set<String> forgotten) {
        Set<Write.Add> repeated = repeated(all.stream()
                .filter(write -> !write.session().opening().isNone() && !forgotten.contains(write.id()))
                .toList());
        List<Write.Add> writes =
                all.stream().filter(write -> !repeated.contains(write)).toList();
        if (writes.isEmpty()) {
            return writes;
        }
        insertSessions(writes, term);
        insertStates(writes.stream()
                .map(write -> new Write.Append(write.id(), write.state(), write.done()))
                .toList());
        if (!term.isShared()) {
            noteLastNumber(writes);
        }
        return writes;
    }

    private void insertSessions(List<Write.Add> writes, Term term) {
        PreparedBatch sessions =
                handle.prepareBatch("INSERT INTO sessions (id, number, owner, role, idle_timeout_ms, seats,"
                        + " request, content, origin, opened_at, used_at, sequence, server) VALUES (:id, :number, :owner, :role,"
                        + " :idle, :seats, :request, :content, :origin, <now>, <now>, :sequence, :server)");
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
                    .bind("origin", session.origin())
                    .bind("sequence", write.state().sequence())
                    .bind("server", term.server())
                    .add();
        }
        sessions.execute();
    }

    /**
     * Notes the greatest number. Servers that share a store number sessions without it, and must not wait for its row.
     */
    private void noteLastNumber(List<Write.Add> writes) {
        long number = writes.stream()
                .mapToLong(write -> write.session().number())
                .max()
                .orElse(0);
        handle.createUpdate("UPDATE store SET last_number = :number WHERE last_number < :number")
                .bind("number", number)
                .execute();
    }

    /** Stores the requests of these openings, and returns those whose requests have opened other sessions. */
    private Set<Write.Add> repeated(List<Write.Add> writes) {
        Set<Write.Add> repeated = Collections.newSetFromMap(new IdentityHashMap<>());
        if (writes.isEmpty()) {
            return repeated;
        }
        // In one order, so that servers with the same requests do not wait for each other in a circle.
        List<Write.Add> sorted = writes.stream()
                .sorted(Comparator.comparing(
                        write -> Digests.toText(write.session().opening().idDigest())))
                .toList();
        PreparedBatch openings = handle.prepareBatch("INSERT INTO openings (request, session, opened_at)"
                + " VALUES (:request, :id, <now>) ON CONFLICT (request) DO UPDATE SET session = excluded.session,"
                + " opened_at = excluded.opened_at WHERE openings.opened_at <= <now> - :kept");
        for (Write.Add write : sorted) {
            openings.bind("request", Digests.toText(write.session().opening().idDigest()))
                    .bind("id", write.id())
                    .bind("kept", OPENING_RETENTION.toMillis())
                    .add();
        }
        repeated.addAll(sorted);
        found(sorted, openings.execute()).forEach(repeated::remove);
        return repeated;
    }

    /** Lets the requests that opened these sessions open others. */
    void forgetOpenings(Collection<String> ids) {
        ids.forEach(id -> handle.execute("DELETE FROM openings WHERE session = ?", id));
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
                if (write.isForgotten() || !isClosed(write.id())) {
                    delete(write.id());
                }
                found.add(write);
            }
        }
        return found;
    }

    /** Closes a session whose first state a retry of its opening may still need; returns whether it is one. */
    private boolean isClosed(String id) {
        boolean isKept =
                handle.createUpdate("UPDATE sessions SET is_closed = 1, seats = '', wanted = NULL WHERE id = :id"
                                        + " AND request <> '' AND opened_at > <now> - :kept")
                                .bind("id", id)
                                .bind("kept", OPENING_RETENTION.toMillis())
                                .execute()
                        == 1;
        if (isKept) {
            handle.execute("DELETE FROM states WHERE session = ? AND sequence > 0", id);
        }
        return isKept;
    }

    private void delete(String id) {
        handle.execute("DELETE FROM states WHERE session = ?", id);
        handle.execute("DELETE FROM sessions WHERE id = ?", id);
    }

    /** Returns whether there are closed sessions that were opened before {@code since}. */
    boolean hasClosed(long since) {
        return handle.createQuery("SELECT id FROM sessions WHERE is_closed = 1 AND opened_at < :since LIMIT 1")
                .bind("since", since)
                .mapTo(String.class)
                .findOne()
                .isPresent();
    }

    /**
     * Removes at most {@code count} closed sessions that were opened before {@code since}, and the requests of openings
     * before it.
     */
    void removeClosed(long since, int count) {
        handle.createQuery(
                        "SELECT id FROM sessions WHERE is_closed = 1 AND opened_at < :since LIMIT :count <skip_locked>")
                .bind("since", since)
                .bind("count", count)
                .mapTo(String.class)
                .list()
                .forEach(id -> {
                    forgetOpenings(List.of(id));
                    delete(id);
                });
    }

    /** The time during which no server had the store open does not count. */
    private static final String OVERDUE =
            "is_closed = 0 AND used_at + idle_timeout_ms <= <now> AND :opened + idle_timeout_ms <= <now>";

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
        return handle.createQuery("SELECT COUNT(*) FROM sessions WHERE is_closed = 0")
                .mapTo(Long.class)
                .one();
    }

    /** Returns the first {@code count} sessions after session {@code number}, oldest first. */
    List<SessionRow> sessionsAfter(long number, int count) {
        return handle.createQuery(SESSION
                        + ", sequence, <now> - used_at AS idle, COALESCE(server, -1) AS server FROM sessions WHERE number > :number AND is_closed = 0"
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
                                + ", sequence, <now> - used_at AS idle, COALESCE(server, -1) AS server FROM sessions WHERE id = :id AND is_closed = 0")
                .bind("id", id)
                .map((row, context) -> sessionRow(row))
                .findOne();
    }

    /** Returns the session that a request opened, at or after {@code since}; it may be closed. */
    Optional<StoredSession> opened(RequestKey.Digest request, long since) {
        return handle.createQuery(SESSION
                        + " FROM sessions WHERE id = (SELECT session FROM openings WHERE openings.request = :request"
                        + " AND openings.opened_at >= :since)")
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

    /** Returns those of {@code ids}, of which there is at least one, that are the ids of open sessions. */
    Set<String> existing(List<String> ids) {
        return handle.createQuery("SELECT id FROM sessions WHERE is_closed = 0 AND id IN (<ids>)")
                .bindList("ids", ids)
                .mapTo(String.class)
                .set();
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
                        + " WHERE number > :after AND is_closed = 0" + (owner.isPresent() ? " AND owner = :owner" : "")
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
                Digests.key(row.getString("request"), row.getString("content")),
                row.getString("origin"));
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
