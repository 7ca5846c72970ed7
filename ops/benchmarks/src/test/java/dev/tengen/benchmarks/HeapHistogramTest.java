package dev.tengen.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapHistogramTest {
    private static final List<String> PRINTED = List.of(
            "4711:",
            " num     #instances         #bytes  class name (module)",
            "-------------------------------------------------------",
            "   1:         32801        2494520  [B (java.base@17.0.15)",
            "   2:           900          14400  dev.tengen.game.Game",
            "Total         33701        2508920");

    @Test
    void parse_whatJcmdPrints_isBytesByClass() throws IOException {
        HeapHistogram histogram = HeapHistogram.parse(PRINTED);

        assertThat(histogram.bytes()).isEqualTo(Map.of("[B", 2494520L, "dev.tengen.game.Game", 14400L));
        assertThat(histogram.total()).isEqualTo(2508920);
    }

    @Test
    void parse_noHistogram_throws() {
        assertThatThrownBy(() -> HeapHistogram.parse(List.of("4711:", "AttachNotSupportedException")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("AttachNotSupportedException");
    }

    @Test
    void minus_classesOfEither_isTheDifferenceOfEach() {
        HeapHistogram later = new HeapHistogram(Map.of("A", 50L, "B", 7L));
        HeapHistogram earlier = new HeapHistogram(Map.of("A", 20L, "C", 1L));

        assertThat(later.minus(earlier).bytes()).isEqualTo(Map.of("A", 30L, "B", 7L, "C", -1L));
    }
}
