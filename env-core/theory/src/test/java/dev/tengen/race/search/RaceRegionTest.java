package dev.tengen.race.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceLayoutGenerator;
import org.junit.jupiter.api.Test;

class RaceRegionTest {
    @Test
    void of_randomLayouts_hasThePointsThatWerePlannedToChange() {
        SplitMix64 random = new SplitMix64(3);
        for (RaceClass raceClass : RaceClass.values()) {
            for (int size = raceClass == RaceClass.LOCAL ? 13 : 9; size <= 19; size++) {
                RaceLayoutGenerator layouts = new RaceLayoutGenerator(size, raceClass, 16);
                for (int i = 0; i < 20; i++) {
                    RaceLayout layout = layouts.next(random);
                    assertThat(RaceRegion.of(layout.race()).orElseThrow().pointCount())
                            .as(layout.toString())
                            .isEqualTo(layout.pointCount());
                }
            }
        }
    }
}
