package dev.tengen.race.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.race.RaceResult;
import dev.tengen.testing.Diagrams;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search compared with brute force, on small random races. */
class RaceSearchAgreementTest {
    private static final int MAX_EMPTY = 4;
    private static final long MAX_NODES = 20_000;
    private static final long MAX_SLOW_NODES = 2_000;

    private final TreeMap<String, Integer> counts = new TreeMap<>();

    @Test
    void solve_seed1_isWhatTheSlowSearchFinds() {
        compareMany(1, 1_500);

        assertThat(counts)
                .isEqualTo(Map.of(
                        "captures", 1387,
                        "SEKI", 1473,
                        "repetitions", 274,
                        "no repetition", 2586,
                        "EXACT", 2822,
                        "KO_CONDITIONAL", 36,
                        "stopped", 140));
    }

    @Test
    @Tag("long")
    void solve_seed2_isWhatTheSlowSearchFinds() {
        compareMany(2, 20_000);

        assertThat(counts.get("KO_CONDITIONAL")).isGreaterThan(300);
    }

    private void compareMany(long seed, int raceCount) {
        RandomRaces races = new RandomRaces(seed);
        for (int i = 0; i < raceCount; i++) {
            Race race = races.next(MAX_EMPTY);
            Suicide suicide = i % 2 == 0 ? Suicide.FORBIDDEN : Suicide.MULTI_STONE;
            RaceSearch search = new RaceSearch(race, suicide);
            for (int first = Color.BLACK; first <= Color.WHITE; first++) {
                compare(search, race, suicide, first, "seed " + seed + ", race " + i);
            }
        }
    }

    private void compare(RaceSearch search, Race race, Suicide suicide, int first, String name) {
        SlowRace slow = new SlowRace(race, suicide, Optional.empty(), MAX_SLOW_NODES);
        RaceResult result = slow.result(first);
        List<Integer> moves = slow.isStopped() ? List.of() : slow.optimalMoves(first);
        if (slow.isStopped()) {
            count("stopped");
            return;
        }
        String description = name + ", " + suicide + ", " + Color.name(first) + " first\n" + Diagrams.draw(race.board())
                + "unplayable " + race.unplayable() + " essential " + race.essential(Color.BLACK) + " "
                + race.essential(Color.WHITE);

        RaceSearchResult answer = search.solve(first, SearchLimits.ofNodes(MAX_NODES));

        assertThat(answer.result()).as(description).contains(result);
        assertThat(answer.optimalMoves()).as(description).isEqualTo(moves);
        assertThat(answer.openMoves()).as(description).isEmpty();
        count(result == RaceResult.SEKI ? "SEKI" : "captures");
        count(slow.repetitionCount() > 0 ? "repetitions" : "no repetition");
        compareCertainty(answer, race, suicide, first, description);
    }

    /**
     * Compares whether the result is the same under every effect of a repetition, whether the best one for Black or for
     * White.
     */
    private void compareCertainty(RaceSearchResult answer, Race race, Suicide suicide, int first, String description) {
        SlowRace most = new SlowRace(race, suicide, Optional.of(RaceResult.BLACK_CAPTURES), MAX_SLOW_NODES);
        SlowRace least = new SlowRace(race, suicide, Optional.of(RaceResult.WHITE_CAPTURES), MAX_SLOW_NODES);
        boolean isSame = most.result(first) == least.result(first);
        if (!most.isStopped() && !least.isStopped()) {
            assertThat(answer.isKoFree()).as(description).isEqualTo(isSame);
            count(answer.certainty().name());
        }
    }

    private void count(String event) {
        counts.merge(event, 1, Integer::sum);
    }
}
