package dev.tengen.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitMix64Test {
    /** The numbers that implementations in many languages publish for this seed. */
    @Test
    void nextLong_publishedSeed_givesPublishedNumbers() {
        SplitMix64 random = new SplitMix64(1234567);

        assertThat(new String[] {next(random), next(random), next(random), next(random), next(random)})
                .containsExactly(
                        "6457827717110365317",
                        "3203168211198807973",
                        "9817491932198370423",
                        "4593380528125082431",
                        "16408922859458223821");
    }

    private static String next(SplitMix64 random) {
        return Long.toUnsignedString(random.nextLong());
    }

    @Test
    void nextLong_equalSeeds_giveEqualNumbers() {
        SplitMix64 first = new SplitMix64(-7);
        SplitMix64 second = new SplitMix64(-7);

        for (int i = 0; i < 100; i++) {
            assertThat(first.nextLong()).isEqualTo(second.nextLong());
        }
    }

    @Test
    void nextInt_seed42_givesPinnedNumbers() {
        SplitMix64 random = new SplitMix64(42);

        int[] drawn = new int[10];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = random.nextInt(82);
        }

        assertThat(drawn).containsExactly(60, 13, 22, 28, 3, 71, 17, 65, 27, 50);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 82, 362, 626, 1 << 30, (1 << 30) + 1, Integer.MAX_VALUE})
    void nextInt_anyBound_staysBelowIt(int bound) {
        SplitMix64 random = new SplitMix64(bound);

        for (int i = 0; i < 10_000; i++) {
            assertThat(random.nextInt(bound)).isBetween(0, bound - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 82, 362})
    void nextInt_manyDraws_areUniform(int bound) {
        SplitMix64 random = new SplitMix64(99);
        int draws = 2000 * bound;
        int[] counts = new int[bound];

        for (int i = 0; i < draws; i++) {
            counts[random.nextInt(bound)]++;
        }

        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - 2000.0) * (count - 2000.0) / 2000;
        }
        int freedom = bound - 1;
        // Five standard deviations above the mean of the chi-square distribution.
        assertThat(chiSquare).isLessThan(freedom + 5 * Math.sqrt(2.0 * freedom) + 10);
    }

    /** Without rejection of some draws, every third number would occur two thirds as often as the others. */
    @Test
    void nextInt_boundThatDividesBadly_isNotBiased() {
        int bound = 3 << 29;
        SplitMix64 random = new SplitMix64(5);
        int[] thirds = new int[3];

        for (int i = 0; i < 30_000; i++) {
            thirds[random.nextInt(bound) % 3]++;
        }

        assertThat(IntStream.of(thirds)).allSatisfy(count -> assertThat(count).isBetween(9_600, 10_400));
    }

    @Test
    void mix_manyValues_isOneToOne() {
        Set<Long> mixed = new HashSet<>();

        for (long value = -5000; value < 5000; value++) {
            mixed.add(SplitMix64.mix(value));
        }

        assertThat(mixed).hasSize(10_000);
    }

    @Test
    void mix_oneBitChanged_changesAboutHalfOfTheBits() {
        for (int bit = 0; bit < 64; bit++) {
            long changed = SplitMix64.mix(123456789L) ^ SplitMix64.mix(123456789L ^ 1L << bit);

            assertThat(Long.bitCount(changed)).isBetween(12, 52);
        }
    }
}
