package dev.tengen.server.quota;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Permits that the clients of a server share, such as for its open sockets. A client gets as many as its quota allows,
 * and at most a part of all, so that it cannot take what the others need: a principal half of them; on a server without
 * authentication, where all clients are {@link Principal#LOCAL}, an address three quarters. Operators with a name may
 * take all. The holder of a seat takes from the part of the session's owner. Thread-safe.
 */
public final class PermitPool {
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final Quotas quotas;
    private final QuotaKind kind;
    private final int maxCount;

    /** The permits in use by client; guarded by this, as the field below. */
    private final Map<String, Integer> counts = new HashMap<>();

    private int count;

    /**
     * Creates a pool.
     *
     * @param quotas the quotas of principals
     * @param kind what a permit counts as in the quota of a principal
     * @param maxCount the number of permits, 1 or more
     */
    public PermitPool(Quotas quotas, QuotaKind kind, int maxCount) {
        this.quotas = quotas;
        this.kind = kind;
        this.maxCount = maxCount;
    }

    /** A permit in use, which its holder closes. Thread-safe. */
    public static final class Permit implements AutoCloseable {
        private final Runnable release;
        private final AtomicBoolean isReleased = new AtomicBoolean();

        private Permit(Runnable release) {
            this.release = release;
        }

        /** Gives the permit back. Has no effect if it was called before. */
        @Override
        public void close() {
            if (isReleased.compareAndSet(false, true)) {
                release.run();
            }
        }
    }

    /**
     * Takes a permit, unless all are in use.
     *
     * @param principal who takes it
     * @param address the address of the client, which counts if there is no authentication
     * @return the permit; empty if all are in use
     * @throws CallException with {@link Reason#QUOTA_EXCEEDED} if the quota or the part of the client is used up
     */
    public Optional<Permit> tryAcquire(Principal principal, String address) {
        boolean isLocal = principal.payer().equals(Principal.LOCAL);
        String client = isLocal
                ? "address " + address
                : "principal " + principal.payer().name();
        int part = isLocal
                ? maxCount - maxCount / 4
                : principal.role() == Role.OPERATOR ? maxCount : maxCount - maxCount / 2;
        PrincipalUsage usage = quotas.of(principal);
        usage.reserve(kind, 1);
        Optional<Permit> permit = Optional.empty();
        try {
            if (take(client, part)) {
                permit = Optional.of(new Permit(() -> {
                    giveBack(client);
                    usage.release(kind, 1);
                }));
            }
            return permit;
        } finally {
            if (permit.isEmpty()) {
                usage.release(kind, 1);
            }
        }
    }

    /** Takes a permit for {@code client}, and returns whether one was free. */
    private synchronized boolean take(String client, int part) {
        int used = counts.getOrDefault(client, 0);
        if (used >= part) {
            quotas.countRefusal(kind);
            throw CallException.retryAfter(
                            Reason.QUOTA_EXCEEDED,
                            RETRY_DELAY,
                            "this client has " + used + " of the " + maxCount + " " + kind.text()
                                    + " of the server, its maximum; close some")
                    .with("quota", kind.text())
                    .with("asked", 1)
                    .with("free", 0)
                    .with("limit", part);
        }
        if (count >= maxCount) {
            return false;
        }
        count++;
        counts.put(client, used + 1);
        return true;
    }

    private synchronized void giveBack(String client) {
        count--;
        counts.computeIfPresent(client, (name, used) -> used == 1 ? null : used - 1);
    }

    /** Returns the number of permits in use. */
    public synchronized int usedCount() {
        return count;
    }
}
