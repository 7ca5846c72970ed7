package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistogramTest {
    @Test
    void of_values_countsLowerEdgesIn() {
        Histogram histogram = Histogram.of(List.of(10L, 14L, 15L, 15L, 24L), List.of(10L, 15L, 20L, 25L));

        assertThat(histogram.counts()).containsExactly(2, 2, 1);
    }

    @Test
    void evenEdges_fewValues_areOneApart() {
        assertThat(Histogram.evenEdges(List.of(7L, 9L), 30)).containsExactly(7L, 8L, 9L, 10L);
        assertThat(Histogram.evenEdges(List.of(7L), 30)).containsExactly(7L, 8L);
    }

    @Test
    void evenEdges_wideValues_areRoundNumbersApart() {
        assertThat(Histogram.evenEdges(List.of(13L, 61L), 10)).containsExactly(10L, 20L, 30L, 40L, 50L, 60L, 70L);
        assertThat(Histogram.evenEdges(List.of(13L, 61L), 30))
                .startsWith(12L, 14L)
                .endsWith(60L, 62L);
    }

    @Test
    void growingEdges_values_areJustAroundThem() {
        assertThat(Histogram.growingEdges(List.of(0L, 7L))).containsExactly(0L, 1L, 2L, 5L, 10L);
        assertThat(Histogram.growingEdges(List.of(20L, 1000L)))
                .containsExactly(20L, 50L, 100L, 200L, 500L, 1000L, 2000L);
        assertThat(Histogram.growingEdges(List.of(0L))).containsExactly(0L, 1L);
    }

    @Test
    void edges_noValues_areNone() {
        assertThat(Histogram.evenEdges(List.of(), 30)).isEmpty();
        assertThat(Histogram.growingEdges(List.of())).isEmpty();
        assertThat(Histogram.of(List.of(), List.of()).counts()).isEmpty();
    }

    @Test
    void of_randomValues_countsEachOnce() {
        SplitMix64 random = new SplitMix64(5);
        for (int round = 0; round < 200; round++) {
            List<Long> values = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(50); i++) {
                values.add((long) random.nextInt(1 << random.nextInt(31)));
            }
            for (List<Long> edges : List.of(Histogram.evenEdges(values, 30), Histogram.growingEdges(values))) {
                Histogram histogram = Histogram.of(values, edges);

                for (int bin = 0; bin < histogram.counts().size(); bin++) {
                    long low = edges.get(bin);
                    long high = edges.get(bin + 1);
                    assertThat(values.stream().filter(value -> low <= value && value < high))
                            .hasSize(histogram.counts().get(bin));
                }
                assertThat(histogram.counts().stream()
                                .mapToInt(Integer::intValue)
                                .sum())
                        .isEqualTo(values.size());
                assertThat(histogram.counts()).hasSizeLessThanOrEqualTo(31);
            }
        }
    }
}
