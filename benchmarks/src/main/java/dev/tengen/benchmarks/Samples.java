package dev.tengen.benchmarks;

import java.util.Arrays;

/** Measured values and their statistics. */
final class Samples {
    private double[] values = new double[1024];
    private int count;

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    void addAll(Samples others) {
        for (int i = 0; i < others.count; i++) {
            add(others.values[i]);
        }
    }

    double value(int index) {
        return values[index];
    }

    int count() {
        return count;
    }

    /** Returns each value divided by the value of {@code others} at the same index. */
    Samples dividedBy(Samples others) {
        Samples ratios = new Samples();
        for (int i = 0; i < count; i++) {
            ratios.add(values[i] / others.values[i]);
        }
        return ratios;
    }

    /** Returns each value minus the value of {@code others} at the same index. */
    Samples minus(Samples others) {
        Samples differences = new Samples();
        for (int i = 0; i < count; i++) {
            differences.add(values[i] - others.values[i]);
        }
        return differences;
    }

    /** Returns the last value. */
    double last() {
        return values[count - 1];
    }

    double median() {
        return quantile(0.5);
    }

    /** Returns the quantile {@code part}, from 0 to 1: the value that this share of all values does not exceed. */
    double quantile(double part) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        double place = part * (count - 1);
        int below = (int) place;
        int above = Math.min(below + 1, count - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
