package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import java.util.List;
import org.junit.jupiter.api.Test;

class DuplicateGameTest {
    @Test
    void find_sameMovesSamePlayers_areReported() {
        GameResult game = new GameResult("a", "b", Color.BLACK, "1", 7);
        GameResult again = new GameResult("a", "b", Color.BLACK, "2", 7);
        GameResult swapped = new GameResult("b", "a", Color.BLACK, "1", 7);
        GameResult other = new GameResult("a", "b", Color.BLACK, "3", 8);

        assertThat(DuplicateGame.find(List.of(other, game, swapped, again)))
                .containsExactly(new DuplicateGame("a", "b", 7, List.of(1, 3)));
    }

    @Test
    void find_unknownMoves_areNotReported() {
        GameResult game = new GameResult("a", "b", Color.BLACK, "", 0);

        assertThat(DuplicateGame.find(List.of(game, game))).isEmpty();
    }
}
