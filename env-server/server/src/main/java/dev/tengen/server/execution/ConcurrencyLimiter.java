package dev.tengen.server.execution;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An adaptive limit on the calls that wait for, or run on, the threads of the transport. A call beyond the limit is
 * refused at once, so that those within it do not wait for long.
 *
 * <p>Each call holds a permit from its admission until the thread of the transport has finished with it. Calls that
 * continue on another executor, such as those of players that search, give their permit back when they leave the
 * thread. Their time does not count.
 *
 * <p>Thread-safe.
 */
public final class ConcurrencyLimiter {
    /*
     * A burst is no overload: a client may make hundreds of calls at the same time, and then none. So a queue is
     * allowed to grow up to the burst limit. When every call of an interval of half a second has waited longer than the
     * target, the queue is a standing one (as in CoDel), and the limiter begins to shed load. It sheds until a second
     * has passed without a refusal.
     *
     * While it sheds, the limit adapts to how long admitted calls wait, by additive increase and multiplicative
     * decrease (AIMD), in rounds of as many calls as the limit. A round whose mean wait is above the target lowers the
     * limit by three tenths. Another one raises it by one, if at least half of the limit was in use. The target is a
     * time, so the limit is higher where calls are shorter. Where calls are long, the target grows with them: a call
     * may wait for another one.
     *
     * The limit is divided evenly among the connections that were active in the last second. A connection within its
     * share, which is at least one call, is always admitted: a client that waits for each answer cannot flood the
     * server. Nor can a connection that is alone, which delays nobody else, and which has a maximum of calls. What
     * others leave unused is free for all; but while another connection is refused, no connection gets more than its
     * share.
     */
    private static final int BURST_LIMIT = 512;
    private static final int INITIAL_LIMIT = 64;
    private static final int MAX_LIMIT = BURST_LIMIT;
    private static final double BACKOFF_RATIO = 0.7;

    /** The shortest target of the wait. */
    private static final double MIN_TARGET_NANOS = 1_000_000;

    /** The target of the wait, in mean calls. */
    private static final double TARGET_CALLS = 1.5;

    /** The weight of the last call in the mean. */
    private static final double MEAN_WEIGHT = 0.02;

    /** The target of the wait as the algorithm sees it, in nanoseconds. */
    private static final long UNIT_NANOS = 1_000_000;

    private static final long ACTIVE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CONTENDED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SHEDDING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Limit limit;
    private final LongSupplier clock;

    /** The connections that were active lately; guarded by this, as all fields below. */
    private final Map<Object, Client> clients = new HashMap<>();

    private int inFlightCount;
    private long refusedCount;
    private double meanWorkNanos;

    /** The end of the interval in which {@link #minWaitNanos} is measured. */
    private long intervalEnd;

    private long minWaitNanos = Long.MAX_VALUE;
    private boolean isShedding;
    private long lastRefusal;

    /** The calls of this round, the sum of their waits, and the most that were in flight. */
    private int roundCount;

    private double roundWaitNanos;
    private int roundInFlightCount;
    private long nextSweep;
    private @Nullable Client lastRefused;

    /** The connection refused last other than {@link #lastRefused}. */
    private @Nullable Client otherRefused;

    /** Creates a limiter for {@code processorCount} processors, with nothing in flight. */
    public ConcurrencyLimiter(int processorCount) {
        this(processorCount, System::nanoTime);
    }

    /** Creates a limiter with {@code clock} in place of {@link System#nanoTime}. */
    ConcurrencyLimiter(int processorCount, LongSupplier clock) {
        limit = AIMDLimit.newBuilder()
                .initialLimit(INITIAL_LIMIT)
                .minLimit(processorCount + 1)
                .maxLimit(MAX_LIMIT)
                .backoffRatio(BACKOFF_RATIO)
                .timeout(UNIT_NANOS, TimeUnit.NANOSECONDS)
                .build();
        this.clock = clock;
        long now = clock.getAsLong();
        nextSweep = now + ACTIVE_NANOS;
        intervalEnd = now + INTERVAL_NANOS;
    }

    /** The state of a connection. */
    private static final class Client {
        private int inFlightCount;
        private long lastSeen;
        private long lastRefusal;
    }

    /** Takes a permit for a call of {@code connection}, and returns whether there was one. */
    public synchronized boolean tryAcquire(Object connection) {
        long now = clock.getAsLong();
        Client client = client(connection, now);
        if (!mayEnter(client, now)) {
            refused(client, now);
            return false;
        }
        client.inFlightCount++;
        inFlightCount++;
        return true;
    }

    /**
     * Returns whether there is no permit for {@code connection}, in which case its call counts as refused. A permit
     * that is free now may be taken by another call later.
     */
    public synchronized boolean isRefused(Object connection) {
        long now = clock.getAsLong();
        Client client = client(connection, now);
        boolean isRefused = !mayEnter(client, now);
        if (isRefused) {
            refused(client, now);
        }
        return isRefused;
    }

    private Client client(Object connection, long now) {
        if (now - nextSweep >= 0) {
            clients.values().removeIf(client -> client.inFlightCount == 0 && now - client.lastSeen > ACTIVE_NANOS);
            nextSweep = now + ACTIVE_NANOS;
        }
        Client client = clients.computeIfAbsent(connection, key -> new Client());
        client.lastSeen = now;
        return client;
    }

    private boolean mayEnter(Client client, long now) {
        if (isShedding && now - lastRefusal > SHEDDING_NANOS) {
            isShedding = false;
        }
        int max = max();
        int clientCount = clients.size();
        if (clientCount == 1 || client.inFlightCount < Math.max(1, max / clientCount)) {
            return true;
        }
        int share = (max + clientCount - 1) / clientCount;
        return inFlightCount < max && (client.inFlightCount < share || !isContended(client, now));
    }

    /** Returns whether a connection other than {@code client} was refused a moment ago. */
    private boolean isContended(Client client, long now) {
        Client other = lastRefused == client ? otherRefused : lastRefused;
        return other != null && now - other.lastRefusal < CONTENDED_NANOS;
    }

    private void refused(Client client, long now) {
        refusedCount++;
        lastRefusal = now;
        client.lastRefusal = now;
        if (lastRefused != client) {
            otherRefused = lastRefused;
            lastRefused = client;
        }
    }

    /**
     * Gives back the permit of a call of {@code connection} that has run, and adapts the limit.
     *
     * @param waitNanos time from its admission to its start
     * @param workNanos time that it took on the thread of the transport
     */
    public synchronized void release(Object connection, long waitNanos, long workNanos) {
        meanWorkNanos += MEAN_WEIGHT * (workNanos - meanWorkNanos);
        double target = Math.max(MIN_TARGET_NANOS, TARGET_CALLS * meanWorkNanos);
        if (isShedding) {
            adapt(waitNanos, target);
        } else {
            checkInterval(waitNanos, target);
        }
        release(connection);
    }

    private void adapt(long waitNanos, double target) {
        roundCount++;
        roundWaitNanos += waitNanos;
        roundInFlightCount = Math.max(roundInFlightCount, inFlightCount);
        if (roundCount >= limit.getLimit()) {
            long wait = Math.max(1, (long) (roundWaitNanos / roundCount / target * UNIT_NANOS));
            limit.onSample(0, wait, roundInFlightCount, false);
            roundCount = 0;
            roundWaitNanos = 0;
            roundInFlightCount = 0;
        }
    }

    /** Begins to shed load at the end of an interval in which every call has waited longer than {@code target}. */
    private void checkInterval(long waitNanos, double target) {
        long now = clock.getAsLong();
        if (now - intervalEnd > INTERVAL_NANOS) {
            startInterval(now); // No call has ended for a while, so that there was no queue.
        }
        minWaitNanos = Math.min(minWaitNanos, waitNanos);
        if (now - intervalEnd >= 0) {
            isShedding = minWaitNanos > target;
            lastRefusal = now;
            startInterval(now);
        }
    }

    private void startInterval(long now) {
        minWaitNanos = Long.MAX_VALUE;
        intervalEnd = now + INTERVAL_NANOS;
    }

    /** Gives back the permit of a call of {@code connection} that did not run. */
    public synchronized void release(Object connection) {
        Client client = clients.get(connection);
        if (client == null || client.inFlightCount == 0) {
            throw new IllegalStateException("no permit is taken");
        }
        client.inFlightCount--;
        inFlightCount--;
    }

    private int max() {
        return isShedding ? limit.getLimit() : BURST_LIMIT;
    }

    /** Returns the present limit. */
    public synchronized int limit() {
        return max();
    }

    /** Returns the count of permits that are taken. */
    public synchronized int inFlightCount() {
        return inFlightCount;
    }

    /** Returns the count of refusals. */
    public synchronized long refusedCount() {
        return refusedCount;
    }
}
