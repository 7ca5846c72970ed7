package dev.tengen.game;

import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.testing.Grids;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixedHandicapTest {
    @ParameterizedTest
    @CsvSource({
        "19, 2, D4 Q16",
        "19, 3, D4 Q16 D16",
        "19, 4, D4 Q16 D16 Q4",
        "19, 5, D4 Q16 D16 Q4 K10",
        "19, 6, D4 Q16 D16 Q4 D10 Q10",
        "19, 7, D4 Q16 D16 Q4 D10 Q10 K10",
        "19, 8, D4 Q16 D16 Q4 D10 Q10 K4 K16",
        "19, 9, D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
        "13, 5, D4 K10 D10 K4 G7",
        "9, 9, C3 G7 C7 G3 C5 G5 E3 E7 E5",
        "8, 4, C3 F6 C6 F3",
        "7, 2, C3 E5",
        "12, 2, C3 K10",
        "14, 2, D4 L11"
    })
    void points_sizeAndCount_areThoseOfGtp(int size, int count, String names) {
        Grid grid = Grid.square(size);
        String found = FixedHandicap.points(grid, count).toString();

        assertThat(Arrays.stream(found.substring(1, found.length() - 1).split(", "))
                        .collect(Collectors.toSet()))
                .isEqualTo(Arrays.stream(names.split(" ")).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @CsvSource({"6x6, 0", "7x7, 4", "8x8, 4", "9x9, 9", "10x10, 4", "11x11, 9", "19x19, 9", "25x25, 9", "9x8, 0"})
    void maxCount_size_isThatOfGtp(String size, int expected) {
        assertThat(FixedHandicap.maxCount(Grids.of(size))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"7, 5, 4", "9, 10, 9", "9, 1, 9", "9, 0, 9", "8, -2, 4"})
    void points_noSuchCount_throwsWithTheRange(int size, int count, int most) {
        assertThatThrownBy(() -> FixedHandicap.points(Grid.square(size), count))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("handicap " + count + " is outside [2, " + most + "]");
    }

    @Test
    void points_boardWithoutPlacements_throws() {
        assertThatThrownBy(() -> FixedHandicap.points(Grid.of(9, 13), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("size 9x13 is not a square board of 7x7 or more, as fixed handicap needs");
    }

    @Test
    void setup_anyCount_hasWhiteMoveFirst() {
        assertThat(FixedHandicap.setup(Grid.square(9), 3).playerToMove()).isEqualTo(WHITE);
    }

    @ParameterizedTest
    @CsvSource({"NONE, 0", "N, 3", "N_MINUS_ONE, 2"})
    void score_handicapGame_givesWhiteTheBonusOfTheRules(HandicapBonus bonus, int expected) {
        Rules rules = Rules.TROMP_TAYLOR.withHandicapBonus(bonus);
        Game game = new Game(FixedHandicap.setup(Grid.square(9), 3), rules);

        assertThat(game.score().handicapBonus()).isEqualTo(expected);
        assertThat(game.score().margin()).isEqualTo(81 - 7.5 - expected);
    }

    @Test
    void stateHash_otherBonus_differs() {
        Setup setup = FixedHandicap.setup(Grid.square(9), 3);
        Rules rules = Rules.TROMP_TAYLOR.withHandicapBonus(HandicapBonus.N);

        assertThat(new Game(setup, rules).stateHash()).isNotEqualTo(new Game(setup.withHandicap(0), rules).stateHash());
    }

    @ParameterizedTest
    @CsvSource({"1", "-2", "82"})
    void withHandicap_noSuchCount_throwsWithTheRange(int count) {
        Setup setup = Setup.empty(Grid.square(9));

        assertThatThrownBy(() -> setup.withHandicap(count))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("handicap " + count + " is not 0 or within [2, 81]");
    }
}
