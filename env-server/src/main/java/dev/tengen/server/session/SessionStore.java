package dev.tengen.server.session;

import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.identity.SeatKey;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps sessions beyond the life of this process: each with its state after every change, and the request that made the change.
 *
 * <p>Writes return at once and are carried out in the order of the calls. Their futures complete when the write is on disk. They
 * complete on a thread that must not be blocked. A write that fails completes with an exception and has changed nothing, or, if the
 * database failed while it committed, may have changed the store; the state that is stored then is that after the change or that before
 * it.
 *
 * <p>Reads block, return what is on disk, and throw {@link dev.tengen.server.error.CallException} with {@link
 * dev.tengen.server.error.Reason#STORE_FAILED} if the store fails. Thread-safe.
 */
public interface SessionStore extends AutoCloseable {
    /** Opens the store of a server that is starting. */
    @FunctionalInterface
    interface Factory {
        /**
         * Returns the store.
         *
         * @param engines the engines that may be opponents of stored sessions
         * @param meters where the store registers its meters; empty on a server without an HTTP port
         * @throws RuntimeException if the store cannot be opened. The message says why and what to do
         */
        SessionStore open(List<PlayerFactory> engines, Optional<MeterRegistry> meters);
    }

    /**
     * What is stored when the server starts.
     *
     * @param lastNumber the greatest number of a session that was ever stored; 0 if there was none
     * @param counts the number of sessions of each principal
     * @param seated the sessions with seats
     * @param seatKey the key of the tokens of seats
     */
    record Contents(long lastNumber, Map<Principal, Long> counts, List<StoredSession> seated, SeatKey seatKey) {}

    /** Returns what is stored. */
    Contents contents();

    /** Returns its kind for {@code GetServerInfo}: "sqlite" or "postgresql". */
    String kind();

    /**
     * Requires that there is room for another write.
     *
     * @throws dev.tengen.server.error.CallException if too many writes wait
     */
    void requireRoom();

    /** Stores a session that was opened, in its first state. */
    CompletableFuture<Void> add(StoredSession session, StoredState state);

    /** Stores the next state of a session; fails if the last one that is stored is not the one before it. */
    CompletableFuture<Void> append(String id, StoredState state);

    /** Stores the seats of a session. */
    CompletableFuture<Void> setSeats(String id, Set<Seat.Place> seats);

    /** Stores that a session has been idle for {@code idle}. If that fails, the session has been idle since its last change. */
    void setIdle(String id, Duration idle);

    /** Removes a session. The future says whether it was stored. */
    CompletableFuture<Boolean> remove(String id);

    /** Removes a session if it has been idle for its idle timeout. The future says whether it was removed. */
    CompletableFuture<Boolean> removeExpired(String id);

    /** Returns the session called {@code id}, if it is stored. */
    Optional<LoadedSession> load(String id);

    /**
     * A session as it is stored.
     *
     * @param session what does not change
     * @param state its last state
     * @param idle how long it has been idle, without the time during which no server had the store open
     * @param requests the last changes of the session, oldest first
     */
    record LoadedSession(StoredSession session, StoredState state, Duration idle, List<StoredRequest> requests) {}

    /**
     * A change of a session.
     *
     * @param sequence the number of the state after it
     * @param id the digest of the request id, see {@link RequestKey#idDigest}
     * @param content the digest of the request, see {@link RequestKey#content}
     */
    record StoredRequest(long sequence, RequestKey.Digest id, RequestKey.Digest content) {}

    /** Returns the state of a session with the number {@code sequence}: the first, or one of those after its last changes. */
    EnvironmentSnapshot snapshot(String id, long sequence);

    /** Returns the session that the request with this digest of its id opened, in its first state, if it is stored. */
    Optional<LoadedSession> findOpening(RequestKey.Digest request);

    /** Returns the ids of at most {@code count} sessions that have been idle for their idle timeouts. */
    List<StoredSession> overdue(int count);

    /**
     * Returns at most {@code count} sessions that were opened after session number {@code after}, oldest first, or newest first.
     *
     * @param owner the principal whose sessions they are; empty for all
     */
    List<SessionEntry> entries(Optional<String> owner, long after, boolean isNewestFirst, int count);

    /** Carries out the writes that wait, and closes the store. */
    @Override
    void close();
}
