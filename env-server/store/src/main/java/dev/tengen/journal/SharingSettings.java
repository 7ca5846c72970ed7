package dev.tengen.journal;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;

/**
 * How servers that share a store divide its sessions among themselves. All of them should have the same settings.
 *
 * @param lease how long a server may answer from memory without hearing from the database, and how long others wait
 *     before they take the sessions of one that is silent. A server renews it four times as often. Servers that lack
 *     processor time need a longer one. 200 ms to a minute
 * @param stay how long a session stays with the server that has taken it before another one gets it because a client
 *     says that it cannot reach the first. A server that stops gives it up at once. 0 to a minute
 */
public record SharingSettings(Duration lease, Duration stay) {
    /** The default settings: a lease of 600 ms, and a stay of two seconds. */
    public static final SharingSettings DEFAULT = new SharingSettings(Duration.ofMillis(600), Duration.ofSeconds(2));

    private static final int MIN_LEASE_MILLIS = 200;
    private static final int MAX_MILLIS = 60_000;
    private static final int HEARTBEATS_PER_LEASE = 4;

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if one is out of range
     */
    public SharingSettings {
        InvalidValueException.requireWithin("store_lease_ms", lease.toMillis(), MIN_LEASE_MILLIS, MAX_MILLIS);
        InvalidValueException.requireWithin("store_stay_ms", stay.toMillis(), 0, MAX_MILLIS);
    }

    /** Returns the time between two renewals of the lease. */
    Duration heartbeat() {
        return lease.dividedBy(HEARTBEATS_PER_LEASE);
    }
}
