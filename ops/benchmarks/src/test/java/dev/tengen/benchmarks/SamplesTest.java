package dev.tengen.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static Samples of(double... values) {
        Samples samples = new Samples();
        for (double value : values) {
            samples.add(value);
        }
        return samples;
    }

    @Test
    void median_oddCount_isTheMiddleValue() {
        assertThat(of(9, 1, 4).median()).isEqualTo(4);
    }

    @Test
    void minus_pairs_areTakenOffInOrder() {
        Samples differences = of(9, 1, 4).minus(of(1, 2, 3));

        assertThat(differences.values()).containsExactly(8.0, -1.0, 1.0);
        assertThat(differences.last()).isEqualTo(1);
    }

    @Test
    void median_evenCount_isBetweenTheTwoInTheMiddle() {
        assertThat(of(9, 1, 4, 6).median()).isEqualTo(5);
    }

    @Test
    void percentile_ofManyValues_isTheValueAtThatPlace() {
        Samples samples = of(IntStream.rangeClosed(0, 10_000).asDoubleStream().toArray());

        assertThat(samples.min()).isZero();
        assertThat(samples.percentile(99)).isEqualTo(9900);
        assertThat(samples.max()).isEqualTo(10_000);
        assertThat(samples.mean()).isEqualTo(5000);
    }
}
