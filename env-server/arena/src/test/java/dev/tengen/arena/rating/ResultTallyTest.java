package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResultTallyTest {
    private static final SimulatedTournament FOUR =
            new SimulatedTournament(new double[] {0, 100, 200, 300}, 20, 0.2, 0.3);
    private static final RatingOptions OPTIONS = RatingOptions.DEFAULT.withResampleCount(1_000);

    private static ResultTally tally(List<GameResult> results) {
        ResultTally tally = new ResultTally();
        results.forEach(tally::add);
        return tally;
    }

    @Test
    void ratings_ofATally_areThoseOfTheGames() {
        List<GameResult> results = FOUR.roundRobin(20, new SplitMix64(3));

        Ratings fromTally = Ratings.of(tally(results), OPTIONS);

        for (Rating expected : Ratings.of(results, OPTIONS).ratings()) {
            Rating actual = fromTally.rating(expected.player());
            assertThat(actual.elo()).isCloseTo(expected.elo(), within(1e-6));
            // Other random numbers, equal distribution.
            assertThat(actual.interval().lower()).isCloseTo(expected.interval().lower(), within(8.0));
            assertThat(actual.interval().upper()).isCloseTo(expected.interval().upper(), within(8.0));
        }
    }

    @Test
    void pairs_otherOrder_areEqual() {
        List<GameResult> results = FOUR.roundRobin(10, new SplitMix64(4));
        List<GameResult> shuffled = new ArrayList<>(results);
        Collections.shuffle(shuffled, new Random(1));

        assertThat(tally(shuffled).pairs()).isEqualTo(tally(results).pairs());
    }

    @Test
    void pairs_manyGames_areBoundedByThePlayers() {
        ResultTally tally = tally(FOUR.roundRobin(2_000, new SplitMix64(5)));

        assertThat(tally.gameCount()).isEqualTo(2_000 * 12);
        assertThat(tally.pairs()).hasSizeLessThanOrEqualTo(6 * 9);
    }

    @Test
    void games_player_areCounted() {
        ResultTally tally = new ResultTally();
        tally.add(new GameResult("a", "b", Color.BLACK));
        tally.add(new GameResult("b", "a", Color.EMPTY));

        assertThat(tally.games("a")).isEqualTo(new Tally(1, 0, 1));
        assertThat(tally.games("b")).isEqualTo(new Tally(0, 1, 1));
        assertThat(tally.games("c")).isEqualTo(Tally.NONE);
    }

    @Test
    void copy_laterGames_areNotInIt() {
        ResultTally tally = new ResultTally();
        ResultTally copy = tally.copy();

        tally.add(new GameResult("a", "b", Color.BLACK));

        assertThat(copy.gameCount()).isZero();
        assertThat(copy.pairs()).isEmpty();
    }
}
