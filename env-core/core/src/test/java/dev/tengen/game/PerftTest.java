package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Numbers of move sequences from the empty board under Tromp-Taylor rules. Passes count as moves, and nothing follows
 * two passes.
 */
class PerftTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "2x1, 1 3 7 8 6 2 0",
        "2x2, 1 5 21 68 156 316 604 1088 2184 4184 8024 13800 23560 42784 80000 146904",
        "3x2, 1 7 43 222 942 3378 9834 26504 64116 147764",
        "3x3, 1 10 91 738 5281 33384 180768 857576",
        "4x4, 1 17 273 4112 57984 764016",
        "5x5, 1 26 651 15650 361041",
        "9x9, 1 82 6643 531522",
        "19x19, 1 362 130683"
    })
    void count_everyDepth_isAsPublished(String size, String published) {
        long[] expected =
                Arrays.stream(published.split(" ")).mapToLong(Long::parseLong).toArray();

        assertThat(Perft.count(empty(size), expected.length - 1)).isEqualTo(expected);
    }

    private static Game empty(String size) {
        return new Game(Setup.empty(Grids.of(size)), Rules.TROMP_TAYLOR);
    }

    /** The published table has a 3x2 board. The rules treat rows and columns alike. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"1x2, 2x1, 6", "2x3, 3x2, 8", "3x5, 5x3, 4"})
    void count_gridTurnedRound_isTheSame(String size, String turned, int depth) {
        assertThat(Perft.count(empty(size), depth)).isEqualTo(Perft.count(empty(turned), depth));
    }

    @Test
    void count_finishedGame_isItselfAlone() {
        Game game = Diagrams.play(empty("3x3"), "pass pass");

        assertThat(Perft.count(game, 2)).containsExactly(1, 0, 0);
    }

    @Test
    void count_anyGame_leavesItUnchanged() {
        Game game = Diagrams.play(empty("3x3"), "B2 A1");
        long before = game.stateHash();

        Perft.count(game, 3);

        assertThat(game.stateHash()).isEqualTo(before);
    }

    @Test
    void count_progress_goesUpToTheCountOfFirstMoves() {
        List<Long> done = new ArrayList<>();

        Perft.count(empty("2x1"), 2, done::add);

        assertThat(done).containsExactly(1L, 2L, 3L);
    }
}
