package dev.tengen.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import org.junit.jupiter.api.Test;

class RandomGamesTest {
    @Test
    void play_withoutRuleOfRepetition_endsGamesAtThreeTimesThePoints() {
        Rules rules = Rules.TROMP_TAYLOR.withKo(Ko.NONE);
        RandomGames games = new RandomGames(Grid.square(9), rules, "alphazero-17", new SplitMix64(1));

        games.play(243);

        assertThat(games.gameCount()).isEqualTo(1);
    }

    @Test
    void play_game_passesOnlyWhereForced() {
        Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);

        RandomGames.play(game, new SplitMix64(1), 100);

        assertThat(game.moveNumber()).isEqualTo(100);
        for (int number = 1; number <= 100; number++) {
            assertThat(game.move(number)).isNotEqualTo(game.grid().pass());
        }
    }
}
