package dev.tengen.server.embedded;

import dev.tengen.env.Environment;
import dev.tengen.env.TaskOptions;
import dev.tengen.server.convert.SessionConverter;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.Sessions;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The frequent calls on a session, without messages. A step or a reset leaves its result in the {@linkplain EmbeddedRow
 * row}, and in a message if the row cannot hold all of it. A call that would fail or wait does nothing, so that the
 * caller makes an ordinary call and gets its error.
 *
 * <p>For one thread at a time, together with those that share its row.
 */
public final class EmbeddedSession {
    private final Sessions sessions;
    private final String id;
    private final EmbeddedRow row;
    private final BooleanSupplier isOpen;

    /** {@link #take}, made once. */
    private final Function<Session.Answer, Boolean> taker = this::take;

    private byte[] message = {};

    /** Whether the last call has changed the session. */
    private boolean isChanged;

    private EmbeddedSession(Sessions sessions, String id, EmbeddedRow row, BooleanSupplier isOpen) {
        this.sessions = sessions;
        this.id = id;
        this.row = row;
        this.isOpen = isOpen;
    }

    /**
     * Returns the calls on the session {@code id}, which do nothing unless {@code isOpen}.
     *
     * @throws dev.tengen.server.error.CallException if there is no such session
     */
    static EmbeddedSession of(Sessions sessions, String id, BooleanSupplier isOpen) {
        try (SessionLease lease = sessions.lease(id)) {
            return new EmbeddedSession(
                    sessions, id, new EmbeddedRow(lease.session().spec()), isOpen);
        }
    }

    /** Returns the id of the session. */
    public String id() {
        return id;
    }

    /** Returns the row, a direct buffer. */
    public ByteBuffer row() {
        return row.buffer();
    }

    /**
     * Returns where each part of the row starts and ends in the buffer, in bytes, two numbers each: the numbers, the
     * action mask, the globals of each encoding, the planes of each encoding.
     */
    public int[] ranges() {
        return row.ranges();
    }

    /** Returns the bytes of a {@code StepResponse} without observations, for the last call whose row was special. */
    public byte[] message() {
        return message;
    }

    /**
     * Plays an action, and the reply of the opponent.
     *
     * @param action the action as the agent numbers it
     * @return whether the row has the result. If not, nothing has changed: an ordinary call does the step, or says why
     *     it fails
     */
    public boolean step(int action) {
        return change(session -> session.step(RequestKey.NONE, action, ExpectedState.ANY, taker));
    }

    /**
     * Starts a new episode with the next seed.
     *
     * @return whether the row has the result. If not, nothing has changed: an ordinary call does the reset, or says why
     *     it fails
     */
    public boolean reset() {
        return reset(OptionalLong.empty());
    }

    /**
     * Starts a new episode with {@code seed}.
     *
     * @return whether the row has the result. If not, nothing has changed: an ordinary call does the reset, or says why
     *     it fails
     */
    public boolean reset(long seed) {
        return reset(OptionalLong.of(seed));
    }

    private boolean reset(OptionalLong seed) {
        return change(session -> session.reset(RequestKey.NONE, seed, () -> TaskOptions.OPEN, taker));
    }

    private boolean change(Consumer<Session> change) {
        isChanged = false;
        try (SessionLease lease = sessions.lease(id)) {
            Session session = lease.session();
            if (!isOpen.getAsBoolean() || session.executor() != CallExecutor.CALLER) {
                return false;
            }
            change.accept(session);
            session.awaitDurable();
            return true;
        } catch (RuntimeException e) {
            if (isChanged) {
                throw e; // An internal error: an ordinary call would change the session a second time.
            }
            return false;
        }
    }

    private boolean take(Session.Answer answer) {
        isChanged = true;
        Environment environment = answer.environment();
        row.write(environment);
        if (EmbeddedRow.isSpecial(environment)) {
            message = SessionConverter.steppedUnobserved(answer);
        }
        return true;
    }

    /**
     * Returns the calls on a copy of the session with the same idle timeout; null if an ordinary call has to make it.
     *
     * @param isRowShared whether they have the same row
     */
    public @Nullable EmbeddedSession fork(boolean isRowShared) {
        try (SessionLease lease = sessions.lease(id)) {
            Session session = lease.session();
            if (!isOpen.getAsBoolean() || sessions.executors().forFork(session) != CallExecutor.CALLER) {
                return null;
            }
            try (SessionLease fork = sessions.fork(session, session.idleTimeout())) {
                EmbeddedRow forkRow = isRowShared ? row : new EmbeddedRow(session.spec());
                return new EmbeddedSession(sessions, fork.session().id(), forkRow, isOpen);
            }
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Closes the session. Returns false if an ordinary call has to close it. */
    public boolean close() {
        try (SessionLease lease = sessions.lease(id)) {
            if (!isOpen.getAsBoolean() || sessions.executors().forClose(lease.session()) != CallExecutor.CALLER) {
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
