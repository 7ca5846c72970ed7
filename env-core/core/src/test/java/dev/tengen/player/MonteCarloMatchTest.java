package dev.tengen.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Matches on 9x9 that measure the strength of the Monte-Carlo player. The seeds are fixed, so the results are too. */
@Tag("full")
class MonteCarloMatchTest {
    private static final Grid GRID = Grid.square(9);

    /**
     * Returns the number of games out of {@code gameCount} that {@code first} wins against {@code second}, with
     * alternating colors.
     */
    private static int winCount(BuiltInPlayer first, BuiltInPlayer second, int gameCount) {
        int count = 0;
        for (int number = 0; number < gameCount; number++) {
            int color = number % 2 == 0 ? Color.BLACK : Color.WHITE;
            Game game = new Game(Setup.empty(GRID), Rules.TROMP_TAYLOR);
            Player[] players = {first.create(GRID), second.create(GRID)};
            SplitMix64 random = new SplitMix64(number / 2);
            while (!game.isOver()) {
                Player mover = players[game.playerToMove() == color ? 0 : 1];
                assertThat(game.play(mover.chooseMove(game, random)).isLegal()).isTrue();
            }
            count += game.outcome().orElseThrow().winner() == color ? 1 : 0;
        }
        return count;
    }

    @Test
    void match_100PlayoutsAgainstEyeSafeRandom_winsNineOfTen() {
        assertThat(winCount(new MonteCarlo(100), Players.EYE_SAFE_RANDOM, 10)).isGreaterThanOrEqualTo(9);
    }

    @Test
    void match_200PlayoutsAgainst20_wins27Of30() {
        assertThat(winCount(new MonteCarlo(200), new MonteCarlo(20), 30)).isGreaterThanOrEqualTo(27);
    }

    @Test
    @Tag("long")
    void match_100PlayoutsAgainstEyeSafeRandom_wins95Of100() {
        int count = winCount(new MonteCarlo(100), Players.EYE_SAFE_RANDOM, 100);
        System.out.println("100 playouts against eye-safe-random: " + count + " of 100 games");

        assertThat(count).isGreaterThanOrEqualTo(95);
    }

    @Test
    @Tag("long")
    void match_1000PlayoutsAgainst100_wins75Of100() {
        int count = winCount(new MonteCarlo(1000), new MonteCarlo(100), 100);
        System.out.println("1000 playouts against 100: " + count + " of 100 games");

        assertThat(count).isGreaterThanOrEqualTo(75);
    }
}
