package dev.tengen.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The handles of the nodes of trees, for random choice. */
final class GrowingTrees {
    private static final int INITIAL_CAPACITY = 64;

    private final long[][] handles;
    private final int[] counts;

    GrowingTrees(int treeCount, int maxNodeCount) {
        handles = new long[treeCount][Math.min(maxNodeCount, INITIAL_CAPACITY)];
        counts = new int[treeCount];
    }

    int count() {
        return counts.length;
    }

    void clear() {
        Arrays.fill(counts, 0);
    }

    void add(int tree, long handle) {
        if (counts[tree] == handles[tree].length) {
            handles[tree] = Arrays.copyOf(handles[tree], 2 * counts[tree]);
        }
        handles[tree][counts[tree]++] = handle;
    }

    /** Returns the first node of each tree. */
    long[] roots() {
        return Arrays.stream(handles).mapToLong(tree -> tree[0]).toArray();
    }

    /** Returns a random node of a tree. */
    long draw(int tree, SplittableRandom random) {
        return handles[tree][random.nextInt(counts[tree])];
    }
}
