package dev.tengen.client.internal;

import java.time.Duration;

/**
 * How long answers take, from which the timeout of an attempt follows as in TCP (RFC 6298). So servers that are slow,
 * because they lack processor time, are not taken for dead. Not thread-safe.
 */
final class AnswerTimes {
    /** The timeout is at most so many times the one that the caller chose. */
    private static final int MAX_FACTOR = 16;

    private boolean isKnown;
    private double meanNanos;
    private double deviationNanos;

    /** Adds the time of an answer. */
    void add(long nanos) {
        if (isKnown) {
            deviationNanos += (Math.abs(nanos - meanNanos) - deviationNanos) / 4;
            meanNanos += (nanos - meanNanos) / 8;
        } else {
            isKnown = true;
            meanNanos = nanos;
            deviationNanos = nanos / 2.0;
        }
    }

    /** Returns the timeout of an attempt: {@code least}, or more if answers are slow. */
    Duration timeout(Duration least) {
        double usual = Math.min(meanNanos + 4 * deviationNanos, (double) MAX_FACTOR * least.toNanos());
        return usual > least.toNanos() ? Duration.ofNanos(Math.round(usual)) : least;
    }
}
