package dev.tengen.player;

import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class RandomPlayerTest {
    @Test
    void chooseMove_manyDraws_areUniformOverLegalMovesAndThePass() {
        Game game = play(Diagrams.game("""
                        . X O .
                        X O . O
                        . X O .
                        """, Rules.TROMP_TAYLOR), "C2");
        Player player = new RandomPlayer(game.grid());
        SplitMix64 random = new SplitMix64(1);

        int[] counts = new int[game.grid().moveCount()];
        for (int i = 0; i < 30_000; i++) {
            counts[player.chooseMove(game, random)]++;
        }

        // White may play D3, D1 or pass.
        for (int move = 0; move < counts.length; move++) {
            if (move == 3 || move == 11 || move == 12) {
                assertThat(counts[move]).isBetween(9_600, 10_400);
            } else {
                assertThat(counts[move]).isZero();
            }
        }
    }

    @Test
    void chooseMove_noLegalPoint_isThePass() {
        Game game = Diagrams.game(".");

        assertThat(new RandomPlayer(game.grid()).chooseMove(game, new SplitMix64(1)))
                .isEqualTo(game.grid().pass());
    }
}
