package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.race.RaceResult;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of regions with any values: deeper, hotter and with more threats than on boards. */
class AbstractRaceTest {
    @Test
    void count_randomTrees_isWhatAllMovesGive() {
        assertThat(compare(500)).hasToString("{BLACK_CAPTURES=348, SEKI=228, WHITE_CAPTURES=326}");
    }

    @Tag("long")
    @Test
    void count_manyRandomTrees_isWhatAllMovesGive() {
        assertThat(compare(5000)).hasToString("{BLACK_CAPTURES=3600, SEKI=2076, WHITE_CAPTURES=3534}");
    }

    /** Compares {@code count} races for each player to move first, and returns how many ended with each result. */
    private static Map<RaceResult, Integer> compare(int count) {
        SplitMix64 random = new SplitMix64(1);
        Map<RaceResult, Integer> results = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            AbstractRace race = AbstractRace.random(random);
            if (race.isOpen()) {
                compare(race, results);
            }
        }
        return results;
    }

    private static void compare(AbstractRace race, Map<RaceResult, Integer> results) {
        Map<Object, RaceResult> known = new HashMap<>();
        for (int first = Color.BLACK; first <= Color.WHITE; first++) {
            RaceResult result = race.solve(first, known);
            assertThat(race.count(first))
                    .as(race + ", " + Color.name(first) + " first")
                    .isEqualTo(result);
            results.merge(result, 1, Integer::sum);
        }
    }
}
