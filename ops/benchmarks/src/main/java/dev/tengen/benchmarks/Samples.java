package dev.tengen.benchmarks;

import com.google.common.math.Quantiles;
import com.google.common.math.Stats;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** Measured values and their quantiles. Not thread-safe. */
final class Samples {
    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    void clear() {
        values.clear();
    }

    /** Returns a copy of the values, in the order in which they were added. */
    List<Double> values() {
        return List.copyOf(values);
    }

    /** Returns each value divided by the value of {@code others} at the same index. */
    Samples dividedBy(Samples others) {
        return combine(others, (value, other) -> value / other);
    }

    /** Returns each value minus the value of {@code others} at the same index. */
    Samples minus(Samples others) {
        return combine(others, (value, other) -> value - other);
    }

    private Samples combine(Samples others, DoubleBinaryOperator operator) {
        Samples results = new Samples();
        for (int i = 0; i < values.size(); i++) {
            results.add(operator.applyAsDouble(values.get(i), others.values.get(i)));
        }
        return results;
    }

    /** Returns the value that was added last. */
    double last() {
        return values.get(values.size() - 1);
    }

    double min() {
        return percentile(0);
    }

    double median() {
        return percentile(50);
    }

    double mean() {
        return Stats.meanOf(values);
    }

    double max() {
        return percentile(100);
    }

    /** Returns a percentile, interpolated linearly between values. */
    double percentile(int percent) {
        return Quantiles.percentiles().index(percent).compute(values);
    }
}
