package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import com.google.common.math.LongMath;
import dev.tengen.server.error.FatalErrors;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Open sessions by the time at which to check whether they have expired, and the timer that does so.
 *
 * <p>A check is due no later than the session can be overdue. Calls on sessions do not touch the queue: a session that
 * was used meanwhile is added again for a later check. Thread-safe.
 */
final class ExpiryQueue {
    /** Minimum time between two wake-ups. So clients cannot keep the timer busy with short idle timeouts. */
    private static final long MIN_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A session and the time of its next check, as the ticker reads it. */
    private record Check(long nanos, Session session) {}

    private final Ticker ticker;
    private final Runnable wakeUp;
    private final TreeSet<Check> checks =
            new TreeSet<>(Comparator.comparingLong(Check::nanos).thenComparing(check -> check.session.number()));
    private final Map<Session, Check> bySession = new HashMap<>();
    private @Nullable Future<?> timer;
    private long timerNanos;

    /**
     * Creates an empty queue.
     *
     * @param wakeUp called when a check is due, on another thread; the timer references it weakly
     */
    ExpiryQueue(Ticker ticker, Runnable wakeUp) {
        this.ticker = ticker;
        this.wakeUp = wakeUp;
    }

    /** Adds {@code session} to be checked when it may be overdue, and in at most {@code maxDelayNanos}. */
    synchronized void add(Session session, long maxDelayNanos) {
        long delay = Math.min(maxDelayNanos, session.idleTimer().remainingNanos());
        long nanos = LongMath.saturatedAdd(ticker.read(), delay);
        Check check = new Check(nanos, session);
        checks.add(check);
        bySession.put(session, check);
        schedule();
    }

    /** Removes {@code session} if the queue contains it. */
    synchronized void remove(Session session) {
        Check check = bySession.remove(session);
        if (check != null) {
            checks.remove(check);
        }
    }

    /** Removes and returns the sessions whose check is due. */
    synchronized List<Session> takeDue() {
        List<Session> due = new ArrayList<>();
        long now = ticker.read();
        while (!checks.isEmpty() && checks.first().nanos <= now) {
            Session session = checks.first().session;
            remove(session);
            due.add(session);
        }
        return due;
    }

    /** Removes and returns the {@code count} sessions whose check is due first. */
    synchronized List<Session> takeFirst(int count) {
        List<Session> first = checks.stream().limit(count).map(Check::session).toList();
        first.forEach(this::remove);
        return first;
    }

    /** Does the work of the timer, and sets it again. */
    private void fire() {
        synchronized (this) {
            timer = null;
        }
        try {
            wakeUp.run();
        } finally {
            synchronized (this) {
                schedule();
            }
        }
    }

    /** Sets the timer for the first check. Called with the lock held. */
    private void schedule() {
        if (checks.isEmpty()) {
            return;
        }
        long nanos = checks.first().nanos;
        if (timer != null && timerNanos <= nanos) {
            return;
        }
        if (timer != null) {
            timer.cancel(false);
        }
        timerNanos = nanos;
        WeakReference<ExpiryQueue> queue = new WeakReference<>(this);
        timer = Scheduler.systemScheduler()
                .schedule(
                        ForkJoinPool.commonPool(),
                        FatalErrors.checked(() -> fire(queue)),
                        Math.max(MIN_DELAY_NANOS, nanos - ticker.read()),
                        TimeUnit.NANOSECONDS);
    }

    /** Fires unless the server that the queue belonged to is gone. */
    private static void fire(WeakReference<ExpiryQueue> reference) {
        ExpiryQueue queue = reference.get();
        if (queue != null) {
            queue.fire();
        }
    }
}
