package dev.tengen.server.execution;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that a server may keep on behalf of its clients, in bytes. Everything that a client can make larger
 * reserves its estimated size here before it allocates, and releases it when it ends.
 *
 * <p>There is one total for each {@link MemoryArea}, and a limit for each {@link MemoryKind}, its share of the total of
 * its area. The shares may add up to more than the total, so that a server that is used for one thing has most of its
 * memory for that, while no kind can take everything.
 *
 * <p>Thread-safe. A reservation is a few atomic operations and takes no lock. What is reserved never exceeds a limit.
 */
public final class MemoryBudget {
    /*
     * A reservation is counted in its kind first and in the total then. If the total is exhausted, the kind gets its
     * bytes back; meanwhile another reservation of the kind may be refused although it would have fitted. That is
     * harmless: the server is out of memory then.
     */
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final Map<MemoryArea, Pool> totals = new EnumMap<>(MemoryArea.class);
    private final Map<MemoryKind, Pool> kinds = new EnumMap<>(MemoryKind.class);

    /** What reservations by this object must fit into besides. */
    private final Optional<MemoryAllowance> allowance;

    /**
     * Creates a budget with nothing reserved and the same total for each area.
     *
     * @param totalBytes the total of each area, 0 or more
     * @param shareBytes the limit of each kind, at most the total; the total for kinds that are missing
     * @throws IllegalArgumentException if a share is outside [0, {@code totalBytes}]
     */
    public MemoryBudget(long totalBytes, Map<MemoryKind, Long> shareBytes) {
        this(totalBytes, totalBytes, shareBytes);
    }

    /**
     * Creates a budget with nothing reserved.
     *
     * @param heapBytes the total of {@link MemoryArea#HEAP}, 0 or more
     * @param directBytes the total of {@link MemoryArea#DIRECT}, 0 or more
     * @param shareBytes the limit of each kind, at most the total of its area; that total for kinds that are missing
     * @throws IllegalArgumentException if a total is negative, or a share is negative or exceeds the total
     */
    public MemoryBudget(long heapBytes, long directBytes, Map<MemoryKind, Long> shareBytes) {
        allowance = Optional.empty();
        totals.put(MemoryArea.HEAP, new Pool(heapBytes));
        totals.put(MemoryArea.DIRECT, new Pool(directBytes));
        totals.forEach((area, pool) -> {
            if (pool.limit < 0) {
                throw new IllegalArgumentException("total " + pool.limit + " of " + area + " is negative");
            }
        });
        for (MemoryKind kind : MemoryKind.values()) {
            long totalBytes = total(kind.area()).limit;
            long share = shareBytes.getOrDefault(kind, totalBytes);
            if (share < 0 || share > totalBytes) {
                throw new IllegalArgumentException(
                        "share " + share + " of " + kind + " is outside [0, " + totalBytes + "]");
            }
            kinds.put(kind, new Pool(share));
        }
    }

    private MemoryBudget(MemoryBudget whole, MemoryAllowance allowance) {
        totals.putAll(whole.totals);
        kinds.putAll(whole.kinds);
        this.allowance = Optional.of(allowance);
    }

    /** Returns this budget for one principal, whose reservations in the heap must fit into {@code part}, too. */
    public MemoryBudget limitedBy(MemoryAllowance part) {
        return new MemoryBudget(this, part);
    }

    /** Returns a budget without limits, for use outside a server. */
    public static MemoryBudget unlimited() {
        return new MemoryBudget(Long.MAX_VALUE, Map.of());
    }

    /**
     * Requires that at least a quarter of the share of {@code kind} is free, before work whose size is not known yet.
     *
     * @throws CallException with {@link Reason#OUT_OF_MEMORY_BUDGET} if less is free
     */
    public void requireHeadroom(MemoryKind kind) {
        long needed = pool(kind).limit / 4;
        if (freeBytes(kind) < needed) {
            pool(kind).refusals.incrementAndGet();
            throw refusal(kind, needed);
        }
    }

    /**
     * Reserves {@code bytes}, 0 or more.
     *
     * @throws CallException with {@link Reason#OUT_OF_MEMORY_BUDGET} if fewer are free
     */
    public MemoryReservation reserve(MemoryKind kind, long bytes) {
        take(kind, bytes);
        return new MemoryReservation(this, kind, bytes);
    }

    /** Takes {@code bytes} from the kind and from the total, or throws. */
    void take(MemoryKind kind, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes " + bytes + " is negative");
        }
        if (bytes == 0) {
            return; // As for most steps, whose opponent does not search.
        }
        if (!isAllowed(kind, bytes)) {
            throw allowance.orElseThrow().refusal(bytes);
        }
        if (!isTaken(kind, bytes)) {
            allowAgain(kind, bytes);
            throw refusal(kind, bytes);
        }
    }

    /** Takes {@code bytes} from the allowance, if there is one, and returns whether they were free. */
    private boolean isAllowed(MemoryKind kind, long bytes) {
        return kind.area() != MemoryArea.HEAP
                || allowance.map(part -> part.isTaken(bytes)).orElse(true);
    }

    private void allowAgain(MemoryKind kind, long bytes) {
        if (kind.area() == MemoryArea.HEAP) {
            allowance.ifPresent(part -> part.giveBack(bytes));
        }
    }

    /** Takes {@code bytes} if they are free, and returns whether they were. */
    boolean tryTake(MemoryKind kind, long bytes) {
        if (!isAllowed(kind, bytes)) {
            return false;
        }
        if (!isTaken(kind, bytes)) {
            allowAgain(kind, bytes);
            return false;
        }
        return true;
    }

    private boolean isTaken(MemoryKind kind, long bytes) {
        Pool pool = pool(kind);
        if (pool.take(bytes)) {
            if (total(kind.area()).take(bytes)) {
                return true;
            }
            pool.giveBack(bytes);
        }
        pool.refusals.incrementAndGet();
        return false;
    }

    /** Returns the error that {@code bytes} of {@code kind} are not free. */
    public CallException refusal(MemoryKind kind, long bytes) {
        long free = freeBytes(kind);
        return CallException.retryAfter(
                        Reason.OUT_OF_MEMORY_BUDGET,
                        RETRY_DELAY,
                        "the server has " + free + " bytes of memory left for kind " + kind.label()
                                + ", and this needs " + bytes
                                + "; close what you no longer use, ask for less, or retry later")
                .with("kind", kind.label())
                .with("asked_bytes", bytes)
                .with("free_bytes", free)
                .with("limit_bytes", limitBytes(kind))
                .with("total_bytes", total(kind.area()).limit);
    }

    /** Gives back {@code bytes} that were taken. */
    void giveBack(MemoryKind kind, long bytes) {
        if (bytes == 0) {
            return;
        }
        allowAgain(kind, bytes);
        total(kind.area()).giveBack(bytes);
        pool(kind).giveBack(bytes);
    }

    private Pool pool(MemoryKind kind) {
        return Objects.requireNonNull(kinds.get(kind), "every kind has a pool");
    }

    private Pool total(MemoryArea area) {
        return Objects.requireNonNull(totals.get(area), "every area has a pool");
    }

    /** Returns the total of {@code area}, in bytes. */
    public long totalBytes(MemoryArea area) {
        return total(area).limit;
    }

    /** Returns the bytes that are reserved in all areas. */
    public long reservedBytes() {
        return totals.values().stream().mapToLong(pool -> pool.taken.get()).sum();
    }

    /** Returns the bytes that are reserved in {@code area}. */
    public long reservedBytes(MemoryArea area) {
        return total(area).taken.get();
    }

    /** Returns the limit of {@code kind}, in bytes. */
    public long limitBytes(MemoryKind kind) {
        return pool(kind).limit;
    }

    /** Returns the bytes that are reserved for {@code kind}. */
    public long reservedBytes(MemoryKind kind) {
        return pool(kind).taken.get();
    }

    /** Returns the bytes that {@code kind} may still reserve. */
    public long freeBytes(MemoryKind kind) {
        return Math.min(total(kind.area()).free(), pool(kind).free());
    }

    /** Returns the count of reservations of {@code kind} that were refused. */
    public long refusalCount(MemoryKind kind) {
        return pool(kind).refusals.get();
    }

    /** A limit and what is taken of it. */
    private static final class Pool {
        final long limit;
        final AtomicLong taken = new AtomicLong();
        final AtomicLong refusals = new AtomicLong();

        Pool(long limit) {
            this.limit = limit;
        }

        /** Takes {@code bytes} if they are free, and returns whether they were. */
        boolean take(long bytes) {
            long now = taken.get();
            while (bytes <= limit - now) {
                if (taken.compareAndSet(now, now + bytes)) {
                    return true;
                }
                now = taken.get();
            }
            return false;
        }

        void giveBack(long bytes) {
            long left = taken.addAndGet(-bytes);
            assert left >= 0 : "more was given back than was taken: " + left;
        }

        long free() {
            return limit - taken.get();
        }
    }
}
