package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.bits.PlaneTurner;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests every encoding of every family: the observation of a turned game is the turned observation of the game, the
 * legal points are turned too, and globals are equal.
 *
 * <p>Each random game is played together with its turned copies, one for each symmetry of the board.
 */
class SymmetryOfEncodingsTest {
    private static final int GAMES = 6;
    private static final List<String> NAMES = Stream.concat(
                    Encodings.names().stream(),
                    Encodings.families().stream()
                            .flatMap(family -> IntStream.rangeClosed(family.min(), family.max())
                                    .mapToObj(family::encodingName)))
            .toList();

    @ParameterizedTest(name = "seed 1, {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "5x5 | 71 compared, 31 captures, 15 suicides, 20 passes, 27 bans",
                "4x7 | 87 compared, 33 captures, 15 suicides, 24 passes, 71 bans",
                "9x9 | 157 compared, 66 captures, 19 suicides, 28 passes, 135 bans",
                "19x19 | 121 compared, 2 captures, 0 suicides, 32 passes, 34 bans",
            })
    @Tag("full")
    void observation_turnedGame_isTurnedObservation(String size, String counts) {
        Walk walk = new Walk(Grids.of(size), new SplitMix64(1));

        for (int game = 0; game < GAMES; game++) {
            walk.play(game % 2 == 0);
        }

        assertThat(walk.counts()).isEqualTo(counts);
    }

    /** A game and its turned copies, and counts of what occurred. */
    private static final class Walk {
        private final Grid grid;
        private final SplitMix64 random;
        private final PlaneTurner turner;
        private final PointSet legal;
        private final List<Encoding> encodings;
        private final List<Copy> copies = new ArrayList<>();
        private int compared;
        private int captures;
        private int suicides;
        private int passes;
        private int bans;

        Walk(Grid grid, SplitMix64 random) {
            this.grid = grid;
            this.random = random;
            turner = new PlaneTurner(grid);
            legal = new PointSet(grid);
            encodings = encodings(grid);
            Symmetry.of(grid).forEach(symmetry -> copies.add(new Copy(symmetry, encodings(grid))));
        }

        private static List<Encoding> encodings(Grid grid) {
            return NAMES.stream()
                    .map(name -> Encodings.named(name, grid).orElseThrow())
                    .toList();
        }

        void play(boolean hasStones) {
            PointSet black = new PointSet(grid);
            PointSet white = new PointSet(grid);
            // Every second point of every second row: no two are neighbors, so every stone has a liberty.
            for (int point = 0; hasStones && point < grid.pointCount(); point++) {
                if (grid.row(point) % 2 == 0 && grid.column(point) % 2 == 0 && random.nextInt(3) == 0) {
                    (random.nextInt(2) == 0 ? black : white).add(point);
                }
            }
            Game game = new Game(new Setup(grid, black, white, Color.BLACK), Rules.TROMP_TAYLOR);
            copies.forEach(copy -> copy.start(black, white));
            int moveLimit = Math.min(2 * grid.pointCount(), 120);
            compare(game);
            while (game.moveNumber() < moveLimit && !game.isOver()) {
                move(game);
                if (random.nextInt(game.removedCount() > 0 ? 2 : 6) == 0 || game.isOver()) {
                    compare(game);
                }
            }
        }

        private void move(Game game) {
            game.legalPoints(legal);
            boolean isPass = legal.isEmpty() || random.nextInt(25) == 0;
            int move = isPass ? grid.pass() : legal.nth(random.nextInt(legal.size()));
            game.playUnchecked(move);
            copies.forEach(copy -> copy.game.playUnchecked(copy.map.turned(move)));
            passes += isPass ? 1 : 0;
            boolean isSuicide = !isPass && game.colorAt(move) == Color.EMPTY;
            suicides += isSuicide ? 1 : 0;
            captures += game.removedCount() > 0 && !isSuicide ? 1 : 0;
        }

        private void compare(Game game) {
            compared++;
            for (int point = 0; point < grid.pointCount(); point++) {
                bans += game.legality(point) == Legality.REPETITION ? 1 : 0;
            }
            for (int index = 0; index < encodings.size(); index++) {
                Encoding encoding = encodings.get(index);
                byte[] planes = encoding.observation(game);
                float[] globals = globals(encoding, game);
                for (Copy copy : copies) {
                    Encoding other = copy.encodings.get(index);
                    byte[] turned = new byte[planes.length];
                    turner.turn(copy.symmetry, planes, encoding.spec().planeCount(), turned, 0);
                    assertThat(other.observation(copy.game))
                            .as("%s, %s, after move %s", NAMES.get(index), copy.symmetry, game.moveNumber())
                            .isEqualTo(turned);
                    assertThat(globals(other, copy.game)).isEqualTo(globals);
                }
            }
            copies.forEach(copy -> compareMasks(game, copy));
        }

        private static float[] globals(Encoding encoding, Game game) {
            float[] globals = new float[encoding.spec().globals().size()];
            encoding.encodeGlobals(game, globals, 0);
            return globals;
        }

        private void compareMasks(Game game, Copy copy) {
            byte[] turned = new byte[(grid.moveCount() + 7) / 8];
            turner.turnMask(copy.symmetry, mask(game), turned, 0);
            assertThat(turned).as("mask, %s", copy.symmetry).isEqualTo(mask(copy.game));
        }

        private byte[] mask(Game game) {
            game.legalPoints(legal);
            byte[] mask = new byte[(grid.moveCount() + 7) / 8];
            legal.writeTo(mask, 0);
            mask[grid.pass() >>> 3] |= (byte) (0x80 >>> (grid.pass() & 7));
            return mask;
        }

        String counts() {
            return "%d compared, %d captures, %d suicides, %d passes, %d bans"
                    .formatted(compared, captures, suicides, passes, bans);
        }

        /** The game turned by one symmetry. */
        private final class Copy {
            private final Symmetry symmetry;
            private final SymmetryMap map;
            private final List<Encoding> encodings;
            private Game game;

            Copy(Symmetry symmetry, List<Encoding> encodings) {
                this.symmetry = symmetry;
                this.encodings = encodings;
                map = SymmetryMap.of(symmetry, grid);
                game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
            }

            void start(PointSet black, PointSet white) {
                game = new Game(new Setup(grid, turned(black), turned(white), Color.BLACK), Rules.TROMP_TAYLOR);
            }

            private PointSet turned(PointSet points) {
                PointSet turned = new PointSet(grid);
                points.forEach(point -> turned.add(map.turned(point)));
                return turned;
            }
        }
    }
}
