package dev.tengen.hostile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Compares what the memory budget of a server counts with its live heap. Not thread-safe. */
final class HeapAgreement {
    private static final double MAX_DIFFERENCE = 0.2;
    private static final int TRIES = 5;

    /** Kinds of memory that is not in the heap. */
    private static final String OUTSIDE_HEAP = "_buffer\"";

    private final JarServer server;
    private final long emptyBytes;
    private final List<String> violations = new ArrayList<>();
    private double least = Double.POSITIVE_INFINITY;
    private double greatest;
    private int count;

    /**
     * Creates a comparison.
     *
     * @param emptyBytes the live heap of the server without clients
     */
    HeapAgreement(JarServer server, long emptyBytes) {
        this.server = server;
        this.emptyBytes = emptyBytes;
    }

    /**
     * Collects the garbage of the server and compares. The load continues meanwhile, so the budget counts between what
     * it had before and after. A request that comes and goes in between is in the heap alone, so a difference is a
     * violation only if it is there each of {@value #TRIES} times in turn.
     *
     * @return a line with the figures of the last try
     */
    String measure() throws IOException, InterruptedException {
        Comparison comparison = compare();
        for (int tries = 1; tries < TRIES && !comparison.isClose(); tries++) {
            comparison = compare();
        }
        least = Math.min(least, comparison.low());
        greatest = Math.max(greatest, comparison.high());
        count++;
        if (!comparison.isClose()) {
            violations.add("budget and heap differ: " + comparison.line());
        }
        return comparison.line();
    }

    private Comparison compare() throws IOException, InterruptedException {
        double reservedBefore = reservedBytes();
        long live = server.classHistogram().bytes();
        double reservedAfter = reservedBytes();
        double least = Math.min(reservedBefore, reservedAfter);
        double most = Math.max(reservedBefore, reservedAfter);
        double high = live / (emptyBytes + most);
        double low = live / (emptyBytes + least);
        String line = String.format(
                "live heap %,d bytes; %,d without clients and %,.0f to %,.0f reserved: %.2f to %.2f times as much",
                live, emptyBytes, least, most, high, low);
        return new Comparison(low, high, line);
    }

    /**
     * One comparison.
     *
     * @param low the live heap as a multiple of what the budget and the empty server say, when it said least
     * @param high the same, when it said most
     * @param line the figures
     */
    private record Comparison(double low, double high, String line) {
        boolean isClose() {
            return high <= 1 + MAX_DIFFERENCE && low >= 1 - MAX_DIFFERENCE;
        }
    }

    private double reservedBytes() throws IOException, InterruptedException {
        return server.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().startsWith("tengen_memory_reserved_bytes")
                        && !metric.getKey().contains(OUTSIDE_HEAP))
                .mapToDouble(java.util.Map.Entry::getValue)
                .sum();
    }

    /** Returns the comparisons that found too great a difference. */
    List<String> violations() {
        return violations;
    }

    @Override
    public String toString() {
        return String.format(
                "live heap: %.2f to %.2f times what the budget and the empty server say, in %d comparisons",
                greatest, least, count);
    }
}
