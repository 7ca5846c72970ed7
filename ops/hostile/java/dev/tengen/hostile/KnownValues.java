package dev.tengen.hostile;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.CreateTournamentResponse;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ExportRecordResponse;
import dev.tengen.proto.v1.ForkResponse;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.ListArenaGamesResponse;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.ListTournamentsResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.RestoreResponse;
import dev.tengen.proto.v1.SnapshotResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What clients have learned from a server's answers: ids of sessions and tournaments, snapshots, records, page tokens.
 * Requests use them, so that they reach the handlers. Thread-safe.
 */
final class KnownValues {
    private static final int SESSION_COUNT = 200;
    private static final int VALUE_COUNT = 64;
    private static final int MAX_BYTES = 1 << 16;

    private final List<Session> sessions = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> surplusSessions = new ConcurrentLinkedQueue<>();
    private final Map<Kind, List<Object>> values = new HashMap<>();
    private final GetServerInfoResponse info;

    KnownValues(GetServerInfoResponse info) {
        this.info = info;
    }

    /** Values that answers contain and requests repeat. */
    enum Kind {
        SNAPSHOT,
        SGF,
        TOURNAMENT,
        ARENA_GAME,
        PAGE_TOKEN,
        REQUEST_ID,
        RESUME_KEY,
        MCP_SESSION
    }

    /** A session and the size of its board. */
    record Session(String id, int width, int height) {}

    /** Returns what the server offers. */
    GetServerInfoResponse info() {
        return info;
    }

    /** Adds an open session. The oldest one becomes surplus if there are many. */
    void addSession(Session session, Random random) {
        synchronized (sessions) {
            sessions.add(session);
            if (sessions.size() > SESSION_COUNT) {
                Session surplus = sessions.remove(random.nextInt(sessions.size()));
                surplusSessions.add(surplus.id());
            }
        }
    }

    /** Returns a session that may be open. */
    Optional<Session> session(Random random) {
        synchronized (sessions) {
            return sessions.isEmpty() ? Optional.empty() : Optional.of(sessions.get(random.nextInt(sessions.size())));
        }
    }

    /** Returns and removes the id of a session that is to be closed; null if there is none. */
    @Nullable
    String takeSurplusSession() {
        return surplusSessions.poll();
    }

    /** Forgets a session that is closed. */
    void removeSession(String id) {
        synchronized (sessions) {
            sessions.removeIf(session -> session.id().equals(id));
        }
    }

    /** Adds a value, in place of another one if there are many. */
    void add(Kind kind, Object value, Random random) {
        if (value instanceof ByteString bytes && bytes.size() > MAX_BYTES
                || value instanceof String text && text.length() > MAX_BYTES) {
            return;
        }
        synchronized (values) {
            List<Object> known = values.computeIfAbsent(kind, missing -> new ArrayList<>());
            if (known.size() < VALUE_COUNT) {
                known.add(value);
            } else {
                known.set(random.nextInt(VALUE_COUNT), value);
            }
        }
    }

    /** Returns a value of {@code kind}, if one is known. */
    <T> Optional<T> any(Kind kind, Class<T> type, Random random) {
        synchronized (values) {
            List<Object> known = values.getOrDefault(kind, List.of());
            return known.isEmpty() ? Optional.empty() : Optional.of(type.cast(known.get(random.nextInt(known.size()))));
        }
    }

    /** Adds the values of an answer. */
    void learn(Message message, Random random) {
        if (message instanceof CreateSessionResponse answer) {
            addSession(answer.getSessionId(), answer.getSpec(), random);
        } else if (message instanceof ForkResponse answer) {
            addSession(answer.getSession(), random);
        } else if (message instanceof RestoreResponse answer) {
            addSession(answer.getSession(), random);
        } else if (message instanceof ImportRecordResponse answer) {
            addSession(answer.getSession(), random);
        } else if (message instanceof SnapshotResponse answer) {
            add(Kind.SNAPSHOT, answer.getSnapshot(), random);
        } else if (message instanceof ExportRecordResponse answer) {
            add(Kind.SGF, answer.getSgf(), random);
        } else if (message instanceof ListSessionsResponse answer) {
            add(Kind.PAGE_TOKEN, answer.getNextPageToken(), random);
        } else if (message instanceof CreateTournamentResponse answer) {
            add(Kind.TOURNAMENT, answer.getTournament().getSpec().getName(), random);
        } else if (message instanceof ListTournamentsResponse answer) {
            add(Kind.PAGE_TOKEN, answer.getNextPageToken(), random);
        } else if (message instanceof ListArenaGamesResponse answer) {
            answer.getGamesList().forEach(game -> add(Kind.ARENA_GAME, game.getGameId(), random));
        }
    }

    private void addSession(OpenedSession session, Random random) {
        addSession(session.getSessionId(), session.getSpec(), random);
    }

    private void addSession(String id, EnvironmentSpec spec, Random random) {
        addSession(new Session(id, spec.getWidth(), spec.getHeight()), random);
    }
}
