package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NumberIntervalTest {
    private static final int DAYS = 8;

    @Test
    void simplest_withoutBounds_isZero() {
        NumberInterval gap = new NumberInterval(Optional.empty(), false, Optional.empty(), false);

        assertThat(gap.simplest()).contains(Dyadic.ZERO);
    }

    @Test
    void simplest_ofTooNarrowGap_isAnError() {
        Dyadic bound = new Dyadic(1, 62);
        NumberInterval gap = new NumberInterval(Optional.of(Dyadic.ZERO), false, Optional.of(bound), false);

        assertThatThrownBy(gap::simplest).isInstanceOf(WorkLimitException.class);
    }

    @Test
    void simplest_aboveTheLargestInteger_isAnError() {
        Dyadic bound = Dyadic.of(Long.MAX_VALUE);
        NumberInterval gap = new NumberInterval(Optional.of(bound), false, Optional.empty(), false);

        assertThatThrownBy(gap::simplest).isInstanceOf(WorkLimitException.class);
    }

    /** Numbers are born day by day, each between or beside older ones; the first that fits is the simplest. Seed 31. */
    @Test
    void simplest_ofRandomGaps_isTheFirstBornThatFits() {
        List<List<Dyadic>> days = days();
        SplitMix64 random = new SplitMix64(31);
        int empty = 0;
        int fractions = 0;
        int bounds = 0;

        for (int count = 0; count < 100_000; count++) {
            NumberInterval gap = next(random);
            Optional<Dyadic> simplest = gap.simplest();
            assertThat(simplest).as("%s", gap).isEqualTo(firstBorn(days, gap));
            empty += simplest.isEmpty() ? 1 : 0;
            fractions += simplest.filter(x -> !x.isInteger()).isPresent() ? 1 : 0;
            bounds += simplest.isPresent() && simplest.equals(gap.lower()) ? 1 : 0;
        }

        assertThat(List.of(empty, fractions, bounds)).isEqualTo(List.of(39_078, 8_379, 3_581));
    }

    private static List<List<Dyadic>> days() {
        List<List<Dyadic>> days = new ArrayList<>();
        List<Dyadic> all = new ArrayList<>(List.of(Dyadic.ZERO));
        days.add(List.of(Dyadic.ZERO));
        while (days.size() <= DAYS) {
            List<Dyadic> born = new ArrayList<>();
            born.add(all.get(0).minus(Dyadic.ONE));
            for (int i = 1; i < all.size(); i++) {
                born.add(all.get(i - 1).plus(all.get(i)).half());
            }
            born.add(all.get(all.size() - 1).plus(Dyadic.ONE));
            days.add(born);
            all.addAll(born);
            all.sort(null);
        }
        return days;
    }

    private static Optional<Dyadic> firstBorn(List<List<Dyadic>> days, NumberInterval gap) {
        for (List<Dyadic> day : days) {
            List<Dyadic> fitting = day.stream().filter(x -> fits(x, gap)).toList();
            if (!fitting.isEmpty()) {
                assertThat(fitting).hasSize(1);
                return Optional.of(fitting.get(0));
            }
        }
        return Optional.empty();
    }

    private static boolean fits(Dyadic x, NumberInterval gap) {
        boolean isAbove = gap.lower().isEmpty()
                || x.compareTo(gap.lower().get()) > 0
                || (gap.isLowerIncluded() && x.equals(gap.lower().get()));
        boolean isBelow = gap.upper().isEmpty()
                || x.compareTo(gap.upper().get()) < 0
                || (gap.isUpperIncluded() && x.equals(gap.upper().get()));
        return isAbove && isBelow;
    }

    /** Returns an interval of multiples of 1/8 from −2 to 2. The simplest number in it is born by day 6. */
    private static NumberInterval next(SplitMix64 random) {
        return new NumberInterval(nextBound(random), random.nextInt(2) == 0, nextBound(random), random.nextInt(2) == 0);
    }

    private static Optional<Dyadic> nextBound(SplitMix64 random) {
        return random.nextInt(8) == 0 ? Optional.empty() : Optional.of(new Dyadic(random.nextInt(33) - 16, 3));
    }
}
