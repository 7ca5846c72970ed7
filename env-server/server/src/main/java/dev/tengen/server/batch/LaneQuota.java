package dev.tengen.server.batch;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.Quota;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.QuotaKind;

/** The quota of lanes: of batches, and of self-plays, whose slots count as lanes. Thread-safe. */
public final class LaneQuota {
    private final Quota quota;

    /** Creates a quota of {@code max} lanes, none of them in use. */
    public LaneQuota(int max) {
        quota = new Quota("lanes", "lane_count", Reason.TOO_MANY_LANES, max);
    }

    /** Returns the maximum. */
    public int max() {
        return quota.max();
    }

    /** Returns how many are in use. */
    public int reserved() {
        return quota.reserved();
    }

    /**
     * Takes {@code count} lanes, of those of all and of those of {@code owner}.
     *
     * @param field the field of the request that has the count
     * @return gives them back
     * @throws CallException if fewer are free
     */
    public Runnable reserve(PrincipalUsage owner, String field, int count) {
        owner.reserve(QuotaKind.LANES, count);
        try {
            quota.reserve(count);
        } catch (CallException e) {
            owner.release(QuotaKind.LANES, count);
            throw e.with("field", field);
        }
        return () -> {
            quota.release(count);
            owner.release(QuotaKind.LANES, count);
        };
    }
}
