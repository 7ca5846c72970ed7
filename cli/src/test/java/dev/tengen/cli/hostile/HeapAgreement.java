package dev.tengen.cli.hostile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Compares what the memory budget of a server counts with its live heap. Not thread-safe. */
final class HeapAgreement {
    private static final double MAX_DIFFERENCE = 0.2;

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
     * Collects the garbage of the server and compares. The load continues meanwhile, so the budget counts between what it had before
     * and after.
     *
     * @return a line with the figures
     */
    String measure() throws IOException, InterruptedException {
        double reservedBefore = reservedBytes();
        long live = server.classHistogram().bytes();
        double reservedAfter = reservedBytes();
        double high = live / (emptyBytes + Math.max(reservedBefore, reservedAfter));
        double low = live / (emptyBytes + Math.min(reservedBefore, reservedAfter));
        least = Math.min(least, low);
        greatest = Math.max(greatest, high);
        count++;
        String line = String.format(
                "live heap %,d bytes; %,d without clients and %,.0f to %,.0f reserved: %.2f to %.2f times as much",
                live,
                emptyBytes,
                Math.min(reservedBefore, reservedAfter),
                Math.max(reservedBefore, reservedAfter),
                high,
                low);
        if (high > 1 + MAX_DIFFERENCE || low < 1 - MAX_DIFFERENCE) {
            violations.add("budget and heap differ: " + line);
        }
        return line;
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
