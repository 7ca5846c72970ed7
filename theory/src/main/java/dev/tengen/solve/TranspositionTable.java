package dev.tengen.solve;

import java.util.Arrays;

/**
 * Certificates by state, as many as fit into a number of bytes. What comes when all is full takes the place of the oldest
 * of the same state. Not thread-safe.
 */
final class TranspositionTable {
    /** How many certificates are kept of one state: more are seldom of use and make every look-up longer. */
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
     * Returns a certificate that says who wins {@code state} at {@code threshold} in a game where the colorings marked in {@code
     * hasStood} have stood, or {@link Certificate#NONE}.
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

    /** Keeps {@code certificate}, if there is room. */
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

    /** Returns the certificates of {@code state}, the oldest first. Not to be changed. */
    Certificate[] of(int state) {
        return byState[state];
    }

    /** Returns the count of states. */
    int stateCount() {
        return byState.length;
    }

    /** Returns the count of certificates. */
    int count() {
        return count;
    }

    /** Returns how often a certificate was found that decides the question, but in other games than the one at hand. */
    long refusedCount() {
        return refusedCount;
    }
}
