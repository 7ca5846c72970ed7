package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.reference.ReferencePassAlive;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import dev.tengen.testing.TestSize;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pass-alive stones and territory of random positions, compared with Benson's definition written with sets.
 *
 * <p>The last column pins what the positions contained: alive stones; an enemy stone in a territory; an enclosed region
 * that is no territory; stones that are alive only if suicide is forbidden.
 */
@Tag("reference")
class PassAliveAgreementTest {
    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1x6   | 1 | 500  | 118 alive, 18 with enemies, 8 large, 21 taken by suicide",
                "3x3   | 2 | 1000 | 429 alive, 98 with enemies, 1 large, 29 taken by suicide",
                "5x5   | 3 | 1000 | 498 alive, 138 with enemies, 68 large, 22 taken by suicide",
                "4x7   | 4 | 1000 | 524 alive, 174 with enemies, 96 large, 23 taken by suicide",
                "9x5   | 5 | 500  | 304 alive, 116 with enemies, 98 large, 7 taken by suicide",
                "9x9   | 6 | 300  | 192 alive, 80 with enemies, 94 large, 11 taken by suicide",
                "13x11 | 7 | 100  | 67 alive, 26 with enemies, 40 large, 5 taken by suicide",
                "19x19 | 8 | 20   | 16 alive, 7 with enemies, 9 large, 0 taken by suicide"
            })
    void find_randomPositions_agreesWithReference(String size, long seed, int positionCount, String counts) {
        String met = compare(Grids.of(size), seed, TestSize.of(positionCount));

        if (TestSize.isFull()) {
            assertThat(met).isEqualTo(counts);
        }
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1x9   | 1 | 5000  | 832 alive, 31 with enemies, 29 large, 56 taken by suicide",
                "3x4   | 2 | 15000 | 6633 alive, 1543 with enemies, 166 large, 491 taken by suicide",
                "5x5   | 3 | 20000 | 10193 alive, 2979 with enemies, 1440 large, 419 taken by suicide",
                "4x7   | 4 | 20000 | 10638 alive, 3076 with enemies, 2198 large, 436 taken by suicide",
                "9x5   | 5 | 20000 | 11752 alive, 3884 with enemies, 4167 large, 487 taken by suicide",
                "9x9   | 6 | 15000 | 9579 alive, 3536 with enemies, 4805 large, 434 taken by suicide",
                "13x11 | 7 | 4000  | 2741 alive, 1152 with enemies, 1556 large, 141 taken by suicide",
                "19x19 | 8 | 1000  | 694 alive, 304 with enemies, 445 large, 60 taken by suicide"
            })
    void find_manyRandomPositions_agreesWithReference(String size, long seed, int positionCount, String counts) {
        assertThat(compare(Grids.of(size), seed, positionCount)).isEqualTo(counts);
    }

    private static String compare(Grid grid, long seed, int positionCount) {
        RandomPositions positions = new RandomPositions(grid, new SplitMix64(seed));
        Comparison comparison = new Comparison(grid);
        Suicide[] suicides = Suicide.values();
        for (int i = 0; i < positionCount; i++) {
            Rules rules = Rules.TROMP_TAYLOR.withSuicide(suicides[i % suicides.length]);
            if (i % 4 == 3) {
                comparison.compare(positions.coloring());
            } else {
                Game game = positions.game(rules);
                comparison.compare(game.board());
            }
        }
        return comparison.counts();
    }

    private static final class Comparison {
        private final PassAlive passAlive;
        private int alive;
        private int holdingEnemies;
        private int large;
        private int takenBySuicide;

        Comparison(Grid grid) {
            passAlive = new PassAlive(grid);
        }

        void compare(Board board) {
            compare(board, Suicide.FORBIDDEN);
            PointSet black = passAlive.stones(Color.BLACK).copy();
            PointSet white = passAlive.stones(Color.WHITE).copy();
            alive += black.isEmpty() && white.isEmpty() ? 0 : 1;
            holdingEnemies += holdsEnemies(board) ? 1 : 0;
            large += isAnyLarge() ? 1 : 0;
            compare(board, Suicide.ANY);
            compare(board, Suicide.MULTI_STONE);
            boolean isSame = black.equals(passAlive.stones(Color.BLACK)) && white.equals(passAlive.stones(Color.WHITE));
            takenBySuicide += isSame ? 0 : 1;
        }

        private void compare(Board board, Suicide suicide) {
            passAlive.find(board, suicide);
            Grid grid = board.grid();
            String coloring = RandomPositions.drawn(board);
            for (int color = Color.BLACK; color <= Color.WHITE; color++) {
                ReferencePassAlive reference = new ReferencePassAlive(
                        grid.width(),
                        grid.height(),
                        coloring,
                        RandomPositions.symbol(color),
                        suicide != Suicide.FORBIDDEN);
                Supplier<String> position = describe(board, suicide, color);
                assertThat(points(passAlive.stones(color))).as(position).isEqualTo(reference.stones());
                assertThat(points(passAlive.territory(color))).as(position).isEqualTo(reference.territory());
                assertThat(points(passAlive.enclosed(color))).as(position).isEqualTo(reference.enclosed());
            }
        }

        private static Supplier<String> describe(Board board, Suicide suicide, int color) {
            return () -> suicide + ", " + Color.name(color) + " in\n" + Diagrams.draw(board);
        }

        private static Set<Integer> points(PointSet set) {
            Set<Integer> points = new TreeSet<>();
            set.forEach(points::add);
            return points;
        }

        private boolean holdsEnemies(Board board) {
            PointSet black = passAlive.territory(Color.BLACK).copy();
            PointSet white = passAlive.territory(Color.WHITE).copy();
            black.retainAll(board.points(Color.WHITE));
            white.retainAll(board.points(Color.BLACK));
            return !black.isEmpty() || !white.isEmpty();
        }

        private boolean isAnyLarge() {
            return !passAlive.enclosed(Color.BLACK).equals(passAlive.territory(Color.BLACK))
                    || !passAlive.enclosed(Color.WHITE).equals(passAlive.territory(Color.WHITE));
        }

        String counts() {
            return "%d alive, %d with enemies, %d large, %d taken by suicide"
                    .formatted(alive, holdingEnemies, large, takenBySuicide);
        }
    }
}
