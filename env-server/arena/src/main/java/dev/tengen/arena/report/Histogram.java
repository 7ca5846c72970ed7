package dev.tengen.arena.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A histogram.
 *
 * @param edges the edges of the bins, ascending; empty if there are no values
 * @param counts the number of values in each bin, from its lower edge inclusive to its upper edge exclusive
 */
record Histogram(List<Long> edges, List<Integer> counts) {
    private static final long[] STEPS = {1, 2, 5};

    Histogram {
        edges = List.copyOf(edges);
        counts = List.copyOf(counts);
    }

    /** Returns the histogram of {@code values}, which must be within {@code edges}. */
    static Histogram of(List<Long> values, List<Long> edges) {
        int[] counts = new int[Math.max(0, edges.size() - 1)];
        for (long value : values) {
            counts[bin(value, edges)]++;
        }
        return new Histogram(edges, Arrays.stream(counts).boxed().toList());
    }

    private static int bin(long value, List<Long> edges) {
        return IntStream.range(1, edges.size())
                        .filter(i -> value < edges.get(i))
                        .findFirst()
                        .orElseThrow()
                - 1;
    }

    /**
     * Returns the edges of at most {@code maxBinCount} bins of equal width 1, 2, 5, 10 and so on. No value may be
     * negative.
     */
    static List<Long> evenEdges(List<Long> values, int maxBinCount) {
        if (values.isEmpty()) {
            return List.of();
        }
        long min = values.stream().mapToLong(Long::longValue).min().orElseThrow();
        long max = values.stream().mapToLong(Long::longValue).max().orElseThrow();
        long width = 1;
        for (int i = 1; max / width - min / width >= maxBinCount; i++) {
            width = round(i);
        }
        List<Long> edges = new ArrayList<>();
        for (long edge = min / width * width; edge <= max; edge += width) {
            edges.add(edge);
        }
        edges.add(edges.get(edges.size() - 1) + width);
        return edges;
    }

    /** Returns the edges 0, 1, 2, 5, 10 and so on that cover {@code values}. No value may be negative. */
    static List<Long> growingEdges(List<Long> values) {
        if (values.isEmpty()) {
            return List.of();
        }
        long min = values.stream().mapToLong(Long::longValue).min().orElseThrow();
        long max = values.stream().mapToLong(Long::longValue).max().orElseThrow();
        List<Long> edges = new ArrayList<>(List.of(0L));
        for (int i = 0; edges.get(edges.size() - 1) <= max; i++) {
            edges.add(round(i));
            if (edges.get(1) <= min) {
                edges.remove(0);
            }
        }
        return edges;
    }

    /** Returns an element of the sequence 1, 2, 5, 10, 20, 50 and so on. */
    private static long round(int index) {
        long step = STEPS[index % STEPS.length];
        for (int i = 0; i < index / STEPS.length; i++) {
            step = Math.multiplyExact(step, 10L);
        }
        return step;
    }
}
