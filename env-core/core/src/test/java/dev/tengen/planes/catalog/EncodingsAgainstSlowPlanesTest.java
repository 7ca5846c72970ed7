package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.testing.Grids;
import dev.tengen.testing.TestSize;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares every encoding with {@link SlowPlanes} along random games with passes, undo, set-up stones and either color
 * first.
 *
 * <p>One instance of each encoding follows all games of a size. In some parts of a game it encodes every position, in
 * others only some, so that it meets steps of one, two and more moves, undo, and new games.
 * {@link AlphaGo48AgreementTest}, {@link KataGoAgreementTest} and {@link TacticalAgreementTest} test the other
 * encodings in the same way.
 */
@Tag("reference")
class EncodingsAgainstSlowPlanesTest {
    private static final int GAMES = 24;
    private static final List<String> NAMES = Stream.concat(
                    Encodings.names().stream()
                            .filter(name -> !name.equals(AlphaGo48.SPEC.name())
                                    && !name.equals(Tactical.SPEC.name())
                                    && !name.startsWith("katago")),
                    Stream.of("alphazero:history=1", "alphazero:history=3", "alphazero:history=32"))
            .toList();

    @ParameterizedTest(name = "seed 1, {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1x3 | 331 compared, 157 captures, 8 suicides, 107 passes, 118 undone, 24 ends, 0 kos",
                "2x2 | 469 compared, 232 captures, 2 suicides, 121 passes, 201 undone, 24 ends, 0 kos",
                "2x3 | 921 compared, 321 captures, 61 suicides, 160 passes, 418 undone, 16 ends, 7 kos",
                "5x5 | 1149 compared, 177 captures, 92 suicides, 104 passes, 486 undone, 5 ends, 5 kos",
                "7x9 | 2701 compared, 350 captures, 210 suicides, 197 passes, 1353 undone, 5 ends, 11 kos",
                "9x9 | 3427 compared, 486 captures, 222 suicides, 198 passes, 1795 undone, 8 ends, 30 kos",
                "19x19 | 3979 compared, 110 captures, 11 suicides, 243 passes, 2187 undone, 12 ends, 2 kos"
            })
    void encode_randomGames_agreesWithSlowPlanes(String size, String counts) {
        Walk walk = new Walk(Grids.of(size), new SplitMix64(1));

        for (int game = 0; game < TestSize.of(GAMES); game++) {
            walk.play(game % 2 == 0 ? Color.BLACK : Color.WHITE, game % 4 >= 2);
        }

        if (TestSize.isFull()) {
            assertThat(walk.counts()).isEqualTo(counts);
        }
    }

    /** Random games, and counts of what occurred in them. */
    private static final class Walk {
        private final Grid grid;
        private final SplitMix64 random;
        private final PointSet legal;
        private final List<Encoding> encodings;
        private int compared;
        private int captures;
        private int suicides;
        private int passes;
        private int undone;
        private int ends;
        private int kos;

        Walk(Grid grid, SplitMix64 random) {
            this.grid = grid;
            this.random = random;
            legal = new PointSet(grid);
            encodings = NAMES.stream()
                    .map(name -> Encodings.named(name, grid).orElseThrow())
                    .toList();
        }

        void play(int first, boolean hasStones) {
            Game game = new Game(setup(first, hasStones), Rules.TROMP_TAYLOR);
            SlowPlanes slow = new SlowPlanes(game);
            compare(game, slow);
            int moveLimit = Math.max(Math.min(2 * grid.pointCount(), 240), 50);
            boolean isLookingOften = true;
            while (game.moveNumber() < moveLimit && !game.isOver()) {
                if (random.nextInt(12) == 0) {
                    isLookingOften = !isLookingOften;
                }
                move(game, slow);
                for (int back = random.nextInt(15) == 0 ? random.nextInt(12) : 0;
                        back > 0 && game.moveNumber() > 0;
                        back--) {
                    game.undo();
                    slow.takeBack();
                    undone++;
                }
                if (isLookingOften || game.isOver() || random.nextInt(3) == 0) {
                    compare(game, slow);
                }
            }
            ends += game.isOver() ? 1 : 0;
        }

        private Setup setup(int first, boolean hasStones) {
            PointSet black = new PointSet(grid);
            PointSet white = new PointSet(grid);
            // Every stone has a liberty: if the width is odd, no two of these points are neighbors; if it is 2, they
            // are a column.
            for (int point = 0; hasStones && point < grid.pointCount(); point += 2) {
                if (random.nextInt(3) == 0) {
                    (random.nextInt(2) == 0 ? black : white).add(point);
                }
            }
            return new Setup(grid, black, white, first);
        }

        private void move(Game game, SlowPlanes slow) {
            game.legalPoints(legal);
            boolean isPass = legal.isEmpty() || random.nextInt(25) == 0;
            int move = isPass ? grid.pass() : legal.nth(random.nextInt(legal.size()));
            game.playUnchecked(move);
            slow.note(move, game);
            passes += isPass ? 1 : 0;
            boolean isSuicide = !isPass && game.colorAt(move) == Color.EMPTY;
            suicides += isSuicide ? 1 : 0;
            captures += game.removedCount() > 0 && !isSuicide ? 1 : 0;
        }

        private void compare(Game game, SlowPlanes slow) {
            compared++;
            kos += slow.hasKo() ? 1 : 0;
            for (int i = 0; i < encodings.size(); i++) {
                assertThat(DrawnPlanes.of(encodings.get(i), game))
                        .as("%s after move %s", NAMES.get(i), game.moveNumber())
                        .isEqualTo(slow.of(NAMES.get(i)));
            }
        }

        String counts() {
            return "%d compared, %d captures, %d suicides, %d passes, %d undone, %d ends, %d kos"
                    .formatted(compared, captures, suicides, passes, undone, ends, kos);
        }
    }
}
