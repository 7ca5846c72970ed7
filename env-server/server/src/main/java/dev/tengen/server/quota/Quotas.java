package dev.tengen.server.quota;

import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.ReloadStatus;
import dev.tengen.server.identity.ReloadedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The quotas of all principals of a server, and what they use. It forgets principals that use nothing, so that issuers
 * with many names do not fill the memory. Thread-safe.
 */
public final class Quotas implements AutoCloseable {
    /** From this count on, principals that use nothing are forgotten. */
    private static final int MAX_IDLE_COUNT = 1000;

    private static final Duration IDLE_TIME = Duration.ofMinutes(1);

    private final Supplier<QuotaPolicy> policy;
    private final Runnable onClose;
    private final List<ReloadStatus> reloads;
    private final Map<String, PrincipalUsage> usages = new ConcurrentHashMap<>();
    private final Map<QuotaKind, AtomicLong> refusals = new EnumMap<>(QuotaKind.class);

    /** When principals may be forgotten next, as of {@link System#nanoTime}. */
    private final AtomicLong nextSweep = new AtomicLong(System.nanoTime());

    private Quotas(Supplier<QuotaPolicy> policy, Runnable onClose, List<ReloadStatus> reloads) {
        this.policy = policy;
        this.onClose = onClose;
        this.reloads = reloads;
        for (QuotaKind kind : QuotaKind.values()) {
            refusals.put(kind, new AtomicLong());
        }
    }

    /** Returns the defaults of a server whose clients may reserve {@code memoryBytes} together. */
    public static Quotas defaults(long memoryBytes) {
        QuotaPolicy policy = QuotaPolicy.defaults(memoryBytes);
        return new Quotas(() -> policy, () -> {}, List.of());
    }

    /**
     * Reads a file, and again when it changes. New limits count for what is taken from then on.
     *
     * @param file see {@link QuotaPolicy}; empty for the defaults
     * @param memoryBytes the memory that all clients together may reserve
     * @throws IOException if the file cannot be read or is malformed
     */
    public static Quotas open(Optional<Path> file, long memoryBytes) throws IOException {
        if (file.isEmpty()) {
            return defaults(memoryBytes);
        }
        ReloadedFiles<QuotaPolicy> policy = ReloadedFiles.open(
                "quotas",
                List.of(file.get()),
                contents -> QuotaPolicy.parse(new String(contents.get(0), StandardCharsets.UTF_8), memoryBytes),
                read -> {});
        return new Quotas(policy::value, policy::close, List.of(policy.status()));
    }

    /** Returns what {@code principal} uses. */
    public PrincipalUsage of(Principal principal) {
        PrincipalUsage known = usages.get(principal.name());
        if (known == null) {
            forgetIdle();
            known = usages.computeIfAbsent(principal.name(), name -> new PrincipalUsage(principal, this));
        }
        return known.usedBy(principal);
    }

    /**
     * Returns what the owner of a session uses. Its role is the one that it had in its own last call, if that is known.
     */
    PrincipalUsage ofOwner(Principal owner) {
        return usages.computeIfAbsent(owner.name(), name -> new PrincipalUsage(owner, this));
    }

    private void forgetIdle() {
        long now = System.nanoTime();
        long due = nextSweep.get();
        if (usages.size() >= MAX_IDLE_COUNT
                && now - due >= 0
                && nextSweep.compareAndSet(due, now + Duration.ofSeconds(1).toNanos())) {
            usages.values().removeIf(usage -> usage.isIdle(now, IDLE_TIME));
        }
    }

    long limit(Principal principal, QuotaKind kind) {
        return policy.get().limit(principal, kind);
    }

    void countRefusal(QuotaKind kind) {
        refusalCounter(kind).incrementAndGet();
    }

    private AtomicLong refusalCounter(QuotaKind kind) {
        return Objects.requireNonNull(refusals.get(kind), "every kind has a counter");
    }

    /** Returns how often a quota of {@code kind} was exceeded. */
    public long refusalCount(QuotaKind kind) {
        return refusalCounter(kind).get();
    }

    /** Returns the {@code count} principals that use the most of {@code kind}. */
    public List<PrincipalUsage> heaviest(QuotaKind kind, int count) {
        Comparator<PrincipalUsage> byUse = Comparator.comparingLong(usage -> usage.used(kind));
        return usages.values().stream().sorted(byUse.reversed()).limit(count).toList();
    }

    /** Returns the status of the file; none without one. */
    public List<ReloadStatus> reloads() {
        return reloads;
    }

    @Override
    public void close() {
        onClose.run();
    }
}
