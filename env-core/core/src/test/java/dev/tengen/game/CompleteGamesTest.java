package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Numbers of complete games under Tromp-Taylor rules, compared with Tromp and Farnebäck, "Combinatorics of Go" (2006):
 * every sequence of legal moves from the empty board to two passes.
 */
class CompleteGamesTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"1x1, 1", "1x2, 9", "2x1, 9", "1x3, 907", "3x1, 907"})
    void completeGames_smallGrid_areAsManyAsPublished(String size, long published) {
        Game start = new Game(Setup.empty(Grids.of(size)), Rules.TROMP_TAYLOR);

        assertThat(new Counter(start).count(0)).isEqualTo(published);
    }

    /**
     * A game under a symmetry, or with exchanged colors, is another game. So of all games except the one of two passes,
     * one in four has a black first stone on A1 or A2. Takes about four minutes of processor time.
     */
    @Test
    @Tag("long")
    void completeGames_fourPoints_areAsManyAsPublished() {
        assertThat(1 + 4 * (countAfter("A1") + countAfter("A2"))).isEqualTo(2_098_407_841L);
    }

    /** Counts the games on a 1x4 board that start with a black stone, in parallel on all processors. */
    private static long countAfter(String firstMove) {
        Game game = Diagrams.play(new Game(Setup.empty(Grids.of("1x4")), Rules.TROMP_TAYLOR), firstMove);
        List<Game> openings = new ArrayList<>();
        addOpenings(game, 4, openings);
        return openings.parallelStream()
                .mapToLong(opening -> new Counter(opening).count(0))
                .sum();
    }

    /** Adds every continuation of {@code moveCount} moves, and every game that ends before. */
    private static void addOpenings(Game game, int moveCount, List<Game> openings) {
        if (moveCount == 0 || game.isOver()) {
            openings.add(game);
            return;
        }
        for (int move = 0; move <= game.grid().pass(); move++) {
            Game next = game.copy();
            if (next.play(move).isLegal()) {
                addOpenings(next, moveCount - 1, openings);
            }
        }
    }

    /** Counts the complete games that continue a game. */
    private static final class Counter {
        private final Game game;
        private final List<PointSet> legal = new ArrayList<>();

        Counter(Game game) {
            this.game = game;
        }

        long count(int depth) {
            if (game.isOver()) {
                return 1;
            }
            if (depth == legal.size()) {
                legal.add(new PointSet(game.grid()));
            }
            PointSet points = legal.get(depth);
            game.legalPoints(points);
            // A pass after a pass ends the game: one game, which is counted without playing it.
            long count = game.passCount() == 1 ? 1 : countAfter(game.grid().pass(), depth);
            for (int point = points.first(); point >= 0; point = points.next(point)) {
                count += countAfter(point, depth);
            }
            return count;
        }

        private long countAfter(int move, int depth) {
            game.playUnchecked(move);
            long count = count(depth + 1);
            game.undo();
            return count;
        }
    }
}
