package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.BlockingCallExecutor;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.identity.SeatTokens;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.QuotaKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sessions in memory by id, their expiry checks and the tokens of their seats; and the count of all open sessions,
 * in memory or in the store alone. Thread-safe.
 */
final class OpenSessions {
    /** The length of an id, in bytes. */
    static final int ID_BYTES = 16;

    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration EXPIRED_ID_RETENTION = Duration.ofHours(1);

    private final SessionLimits limits;
    private final BlockingCallExecutor blockingCalls;
    private final SeatTokens seatTokens;
    private final long maxCheckDelayNanos;
    private final Map<String, Session> inMemory = new ConcurrentHashMap<>();
    private final ExpiryQueue expiryQueue;
    private final ExpiredIds expiredIds;
    private final AtomicInteger count = new AtomicInteger();

    /** The count of the open sessions of each owner that has any. */
    private final Map<PrincipalUsage, Integer> counts = new ConcurrentHashMap<>();

    /**
     * Creates an empty registry.
     *
     * @param blockingCalls closes the sessions that may have to wait for their opponents
     * @param isStored whether a store has the sessions, too, so that idle ones are checked after
     *     {@link SessionLimits#memoryTime}
     * @param onDue called when sessions are due for a check; see {@link #takeDue}
     */
    OpenSessions(
            SessionLimits limits,
            Ticker ticker,
            BlockingCallExecutor blockingCalls,
            SeatTokens seatTokens,
            boolean isStored,
            Runnable onDue) {
        this.limits = limits;
        this.blockingCalls = blockingCalls;
        this.seatTokens = seatTokens;
        maxCheckDelayNanos = isStored ? limits.memoryTime().toNanos() : Long.MAX_VALUE;
        expiryQueue = new ExpiryQueue(ticker, onDue);
        expiredIds = new ExpiredIds(2 * ID_BYTES, EXPIRED_ID_RETENTION, ticker);
    }

    /** Returns the tokens of seats. */
    SeatTokens seatTokens() {
        return seatTokens;
    }

    /** Returns the session called {@code id} if it is in memory. */
    @Nullable
    Session get(String id) {
        return inMemory.get(id);
    }

    /** Returns whether the session called {@code id} is in memory. */
    boolean contains(String id) {
        return inMemory.containsKey(id);
    }

    /** Returns the sessions in memory. */
    Collection<Session> all() {
        return inMemory.values();
    }

    /** Adds a session, which is counted already. */
    void publish(Session session) {
        inMemory.put(session.id(), session);
        queueForExpiry(session);
    }

    /** Lets the tokens of these seats count until {@code session} ends. */
    void openSeats(Session session, Set<Seat.Place> places) {
        seatTokens.open(session.id(), session.number(), session.usage().principal(), places);
        if (!contains(session.id())) {
            seatTokens.close(session.id()); // It was closed before its seats were open.
        }
    }

    /** Removes a session that has ended. Returns whether it was in memory: of several callers, one gets true. */
    boolean remove(Session session) {
        if (!forget(session)) {
            return false;
        }
        noteEnd(session.id());
        release(session.usage());
        return true;
    }

    /** Drops what is kept for the session called {@code id}, which has ended. */
    void noteEnd(String id) {
        seatTokens.close(id);
    }

    /**
     * Removes a session that stays open in the store. Returns whether it was in memory: of several callers, one gets
     * true.
     */
    boolean forget(Session session) {
        if (!inMemory.remove(session.id(), session)) {
            return false;
        }
        expiryQueue.remove(session);
        return true;
    }

    /** Closes a session that was removed, which notifies its watchers. */
    void end(Session session) {
        close(session, session::close);
    }

    /**
     * Closes a session that was {@linkplain #forget forgotten}, which notifies its watchers that it has left the
     * memory.
     */
    void leave(Session session) {
        close(session, session::leave);
    }

    private void close(Session session, Runnable closing) {
        if (session.mayBlock()) {
            blockingCalls.executeAlways(closing); // It may have to wait for the opponent.
        } else {
            closing.run();
        }
    }

    /** Closes a session that was removed, on another thread, where it may wait for a call that runs. */
    void endElsewhere(Session session) {
        blockingCalls.executeAlways(session::close);
    }

    /**
     * Closes a session that was {@linkplain #forget forgotten}, on another thread, where it may wait for a call that
     * runs.
     */
    void leaveElsewhere(Session session) {
        blockingCalls.executeAlways(session::leave);
    }

    /** Queues {@code session} for a later check, unless it is no longer in memory. */
    void queueForExpiry(Session session) {
        expiryQueue.add(session, maxCheckDelayNanos);
        if (!contains(session.id())) {
            expiryQueue.remove(session); // It was removed before it was queued.
        }
    }

    /** Removes from the queue and returns the sessions whose check is due. */
    List<Session> takeDue() {
        return expiryQueue.takeDue();
    }

    /** Removes from the queue and returns the {@code count} sessions whose check is due first. */
    List<Session> takeFirst(int count) {
        return expiryQueue.takeFirst(count);
    }

    /** Counts one more session of {@code owner}, and returns whether the limits allow it. */
    boolean tryReserve(PrincipalUsage owner) {
        if (!owner.tryReserve(QuotaKind.SESSIONS, 1)) {
            return false;
        }
        if (!isReserved()) {
            owner.release(QuotaKind.SESSIONS, 1);
            return false;
        }
        counts.merge(owner, 1, Integer::sum);
        return true;
    }

    /**
     * Counts one more session of {@code owner}.
     *
     * @throws CallException if the quota of the owner, or the maximum of sessions, is reached
     */
    void reserve(PrincipalUsage owner) {
        owner.reserve(QuotaKind.SESSIONS, 1);
        if (!isReserved()) {
            owner.release(QuotaKind.SESSIONS, 1);
            throw CallException.retryAfter(
                    Reason.TOO_MANY_SESSIONS,
                    FULL_RETRY_DELAY,
                    limits.maxSessionCount() + " sessions are open, the maximum; close some");
        }
        counts.merge(owner, 1, Integer::sum);
    }

    /** Counts one more session if the limit allows it, and returns whether it did. */
    private boolean isReserved() {
        int max = limits.maxSessionCount();
        // The store may have more sessions than the limit, which can be lower than that of an earlier process.
        return count.getAndUpdate(known -> known < max ? known + 1 : known) < max;
    }

    /** Counts {@code restored} more sessions of {@code owner} that the store has, even beyond the limits. */
    void restore(PrincipalUsage owner, long restored) {
        count.addAndGet(Math.toIntExact(restored));
        counts.merge(owner, Math.toIntExact(restored), Integer::sum);
        owner.restore(QuotaKind.SESSIONS, restored);
    }

    /** Counts one session of {@code owner} less, unless {@link #releaseAll} has done that. */
    void release(PrincipalUsage owner) {
        AtomicBoolean isCounted = new AtomicBoolean();
        counts.computeIfPresent(owner, (usage, known) -> {
            isCounted.set(true);
            return known == 1 ? null : known - 1;
        });
        if (isCounted.get()) {
            release(owner, 1);
        }
    }

    private void release(PrincipalUsage owner, int released) {
        count.addAndGet(-released);
        owner.release(QuotaKind.SESSIONS, released);
    }

    /** Counts no session any more, because another server has them all. */
    void releaseAll() {
        for (PrincipalUsage owner : List.copyOf(counts.keySet())) {
            Integer released = counts.remove(owner);
            if (released != null) {
                release(owner, released);
            }
        }
    }

    /** Returns the count of open sessions. */
    int count() {
        return count.get();
    }

    /** Notes that the session called {@code id} of the principal called {@code owner} has expired. */
    void noteExpired(String id, String owner) {
        expiredIds.add(expiredId(id, owner));
    }

    /**
     * Returns whether a session called {@code id} of the principal called {@code owner} has expired within the last
     * hour.
     */
    boolean hasExpired(String id, String owner) {
        return expiredIds.contains(expiredId(id, owner));
    }

    /**
     * Returns what is kept of {@code id}, a session of {@code owner} that has expired. Only its owner gets to know that
     * the session has existed, so what is kept of it depends on the owner. The sessions of {@link Principal#LOCAL} keep
     * their ids.
     */
    private static String expiredId(String id, String owner) {
        if (owner.equals(Principal.LOCAL.name()) || id.length() != 2 * ID_BYTES) {
            return id;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(id.getBytes(StandardCharsets.UTF_8));
            byte[] bytes = digest.digest(owner.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes, 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
