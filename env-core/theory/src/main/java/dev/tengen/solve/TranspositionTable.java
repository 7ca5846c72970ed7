package dev.tengen.solve;

import java.util.Arrays;

/**
 * A transposition table: certificates by state, limited by a number of bytes. If the table is full, a new certificate
 * replaces the oldest one of the same state. Not thread-safe.
 */
final class TranspositionTable {
    /** The maximum number of certificates of one state. More are seldom useful and make every lookup slower. */
    static final int MAX_PER_STATE = 64;

    private static final int OVERHEAD_BYTES = 96;
    private static final Certificate[] EMPTY = {};

    private final Certificate[][] byState;
    private final long maxBytes;
    private long bytes;
    private int count;
    private long refusedCount;

    TranspositionTable(int stateCount, long maxBytes) {
        byState = new Certificate[stateCount][];
        Arrays.fill(byState, EMPTY);
        this.maxBytes = maxBytes;
    }

    /**
     * Returns a certificate that decides {@code state} at {@code threshold} and holds in the game at hand; otherwise
     * {@link Certificate#NONE}.
     *
     * @param state the state
     * @param threshold the threshold of the margin
     * @param hasStood the colorings that have stood in the game, by number
     */
    Certificate find(int state, int threshold, boolean[] hasStood) {
        Certificate[] all = byState[state];
        for (int i = all.length - 1; i >= 0; i--) {
            if (all[i].decides(threshold)) {
                if (all[i].holds(hasStood)) {
                    return all[i];
                }
                refusedCount++;
            }
        }
        return Certificate.NONE;
    }

    /** Stores {@code certificate} if there is room. */
    void add(int state, Certificate certificate) {
        Certificate[] all = byState[state];
        long added = cost(certificate);
        boolean isFull = all.length == MAX_PER_STATE || bytes + added > maxBytes;
        if (isFull && (all.length == 0 || bytes + added - cost(all[0]) > maxBytes)) {
            return;
        }
        Certificate[] kept = isFull ? new Certificate[all.length] : new Certificate[all.length + 1];
        int dropped = isFull ? 1 : 0;
        System.arraycopy(all, dropped, kept, 0, all.length - dropped);
        kept[kept.length - 1] = certificate;
        byState[state] = kept;
        bytes += added - (isFull ? cost(all[0]) : 0);
        count += kept.length - all.length;
    }

    private static int cost(Certificate certificate) {
        return OVERHEAD_BYTES + Integer.BYTES * certificate.length();
    }

    /** Returns the certificates of {@code state}, oldest first. The caller must not change the array. */
    Certificate[] of(int state) {
        return byState[state];
    }

    /** Returns the number of states. */
    int stateCount() {
        return byState.length;
    }

    /** Returns the number of certificates. */
    int count() {
        return count;
    }

    /** Returns how many certificates decided the query but did not hold in the game at hand. */
    long refusedCount() {
        return refusedCount;
    }
}
