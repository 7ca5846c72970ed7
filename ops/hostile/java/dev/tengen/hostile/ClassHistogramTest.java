package dev.tengen.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClassHistogramTest {
    private static final String BEFORE = """
             num     #instances         #bytes  class name (module)
            -------------------------------------------------------
               1:            10           1000  [B (java.base@17.0.15)
               2:             5            200  java.lang.String (java.base@17.0.15)
            Total            15           1200
            """;
    private static final String AFTER = """
             num     #instances         #bytes  class name (module)
            -------------------------------------------------------
               1:            12           1300  [B (java.base@17.0.15)
               2:             4            160  java.lang.String (java.base@17.0.15)
               3:             2             48  dev.tengen.Leak
            Total            18           1508
            """;

    @Test
    void growthSince_grownNewAndShrunkClasses_namesGrownOnes() {
        ClassHistogram before = ClassHistogram.parse(BEFORE);
        ClassHistogram after = ClassHistogram.parse(AFTER);

        assertThat(before.bytes()).isEqualTo(1200);
        assertThat(after.growthSince(before, 9).stream().map(String::strip))
                .containsExactly("+300 bytes        +2 objects [B", "+48 bytes        +2 objects dev.tengen.Leak");
        assertThat(after.growthSince(before, 1)).hasSize(1);
        assertThat(before.growthSince(before, 9)).isEmpty();
    }
}
