package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.testing.Grids;
import dev.tengen.testing.TestSize;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares {@code alphago-48} with {@link SlowAlphaGo48} along random games with many captures, under rules that forbid
 * more and fewer plays than the encoding, on boards of many sizes, with set-up stones, undone moves and colliding
 * hashes.
 */
@Tag("reference")
class AlphaGo48AgreementTest {
    private static final List<Rules> RULES = List.of(
            Rules.TROMP_TAYLOR,
            Rules.TROMP_TAYLOR.withKo(Ko.NONE),
            Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE).withSuicide(Suicide.FORBIDDEN),
            Rules.TROMP_TAYLOR.withKo(Ko.SITUATIONAL).withSuicide(Suicide.MULTI_STONE));

    @ParameterizedTest(name = "seed 1, {0}, keys of {1} bits")
    @CsvSource(
            delimiter = '|',
            value = {
                "1x7 | 64 | 18 | 335 compared, 6 ends, 0 captures of 7, 0 self-ataris of 8, 48 ladders caught, 59 escaped, 106 eyes, 42 repetitions",
                "3x2 | 64 | 12 | 217 compared, 4 ends, 0 captures of 7, 0 self-ataris of 8, 44 ladders caught, 46 escaped, 13 eyes, 21 repetitions",
                "5x5 | 64 | 12 | 755 compared, 5 ends, 30 captures of 7, 36 self-ataris of 8, 276 ladders caught, 126 escaped, 169 eyes, 17 repetitions",
                "5x5 | 8 | 12 | 755 compared, 5 ends, 30 captures of 7, 36 self-ataris of 8, 276 ladders caught, 126 escaped, 169 eyes, 17 repetitions",
                "9x9 | 64 | 16 | 2304 compared, 14 ends, 65 captures of 7, 118 self-ataris of 8, 1135 ladders caught, 523 escaped, 789 eyes, 29 repetitions",
                "9x9 | 12 | 8 | 991 compared, 8 ends, 25 captures of 7, 62 self-ataris of 8, 473 ladders caught, 211 escaped, 367 eyes, 17 repetitions",
                "7x11 | 64 | 8 | 874 compared, 7 ends, 35 captures of 7, 58 self-ataris of 8, 480 ladders caught, 198 escaped, 219 eyes, 28 repetitions",
                "13x13 | 64 | 24 | 857 compared, 24 ends, 17 captures of 7, 50 self-ataris of 8, 525 ladders caught, 184 escaped, 360 eyes, 17 repetitions",
                "19x19 | 64 | 30 | 1141 compared, 28 ends, 22 captures of 7, 42 self-ataris of 8, 891 ladders caught, 265 escaped, 377 eyes, 26 repetitions"
            })
    void encode_randomGames_agreesWithSlowPlanes(String size, int keyBits, int games, String counts) {
        Walk walk = new Walk(Grids.of(size), keyBits, new SplitMix64(1));

        for (int game = 0; game < TestSize.of(games); game++) {
            walk.play(RULES.get(game % RULES.size()));
        }

        if (TestSize.isFull()) {
            assertThat(walk.counts()).isEqualTo(counts);
        }
    }

    /** Random games, and counts of the interesting positions in them. */
    private static final class Walk {
        private final Grid grid;
        private final Zobrist zobrist;
        private final SplitMix64 random;
        private final PointSet legal;
        private final Encoding encoding;
        private int compared;
        private int ends;
        private int largeCaptures;
        private int largeSelfAtaris;
        private int captures;
        private int escapes;
        private int eyes;
        private int repetitions;

        Walk(Grid grid, int keyBits, SplitMix64 random) {
            this.grid = grid;
            this.random = random;
            zobrist = keyBits == Long.SIZE ? Zobrist.of(grid) : Zobrist.of(grid, keyBits);
            legal = new PointSet(grid);
            encoding = new AlphaGo48(grid);
        }

        void play(Rules rules) {
            Game game = new Game(setup(), rules, zobrist);
            SlowPlanes slow = new SlowPlanes(game);
            int moveLimit = Math.min(3 * grid.pointCount(), 500);
            while (game.moveNumber() < moveLimit && !game.isOver()) {
                int move = move(game);
                game.playUnchecked(move);
                slow.note(move, game);
                if (random.nextInt(20) == 0) {
                    takeBack(game, slow);
                }
                if (grid.pointCount() < 100 || game.isOver() || random.nextInt(4) == 0) {
                    compare(game, slow.alphaGo());
                }
            }
        }

        /** Draws the first player, and either no stones or stones on every other point, none of them neighbors. */
        private Setup setup() {
            PointSet black = new PointSet(grid);
            PointSet white = new PointSet(grid);
            boolean hasStones = random.nextInt(2) == 0;
            for (int point = 0; hasStones && point < grid.pointCount(); point++) {
                if ((grid.row(point) + grid.column(point)) % 2 == 0 && random.nextInt(3) == 0) {
                    (random.nextInt(2) == 0 ? black : white).add(point);
                }
            }
            return new Setup(grid, black, white, hasStones ? Color.WHITE : Color.BLACK);
        }

        private void takeBack(Game game, SlowPlanes slow) {
            for (int back = random.nextInt(4); back > 0 && game.moveNumber() > 0; back--) {
                game.undo();
                slow.takeBack();
            }
        }

        /** Draws a move: often a capture, rarely a pass, otherwise any legal play. */
        private int move(Game game) {
            game.legalPoints(legal);
            PointSet captures = new PointSet(grid);
            game.board().addAtariPoints(Color.opponent(game.playerToMove()), captures);
            if (!captures.isEmpty() && random.nextInt(4) == 0) {
                int point = captures.nth(random.nextInt(captures.size()));
                if (legal.contains(point)) {
                    return point;
                }
            }
            boolean isPass = legal.isEmpty() || random.nextInt(game.passCount() > 0 ? 4 : 30) == 0;
            return isPass ? grid.pass() : legal.nth(random.nextInt(legal.size()));
        }

        private void compare(Game game, SlowAlphaGo48 slow) {
            List<String> planes = DrawnPlanes.of(encoding, game);
            assertThat(planes)
                    .as("move %s under %s", game.moveNumber(), game.rules())
                    .isEqualTo(slow.planes());
            compared++;
            ends += game.isOver() ? 1 : 0;
            largeCaptures += count(planes, "captures_7");
            largeSelfAtaris += count(planes, "self_atari_8");
            captures += count(planes, "ladder_capture");
            escapes += count(planes, "ladder_escape");
            eyes += count(planes, "sensible", "captures_0");
            repetitions += slow.repetitionCount() > 0 ? 1 : 0;
        }

        /** Returns 1 if the plane has a one or, given another plane, lacks one that the other has. */
        private int count(List<String> planes, String name) {
            return plane(planes, name).contains("1") ? 1 : 0;
        }

        private int count(List<String> planes, String name, String other) {
            String lacking = plane(planes, name);
            String having = plane(planes, other);
            for (int i = 0; i < having.length(); i++) {
                if (having.charAt(i) == '1' && lacking.charAt(i) == '0') {
                    return 1;
                }
            }
            return 0;
        }

        private String plane(List<String> planes, String name) {
            List<String> names = encoding.spec().planes().stream()
                    .map(EncodingSpec.Feature::name)
                    .toList();
            return planes.get(names.indexOf(name));
        }

        String counts() {
            return "%d compared, %d ends, %d captures of 7, %d self-ataris of 8, %d ladders caught, %d escaped, %d eyes, %d repetitions"
                    .formatted(compared, ends, largeCaptures, largeSelfAtaris, captures, escapes, eyes, repetitions);
        }
    }
}
