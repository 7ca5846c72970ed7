package dev.tengen.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.testing.HeapUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimate of the memory of environments with a race against the heap in use before and after many were made. */
@Isolated("It measures the heap of the process")
class RaceMemoryTest {
    private static final int COUNT = 100;

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {9, 13, 19})
    @Tag("full")
    void memoryBytes_races_isWithinAFifthOfTheHeapInUse(int size) {
        EnvironmentSpec spec = RaceEnvironments.spec("race-class0", size, Optional.empty());
        make(spec); // The solutions of the same races are cached then.
        long before = HeapUse.bytes();

        List<Environment> made = make(spec);

        long measured = (HeapUse.bytes() - before) / made.size();
        assertThat(Environment.memoryBytes(spec, 0)).isCloseTo(measured, Percentage.withPercentage(20));
    }

    private static List<Environment> make(EnvironmentSpec spec) {
        List<Environment> made = new ArrayList<>();
        for (int seed = 0; seed < COUNT; seed++) {
            made.add(new Environment(spec, seed));
        }
        return made;
    }
}
