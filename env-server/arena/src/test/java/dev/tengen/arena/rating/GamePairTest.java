package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import java.util.List;
import org.junit.jupiter.api.Test;

class GamePairTest {
    private static final GameResult FIRST = new GameResult("a", "b", Color.BLACK, "opening 1", 0);
    private static final GameResult SECOND = new GameResult("b", "a", Color.EMPTY, "opening 1", 0);
    private static final GameResult OTHER_PLAYERS = new GameResult("a", "c", Color.BLACK, "opening 1", 0);
    private static final GameResult OTHER_OPENING = new GameResult("b", "a", Color.BLACK, "opening 2", 0);

    @Test
    void group_samePlayersAndName_isOnePair() {
        List<GamePair> pairs = GamePair.group(List.of(FIRST, OTHER_PLAYERS, OTHER_OPENING, SECOND));

        assertThat(pairs)
                .containsExactly(
                        new GamePair(List.of(FIRST, SECOND)),
                        new GamePair(List.of(OTHER_PLAYERS)),
                        new GamePair(List.of(OTHER_OPENING)));
        assertThat(pairs.get(0).isComplete()).isTrue();
        assertThat(pairs.get(0).points("a")).isEqualTo(1.5);
        assertThat(pairs.get(0).points("b")).isEqualTo(0.5);
        assertThat(pairs.get(1).isComplete()).isFalse();
    }

    @Test
    void group_gamesOnTheirOwn_areNoPair() {
        GameResult alone = new GameResult("a", "b", Color.BLACK);
        GameResult swapped = new GameResult("b", "a", Color.BLACK);

        assertThat(GamePair.group(List.of(alone, swapped, alone))).hasSize(3);
    }

    @Test
    void group_sameColorsTwice_isRefused() {
        assertThatThrownBy(() -> GamePair.group(List.of(FIRST, FIRST)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("pair \"opening 1\" is two games of a with the same color");
    }

    @Test
    void group_threeGames_isRefused() {
        assertThatThrownBy(() -> GamePair.group(List.of(FIRST, SECOND, FIRST)))
                .hasMessage("games of a pair 3 is outside [1, 2]");
    }
}
