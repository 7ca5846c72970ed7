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
 * Keeps sessions beyond the life of this process: each with its state after every change, and the request that made the
 * change.
 *
 * <p>Several servers may share a store. Each session then belongs to one of them, which answers its calls; others can
 * take it when that server gives it up or is dead. Only the server that has a session can change it.
 *
 * <p>Writes return at once and are carried out in the order of the calls. Their futures complete when the write is on
 * disk. They complete on a thread that must not be blocked. A write that fails completes with an exception and has
 * changed nothing, or, if the database failed while it committed, may have changed the store; the state that is stored
 * then is that after the change or that before it.
 *
 * <p>Reads block, return what is on disk, and throw {@link dev.tengen.server.error.CallException} with
 * {@link dev.tengen.server.error.Reason#STORE_FAILED} if the store fails. Thread-safe.
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
     * @param counts the number of sessions of each principal that this server has
     * @param seated the sessions with seats, of all servers
     * @param seatKey the key of the tokens of seats
     */
    record Contents(Map<Principal, Long> counts, List<StoredSession> seated, SeatKey seatKey) {}

    /**
     * Returns what is stored.
     *
     * @throws RuntimeException if the store cannot be read. The message says why and what to do
     */
    Contents contents();

    /** Receives what happens to the sessions of this server. Its methods must not block. */
    interface OwnershipListener {
        /** Ignores everything. */
        OwnershipListener NONE = new OwnershipListener() {
            @Override
            public void wanted(List<StoredSession> sessions) {
                // Nothing is in memory.
            }

            @Override
            public void seated(List<StoredSession> sessions) {
                // Nobody asks for seats.
            }

            @Override
            public void lost() {
                // Nothing is in memory.
            }
        };

        /** Other servers ask for these sessions; called until each was {@linkplain SessionStore#release released}. */
        void wanted(List<StoredSession> sessions);

        /** These sessions, of this or other servers, have got seats. A session may be named more than once. */
        void seated(List<StoredSession> sessions);

        /** This server has no session any more. What is in memory must not be used. */
        void lost();
    }

    /** Sets what receives the events of this store. */
    void setListener(OwnershipListener listener);

    /** Returns whether other servers may use the store at the same time. */
    boolean isShared();

    /** Returns the number of the next session, greater than those of all before. */
    long nextNumber();

    /**
     * Returns the epoch in which this server has its sessions. It increases when they are lost.
     *
     * @throws dev.tengen.server.error.CallException if they were lost, and the server cannot take sessions yet
     */
    long epoch();

    /**
     * Requires that no other server can have taken the sessions of this one since {@code epoch}, so that what is in
     * memory is current.
     *
     * @throws dev.tengen.server.error.CallException with {@link dev.tengen.server.error.Reason#STORE_FAILED} otherwise
     */
    void requireHeld(long epoch);

    /** Lets other servers ask for every session, because this server is stopping. */
    void drain();

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

    /**
     * Stores that a session has been idle for {@code idle}. If that fails, the session has been idle since its last
     * change.
     */
    void setIdle(String id, Duration idle);

    /**
     * Removes a session; a retry of the request that opened it still finds it. The future says whether it was stored.
     */
    CompletableFuture<Boolean> remove(String id);

    /**
     * Removes a session as if it had not been opened: a retry of the request that opened it acts. The future says
     * whether it was stored.
     */
    CompletableFuture<Boolean> forget(String id);

    /** Removes a session if it has been idle for its idle timeout. The future says whether it was removed. */
    CompletableFuture<Boolean> removeExpired(String id);

    /** Gives up a session, which another server can take then. The future says whether this server had it. */
    CompletableFuture<Boolean> release(String id);

    /**
     * Returns the session called {@code id}, which this server has from now on; empty if it is not stored.
     *
     * @param unreachable the addresses of servers that the client cannot reach. A server among them that has the
     *     session is asked for it
     * @throws dev.tengen.server.error.CallException with {@link dev.tengen.server.error.Reason#SESSION_ELSEWHERE} if
     *     another server has it; with a retry delay if that server gives it up
     */
    Optional<LoadedSession> load(String id, Set<String> unreachable);

    /**
     * A session as it is stored.
     *
     * @param session what does not change
     * @param state its last state
     * @param idle how long it has been idle, without the time during which no server had the store open
     * @param requests the last changes of the session, oldest first
     * @param epoch the epoch in which this server has it
     * @param isTaken whether this server has just taken it, so that it was not among the sessions of this server
     */
    record LoadedSession(
            StoredSession session,
            StoredState state,
            Duration idle,
            List<StoredRequest> requests,
            long epoch,
            boolean isTaken) {}

    /**
     * A session that has been idle for its idle timeout.
     *
     * @param session the session
     * @param isOwned whether this server has it; otherwise no server does
     */
    record OverdueSession(StoredSession session, boolean isOwned) {}

    /**
     * A change of a session.
     *
     * @param sequence the number of the state after it
     * @param id the digest of the request id, see {@link RequestKey#idDigest}
     * @param content the digest of the request, see {@link RequestKey#content}
     */
    record StoredRequest(long sequence, RequestKey.Digest id, RequestKey.Digest content) {}

    /**
     * Returns the state of a session with the number {@code sequence}: the first, or one of those after its last
     * changes.
     */
    EnvironmentSnapshot snapshot(String id, long sequence);

    /**
     * Returns the session that the request with this digest of its id opened, in its first state, if that is stored. It
     * may be closed.
     */
    Optional<LoadedSession> findOpening(RequestKey.Digest request);

    /** Returns those of {@code ids} that are the ids of sessions. */
    Set<String> existing(List<String> ids);

    /**
     * Returns at most {@code count} sessions that have been idle for their idle timeouts, and that this server has or
     * can take.
     */
    List<OverdueSession> overdue(int count);

    /**
     * Returns at most {@code count} sessions that were opened after session number {@code after}, oldest first, or
     * newest first.
     *
     * @param owner the principal whose sessions they are; empty for all
     */
    List<SessionEntry> entries(Optional<String> owner, long after, boolean isNewestFirst, int count);

    /** Carries out the writes that wait, gives up all sessions, and closes the store. */
    @Override
    void close();
}
