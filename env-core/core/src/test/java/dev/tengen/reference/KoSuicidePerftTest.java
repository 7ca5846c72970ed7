package dev.tengen.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Perft;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts all sequences of moves under every ko and suicide rule, as the slow reference does. */
class KoSuicidePerftTest {
    private static Stream<Arguments> pairs() {
        return Arrays.stream(Ko.values())
                .flatMap(ko -> Arrays.stream(Suicide.values()).map(suicide -> Arguments.of(ko, suicide)));
    }

    @ParameterizedTest(name = "{0}, suicide {1}")
    @MethodSource("pairs")
    void count_smallBoards_isTheReferences(Ko ko, Suicide suicide) {
        compare(ko, suicide, 2, 2, 8);
        compare(ko, suicide, 3, 2, 6);
        compare(ko, suicide, 3, 3, 4);
        compare(ko, suicide, 4, 4, 3);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, suicide {1}")
    @MethodSource("pairs")
    void count_smallBoardsDeeper_isTheReferences(Ko ko, Suicide suicide) {
        compare(ko, suicide, 2, 2, 11);
        compare(ko, suicide, 3, 2, 8);
        compare(ko, suicide, 3, 3, 6);
        compare(ko, suicide, 4, 4, 4);
    }

    /**
     * The rules differ soon on the smallest board, so that few can be mixed up unnoticed; some must agree, as
     * MULTI_STONE and ANY under positional superko.
     */
    @Test
    void count_twoByTwo_differsFromRuleToRule() {
        Set<String> counts = new HashSet<>();
        pairs().map(Arguments::get)
                .forEach(pair -> counts.add(Arrays.toString(Perft.count(
                        game(new Rules((Ko) pair[0], (Suicide) pair[1], 2, 0), 2, 2), 8))));

        assertThat(counts).hasSize(9);
    }

    private static void compare(Ko ko, Suicide suicide, int width, int height, int depth) {
        Rules rules = new Rules(ko, suicide, 2, 0);
        String drawing = (".".repeat(width) + "\n").repeat(height);
        long[] expected = new long[depth + 1];
        count(new ReferenceGame(rules, 0, drawing, Color.BLACK), 0, expected);

        assertThat(Perft.count(game(rules, width, height), depth))
                .as(width + "x" + height)
                .isEqualTo(expected);
    }

    private static Game game(Rules rules, int width, int height) {
        return new Game(Setup.empty(Grid.of(width, height)), rules);
    }

    private static void count(ReferenceGame game, int level, long[] counts) {
        counts[level]++;
        for (int move = 0; level + 1 < counts.length && move <= game.pass(); move++) {
            if (game.play(move) == Legality.LEGAL) {
                count(game, level + 1, counts);
                game.undo();
            }
        }
    }
}
