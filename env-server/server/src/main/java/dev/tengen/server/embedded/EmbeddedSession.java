package dev.tengen.server.embedded;

import dev.tengen.env.Environment;
import dev.tengen.server.convert.SessionConverter;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.Sessions;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The frequent calls on a session, without messages. The result of an ordinary step is a {@linkplain EmbeddedRow row}.
 * All other results are those of the contract: a step that ends the episode, or is otherwise special, leaves its
 * message, and a call that would fail does nothing, so that the caller makes an ordinary call and gets its error.
 *
 * <p>For one thread at a time, together with its forks.
 */
public final class EmbeddedSession {
    /** The result of {@link #step}: the row has the new state. */
    public static final int ROW = 0;

    /** The result of {@link #step}: {@link #message} has the new state. */
    public static final int MESSAGE = 1;

    /** The result of {@link #step}: nothing has changed. An ordinary call does the step, or says why it fails. */
    public static final int UNDONE = 2;

    private final Sessions sessions;
    private final String id;
    private final EmbeddedRow row;
    private byte[] message = {};

    /** Whether the last step has played its action. */
    private boolean isPlayed;

    private EmbeddedSession(Sessions sessions, String id, EmbeddedRow row) {
        this.sessions = sessions;
        this.id = id;
        this.row = row;
    }

    /**
     * Returns the calls on the session {@code id}.
     *
     * @throws dev.tengen.server.error.CallException if there is no such session
     * @throws IllegalArgumentException if its steps do not fit into a row
     */
    static EmbeddedSession of(Sessions sessions, String id) {
        try (SessionLease lease = sessions.lease(id)) {
            return new EmbeddedSession(
                    sessions, id, EmbeddedRow.of(lease.session().spec()));
        }
    }

    /** Returns the id of the session. */
    public String id() {
        return id;
    }

    /** Returns the number of planes of an observation. */
    public int planeCount() {
        return row.planeCount();
    }

    /** Returns the row, a direct buffer. Forks have the same. */
    public ByteBuffer row() {
        return row.buffer();
    }

    /** Returns the bytes of the last response that is a message. */
    public byte[] message() {
        return message;
    }

    /**
     * Plays an action, and the reply of the opponent.
     *
     * @param action the action as the agent numbers it
     * @return {@link #ROW}, {@link #MESSAGE} or {@link #UNDONE}
     */
    public int step(int action) {
        isPlayed = false;
        try (SessionLease lease = sessions.lease(id)) {
            Session session = lease.session();
            if (session.executor() != CallExecutor.CALLER) {
                return UNDONE;
            }
            return session.step(RequestKey.NONE, action, ExpectedState.ANY, this::take);
        } catch (RuntimeException e) {
            if (isPlayed) {
                throw e; // A fault: an ordinary call would play a second time.
            }
            return UNDONE;
        }
    }

    private int take(Session.Answer answer) {
        isPlayed = true;
        Environment environment = answer.environment();
        if (!EmbeddedRow.holds(environment)) {
            message = SessionConverter.steppedBytes(answer);
            return MESSAGE;
        }
        row.write(environment);
        return ROW;
    }

    /**
     * Returns the calls on a copy of the session with the same idle timeout; null if an ordinary call has to make it.
     */
    public @Nullable EmbeddedSession fork() {
        try (SessionLease lease = sessions.lease(id)) {
            Session session = lease.session();
            if (sessions.executors().forFork(session) != CallExecutor.CALLER) {
                return null;
            }
            try (SessionLease fork = sessions.fork(session, session.idleTimeout())) {
                return new EmbeddedSession(sessions, fork.session().id(), row);
            }
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Closes the session. Returns false if an ordinary call has to close it. */
    public boolean close() {
        try (SessionLease lease = sessions.lease(id)) {
            if (sessions.executors().forClose(lease.session()) != CallExecutor.CALLER) {
                return false;
            }
        } catch (RuntimeException e) {
            return false;
        }
        try {
            sessions.close(id);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
