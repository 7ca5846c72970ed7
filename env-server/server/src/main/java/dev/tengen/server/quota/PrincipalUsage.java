package dev.tengen.server.quota;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.MemoryAllowance;
import dev.tengen.server.identity.Principal;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What one principal uses, within its quotas. What the holder of a seat uses counts in the quotas of the session's
 * owner, too: otherwise an owner with many sessions would have many times its quotas. Thread-safe.
 */
public final class PrincipalUsage implements MemoryAllowance {
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final Quotas quotas;
    private final Map<QuotaKind, AtomicLong> used = new EnumMap<>(QuotaKind.class);
    private final Map<QuotaKind, Rate> rates = new EnumMap<>(QuotaKind.class);

    /** The principal, with the role that it had last. */
    private volatile Principal principal;

    private volatile long lastUse = System.nanoTime();

    PrincipalUsage(Principal principal, Quotas quotas) {
        this.principal = principal;
        this.quotas = quotas;
        for (QuotaKind kind : QuotaKind.values()) {
            used.put(kind, new AtomicLong());
        }
    }

    /** A token bucket for a limit. */
    private record Rate(long limit, Bucket bucket) {
        static Rate of(long limit) {
            return new Rate(
                    limit,
                    Bucket.builder()
                            .addLimit(bandwidth -> bandwidth.capacity(limit).refillGreedy(limit, Duration.ofSeconds(1)))
                            .build());
        }
    }

    PrincipalUsage usedBy(Principal caller) {
        principal = caller;
        lastUse = System.nanoTime();
        return this;
    }

    /** Returns the name of the principal. */
    public String name() {
        return principal.name();
    }

    /** Returns the principal, with the role that it had last. */
    public Principal principal() {
        return principal;
    }

    /** Returns what the owner of the session of this seat uses; empty for principals without a seat. */
    private Optional<PrincipalUsage> owner() {
        return principal.seat().map(seat -> quotas.ofOwner(seat.owner()));
    }

    /** Returns how much is in use; for rates, what was taken since the start. */
    public long used(QuotaKind kind) {
        return counter(kind).get();
    }

    private AtomicLong counter(QuotaKind kind) {
        return Objects.requireNonNull(used.get(kind), "every kind has a counter");
    }

    boolean isIdle(long now, Duration idleTime) {
        return now - lastUse > idleTime.toNanos()
                && used.entrySet().stream()
                        .allMatch(entry ->
                                entry.getKey().isRate() || entry.getValue().get() == 0);
    }

    /**
     * Takes {@code count} of {@code kind}; what is no rate is given back by {@link #release}.
     *
     * @throws CallException if less is free
     */
    public void reserve(QuotaKind kind, long count) {
        if (!tryReserve(kind, count)) {
            throw refusal(kind, count);
        }
    }

    /** Takes {@code count} of {@code kind} if that is free, and returns whether it was. */
    public boolean tryReserve(QuotaKind kind, long count) {
        if (!isTaken(kind, count)) {
            return false;
        }
        if (owner().map(payer -> payer.isTaken(kind, count)).orElse(true)) {
            return true;
        }
        if (!kind.isRate()) {
            giveBack(kind, count);
        }
        return false;
    }

    /**
     * Takes {@code count} of {@code kind} within the quota of this principal alone, and returns whether it was free.
     */
    private boolean isTaken(QuotaKind kind, long count) {
        long limit = quotas.limit(principal, kind);
        boolean isFree = kind.isRate() ? isInRate(kind, limit, count) : isInLimit(kind, limit, count);
        if (!isFree) {
            quotas.countRefusal(kind);
        }
        return isFree;
    }

    private boolean isInLimit(QuotaKind kind, long limit, long count) {
        AtomicLong counter = counter(kind);
        long now = counter.get();
        while (count <= limit - now) {
            if (counter.compareAndSet(now, now + count)) {
                return true;
            }
            now = counter.get();
        }
        return false;
    }

    private boolean isInRate(QuotaKind kind, long limit, long count) {
        boolean isFree = limit == QuotaPolicy.UNLIMITED
                || count == 0
                || (limit > 0 && bucket(kind, limit).tryConsume(Math.min(count, limit)));
        if (isFree) {
            counter(kind).addAndGet(count);
        }
        return isFree;
    }

    private Bucket bucket(QuotaKind kind, long limit) {
        synchronized (rates) {
            @Nullable Rate rate = rates.get(kind);
            if (rate == null || rate.limit != limit) {
                rate = Rate.of(limit);
                rates.put(kind, rate);
            }
            return rate.bucket;
        }
    }

    /**
     * Takes {@code count} of {@code kind}, which is no rate, without regard to the limit: it was taken before a
     * restart.
     */
    public void restore(QuotaKind kind, long count) {
        counter(kind).addAndGet(count);
    }

    /** Gives back {@code count} of {@code kind}. */
    public void release(QuotaKind kind, long count) {
        giveBack(kind, count);
        owner().ifPresent(payer -> payer.giveBack(kind, count));
    }

    private void giveBack(QuotaKind kind, long count) {
        long left = counter(kind).addAndGet(-count);
        assert left >= 0 : "more was given back than was taken: " + left;
    }

    /** Returns the error that {@code count} of {@code kind} are not free. */
    public CallException refusal(QuotaKind kind, long count) {
        boolean isSeat = principal.seat().isPresent();
        long limit = quotas.limit(principal, kind);
        // The holder of a seat learns nothing about what the owner of the session uses.
        long free = kind.isRate() || isSeat ? 0 : Math.max(0, limit - used(kind));
        return CallException.retryAfter(
                        Reason.QUOTA_EXCEEDED,
                        RETRY_DELAY,
                        "the quota " + kind.text()
                                + (isSeat
                                        ? " of this seat, or of the owner of its session, is used up"
                                        : " of this principal is " + limit + ", of which " + free
                                                + " are free, and this needs " + count)
                                + (kind.isRate()
                                        ? "; make fewer calls, or smaller ones"
                                        : "; close what you no longer use, or ask for less"))
                .with("quota", kind.text())
                .with("asked", count)
                .with("free", free)
                .with("limit", limit);
    }

    @Override
    public boolean isTaken(long bytes) {
        return tryReserve(QuotaKind.MEMORY_BYTES, bytes);
    }

    @Override
    public void giveBack(long bytes) {
        release(QuotaKind.MEMORY_BYTES, bytes);
    }

    @Override
    public CallException refusal(long bytes) {
        return refusal(QuotaKind.MEMORY_BYTES, bytes);
    }
}
