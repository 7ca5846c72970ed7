package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.race.Race;
import dev.tengen.testing.Diagrams;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceFinderTest {
    private static final String ENCLOSED = """
            * O * O O O O O O
            O O O O O O O O O
            . . . X X X X X X
            X X X X X X X X X
            O O O X X X X X X
            O O O O O O O O O
            O O O O O O . . .
            X X X X X X X X X
            X X X X X X * X *
            """;

    private static List<Race> find(String drawing) {
        Board board = Diagrams.board(drawing);
        return new RaceAnalyzer(RaceBudget.STATIC).find(board, Diagrams.marked(drawing));
    }

    @Test
    void find_enclosedChains_isTheirRace() {
        List<Race> races = find(ENCLOSED);

        assertThat(races).hasSize(1);
        assertThat(races.get(0)
                        .essential(Color.BLACK)
                        .contains(races.get(0).board().grid().point("A6")))
                .isTrue();
        assertThat(races.get(0)
                        .essential(Color.WHITE)
                        .contains(races.get(0).board().grid().point("A4")))
                .isTrue();
    }

    @Test
    void find_twoRacesOnOneBoard_areBoth() {
        String twoEyed = """
                * O * O O O O O O
                O O O O O O O O O
                . . X X O X X . .
                X X X X O X X X X
                O O O O X O O O O
                O O . . X . . O O
                X X X X X X X X X
                X X X X X X * X *
                """;

        List<Race> races = find(twoEyed);

        assertThat(races).hasSize(2);
    }

    @Test
    void find_openChain_isNone() {
        // White's lower chain reaches the safe white stones.
        String open = """
                * O * O O O O O O
                O O O O O O O O O
                . . . X X X X X .
                X X X X X X X X .
                O O O X X X X X .
                O O O O O O O O .
                O O O O O O . . .
                X X X X X X X X X
                X X X X X X * X *
                """;

        assertThat(find(open)).isEmpty();
    }

    @Test
    void find_emptyBoard_isNone() {
        assertThat(find(". . .\n. . .\n")).isEmpty();
    }
}
