package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayoutGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random races on real boards: counting always agrees with the search. Pinned are the numbers of races of each status,
 * in the order of {@link RaceStatus}, and what was compared.
 */
class RaceAgreementTest {
    @ParameterizedTest(name = "{0} on {1}, seed {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ZERO | 9 | 100 | 1 | [39, 28, 5, 4, 8, 16, 0, 0, 0, 0, 0], 200 results, 502 moves, 0 unlisted",
                "ONE | 9 | 100 | 2 | [41, 41, 6, 1, 2, 9, 0, 0, 0, 0, 0], 200 results, 692 moves, 0 unlisted",
                "ONE | 13 | 40 | 3 | [13, 22, 3, 0, 1, 1, 0, 0, 0, 0, 0], 80 results, 274 moves, 5 unlisted",
                "LOCAL | 13 | 50 | 4 | [20, 18, 3, 3, 3, 3, 0, 0, 0, 0, 0], 100 results, 395 moves, 2 unlisted"
            })
    void analyze_randomLayouts_agreesWithSearch(RaceClass kind, int size, int count, long seed, String counts) {
        RaceComparison comparison = compareLayouts(kind, size, count, seed);

        assertThat(comparison).hasToString(counts);
        assertThat(comparison.unsupportedPercent()).isLessThan(10);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} on {1}, seed {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ZERO | 9 | 1000 | 11 | [304, 278, 66, 72, 58, 222, 0, 0, 0, 0, 0], 2000 results, 4559 moves, 0 unlisted",
                "ONE | 9 | 600 | 12 | [230, 244, 47, 12, 16, 51, 0, 0, 0, 0, 0], 1200 results, 4128 moves, 0 unlisted",
                "ONE | 13 | 400 | 13 | [189, 152, 23, 4, 4, 28, 0, 0, 0, 0, 0], 800 results, 2360 moves, 76 unlisted",
                "LOCAL | 13 | 500 | 14 | [191, 192, 44, 19, 17, 37, 0, 0, 0, 0, 0], 1000 results, 3870 moves, 16 unlisted"
            })
    void analyze_manyRandomLayouts_agreesWithSearch(RaceClass kind, int size, int count, long seed, String counts) {
        RaceComparison comparison = compareLayouts(kind, size, count, seed);

        assertThat(comparison).hasToString(counts);
        assertThat(comparison.unsupportedPercent()).isLessThan(10);
    }

    private static RaceComparison compareLayouts(RaceClass kind, int size, int count, long seed) {
        RaceLayoutGenerator layouts = new RaceLayoutGenerator(size, kind, 14);
        SplitMix64 random = new SplitMix64(seed);
        RaceComparison comparison = new RaceComparison();
        for (int i = 0; i < count; i++) {
            comparison.compare(layouts.next(random));
        }
        return comparison;
    }

    @ParameterizedTest(name = "seed {1}")
    @CsvSource(
            delimiter = '|',
            value = {"100 | 5 | [18, 31, 4, 7, 3, 4, 6, 25, 0, 0, 2], 134 results, 448 moves, 0 unlisted"})
    void analyze_randomShapes_agreesWithSearch(int count, long seed, String counts) {
        assertThat(compareShapes(count, seed)).hasToString(counts);
    }

    @Tag("long")
    @ParameterizedTest(name = "seed {1}")
    @CsvSource(
            delimiter = '|',
            value = {"1000 | 15 | [219, 205, 64, 19, 17, 48, 93, 302, 0, 1, 32], 1144 results, 3834 moves, 0 unlisted"})
    void analyze_manyRandomShapes_agreesWithSearch(int count, long seed, String counts) {
        RaceComparison comparison = compareShapes(count, seed);

        assertThat(comparison).hasToString(counts);
        assertThat(comparison.unsupportedPercent()).isLessThan(45);
    }

    private static RaceComparison compareShapes(int count, long seed) {
        RandomShapes shapes = new RandomShapes(seed);
        RaceComparison comparison = new RaceComparison();
        for (int i = 0; i < count; i++) {
            comparison.compare(shapes.next());
        }
        return comparison;
    }
}
