package dev.tengen.server.session;

import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.game.RulesPreset;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Seat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the states of one session to the store.
 *
 * <p>After a write has failed, the session in memory may be ahead of the store. Then every further call fails, and the
 * session must be loaded again. Methods that write are guarded by the session; the others are thread-safe.
 */
final class SessionJournal {
    private static final Logger LOG = LoggerFactory.getLogger(SessionJournal.class);

    private final SessionStore store;
    private final String id;
    private final long epoch;
    private final Runnable onFailure;
    private long sequence;
    private boolean isSeated;
    private volatile boolean isOpeningStored = true;
    private volatile CompletableFuture<?> durable = CompletableFuture.completedFuture(null);
    private volatile boolean hasFailed;

    /**
     * Creates the journal of the session called {@code id}, whose last state in the store has the number
     * {@code sequence}.
     *
     * @param epoch the epoch in which this server has the session
     * @param onFailure called once when a write has failed, on a thread that must not be blocked
     */
    SessionJournal(SessionStore store, String id, long sequence, long epoch, Runnable onFailure) {
        this.store = store;
        this.id = id;
        this.epoch = epoch;
        this.sequence = sequence;
        this.onFailure = onFailure;
    }

    /** Returns the future of the last write, which completes after all earlier ones. */
    CompletableFuture<?> durable() {
        return durable;
    }

    /** Returns whether memory and store agree, so that the session can leave the memory. */
    boolean isSettled() {
        return durable.isDone() && !hasFailed;
    }

    /** Returns whether the store has the session. */
    boolean isOpeningStored() {
        return isOpeningStored;
    }

    /** Returns whether the session has seats, whose tokens are kept in memory. */
    boolean isSeated() {
        return isSeated;
    }

    /**
     * Requires that a change can be written.
     *
     * @throws CallException if an earlier write failed, or too many writes wait
     */
    void requireWritable() {
        requireHealthy();
        store.requireRoom();
    }

    /**
     * Requires that no write has failed.
     *
     * @throws CallException otherwise
     */
    void requireHealthy() {
        if (hasFailed) {
            throw CallException.of(
                    Reason.STORE_FAILED, "an earlier change of session \"" + id + "\" could not be stored; retry");
        }
    }

    /**
     * Requires that no other server can have taken the session, so that what was just read from memory is its last
     * state.
     *
     * @throws CallException otherwise
     */
    void requireHeld() {
        store.requireHeld(epoch);
    }

    /** Writes the first state. */
    void open(StoredSession session, Environment environment, RulesPreset preset) {
        isOpeningStored = false;
        write(store.add(
                        session,
                        new StoredState(
                                sequence, session.opening(), environment.spec(), preset, environment.snapshot()))
                .thenRun(() -> isOpeningStored = true));
    }

    /** Writes the state after a change by {@code request}. */
    void append(RequestKey request, Environment environment, RulesPreset preset) {
        sequence++;
        write(store.append(id, new StoredState(sequence, request, environment.spec(), preset, environment.snapshot())));
    }

    /** Writes the seats. */
    void setSeats(Set<Seat.Place> seats) {
        isSeated = true;
        write(store.setSeats(id, seats));
    }

    /** Notes that the session has seats, which are stored. */
    void noteSeats() {
        isSeated = true;
    }

    /** Removes the session from the store. */
    void remove() {
        write(store.remove(id));
    }

    /** Removes the session from the store as if it had not been opened. */
    void forget() {
        write(store.forget(id));
    }

    private void write(CompletableFuture<?> written) {
        durable = written;
        var unused = written.whenComplete((done, error) -> {
            if (error != null) {
                fail(error);
            }
        });
    }

    private synchronized void fail(Throwable error) {
        if (!hasFailed) {
            hasFailed = true;
            LOG.error("A change of a session could not be stored; the session is read from the store again", error);
            onFailure.run();
        }
    }

    /** Returns a remembered answer that reads its state from the store when it is needed. */
    RememberedAnswer answer(long at) {
        return new StoredAnswer(store, id, at);
    }

    /** An answer of an earlier process. */
    private record StoredAnswer(SessionStore store, String id, long at) implements RememberedAnswer {
        @Override
        public EnvironmentSnapshot snapshot() {
            return store.snapshot(id, at);
        }
    }
}
