package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.budget.SearchLimits;
import dev.tengen.race.EyeShape;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceMethod;
import dev.tengen.race.count.EyeRaces.Place;
import dev.tengen.race.search.RaceSearch;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every eye of a given number of points, with white stones anywhere in it. */
class EyeProofTest {
    private static boolean isWorth(Set<Place> shape, int stones) {
        Race race = EyeRaces.race(shape, stones, 1, 0, 1);
        RaceDecomposition map = new RaceDecomposition(race);
        Region eye = map.regions(Region.Kind.EYE).get(0);
        LocalBoard open = new LocalBoard(race, map.safe(), eye, false);
        LocalBoard last = new LocalBoard(race, map.safe(), eye, true);
        return new EyeProof(open, last, new StateBudget(10_000_000)).isWorth(liberties(shape, stones));
    }

    private static int liberties(Set<Place> shape, int stones) {
        return new EyeShape(shape.size(), Integer.bitCount(stones)).liberties();
    }

    @ParameterizedTest(name = "{0} points")
    @CsvSource({
        "1, '1', '1'",
        "2, '2 4', '2 4'",
        "3, '6 18 18', '0 6 12'",
        "4, '19 76 114 76', '1 8 30 0'",
    })
    void isWorth_everyEye_holdsForSoManyOfSoManyStones(int area, String eyes, String worth) {
        assertThat(counts(area)).containsExactly(eyes, worth);
    }

    @Tag("long")
    @Test
    void isWorth_everyEyeOfFivePoints_holdsForSoManyOfSoManyStones() {
        assertThat(counts(5)).containsExactly("63 315 630 630 315", "0 9 56 86 0");
    }

    /** Returns, for each number of stones, how many eyes there are, and how many are worth what they count for. */
    private static String[] counts(int area) {
        int[] eyes = new int[area];
        int[] worth = new int[area];
        for (Set<Place> shape : EyeRaces.shapes(area)) {
            for (int stones = 0; stones < (1 << area) - 1; stones++) {
                eyes[Integer.bitCount(stones)]++;
                worth[Integer.bitCount(stones)] += isWorth(shape, stones) ? 1 : 0;
            }
        }
        return new String[] {joined(eyes), joined(worth)};
    }

    private static String joined(int[] counts) {
        StringBuilder text = new StringBuilder();
        for (int count : counts) {
            text.append(text.length() > 0 ? " " : "").append(count);
        }
        return text.toString();
    }

    /** The proof examines no shared liberties and at most one other liberty; the search examines the whole board. */
    @Test
    void isWorth_everyEyeOfUpToFourPoints_isCountedRightBesideOtherLiberties() {
        int right = 0;
        for (int area = 1; area <= 4; area++) {
            for (Set<Place> shape : EyeRaces.shapes(area)) {
                for (int stones = 0; stones < (1 << area) - 1; stones++) {
                    if (isWorth(shape, stones) && new EyeShape(area, Integer.bitCount(stones)).isCounted()) {
                        int outside = (right + stones) % 4;
                        int shared = right % 3;
                        int rival = Math.max(1, liberties(shape, stones) + outside - shared + right % 3 - 1);
                        assertCounted(EyeRaces.race(shape, stones, outside, shared, rival));
                        right++;
                    }
                }
            }
        }
        assertThat(right).isEqualTo(64);
    }

    private static void assertCounted(Race race) {
        RaceAnalysis counted = new RaceAnalyzer(RaceBudget.STATIC).analyze(race);
        RaceSearch search = new RaceSearch(race);
        assertThat(counted.method()).contains(RaceMethod.FORMULA);
        for (int first = Color.BLACK; first <= Color.WHITE; first++) {
            assertThat(counted.first(first).result())
                    .as(race.board().points(Color.EMPTY) + ", " + Color.name(first) + " first")
                    .isEqualTo(search.solve(first, SearchLimits.NONE).result());
        }
    }
}
