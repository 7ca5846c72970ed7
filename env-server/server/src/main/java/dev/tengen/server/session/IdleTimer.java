package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Measures how long a session has been idle, and decides once and for all that it has expired. A session is idle while
 * nothing holds a lease on it.
 *
 * <p>Thread-safe. Lock-free, because every call on a session begins and ends a lease. Each change installs a new state
 * object. So the decision to expire fails if a lease began and ended since the state was read.
 */
final class IdleTimer {
    /** The state of a session that has expired. It never changes again. */
    private static final State EXPIRED = new State(-1, 0);

    /** The state of a session that has left the memory. It never changes again. */
    private static final State EVICTED = new State(-2, 0);

    /**
     * What decides about expiry.
     *
     * @param leaseCount count of the leases that are held; negative once the session has expired or left the memory
     * @param idleSince end of the last call, as the ticker reads it; it matters only without leases
     */
    private record State(int leaseCount, long idleSince) {
        boolean isFinal() {
            return leaseCount < 0;
        }
    }

    private final Ticker ticker;
    private final long timeoutNanos;
    private final AtomicReference<State> state;

    /** Creates the timer of a session that has been idle for {@code idle}. The caller holds the first lease. */
    IdleTimer(Ticker ticker, Duration timeout, Duration idle) {
        this.ticker = ticker;
        timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        state = new AtomicReference<>(new State(1, ticker.read() - idle.toNanos()));
    }

    private State current() {
        return Objects.requireNonNull(state.get());
    }

    /**
     * Begins a lease. Returns false, and begins none, if the session is overdue, has expired or has left the memory.
     */
    boolean begin() {
        while (true) {
            State current = current();
            if (isOverdue(current)) {
                return false;
            }
            if (state.compareAndSet(current, new State(current.leaseCount + 1, current.idleSince))) {
                return true;
            }
        }
    }

    /** Ends a lease. {@code isUse} says whether the idle time starts again. */
    void end(boolean isUse) {
        while (true) {
            State current = current();
            long idleSince = isUse ? ticker.read() : current.idleSince;
            if (state.compareAndSet(current, new State(current.leaseCount - 1, idleSince))) {
                return;
            }
        }
    }

    /** Expires the session if it is overdue. Returns true to the one caller whose call did that. */
    boolean expire() {
        State current = current();
        return !current.isFinal() && isOverdue(current) && state.compareAndSet(current, EXPIRED);
    }

    /**
     * Lets the session leave the memory if it has been idle for {@code minIdleNanos} and is not overdue. Returns true
     * to the one caller whose call did that.
     */
    boolean evict(long minIdleNanos) {
        State current = current();
        return current.leaseCount == 0
                && idleNanos(current) >= minIdleNanos
                && !isOverdue(current)
                && state.compareAndSet(current, EVICTED);
    }

    /** Returns whether the session has left the memory. */
    boolean isEvicted() {
        return current().equals(EVICTED);
    }

    /** Returns how long the session has been idle: 0 while a lease is held. */
    Duration idle() {
        State current = current();
        return current.leaseCount == 0 ? Duration.ofNanos(Math.max(0, idleNanos(current))) : Duration.ZERO;
    }

    /** Returns whether the session has been idle for its timeout. Once it has, it stays so. */
    boolean isOverdue() {
        return isOverdue(current());
    }

    private boolean isOverdue(State current) {
        return current.isFinal() || (current.leaseCount == 0 && idleNanos(current) >= timeoutNanos);
    }

    private long idleNanos(State current) {
        return ticker.read() - current.idleSince;
    }

    /** Returns the nanoseconds before which the session cannot be overdue; 0 or less if it may be. */
    long remainingNanos() {
        State current = current();
        return current.leaseCount == 0 ? timeoutNanos - idleNanos(current) : timeoutNanos;
    }
}
