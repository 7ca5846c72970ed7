package dev.tengen.game;

import static dev.tengen.testing.Diagrams.drawLegal;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The set of legal points: on drawn positions, and compared with the legality of every single point. */
class LegalPointsTest {
    private static final String ALL_KINDS = """
            . O . X O .
            O O X O . O
            X X . X O .
            O X X . X O
            . O X X . .
            """;

    @Test
    void legalPoints_emptyBoard_areAllPoints() {
        assertThat(drawLegal(new Game(Setup.empty(Grid.square(2)), Rules.TROMP_TAYLOR)))
                .isEqualTo("""
                        * *
                        * *
                        """);
    }

    @Test
    void legalPoints_suicideForbidden_leaveSuicidesOut() {
        Game game = Diagrams.game(ALL_KINDS, Rules.TROMP_TAYLOR.withSuicide(Suicide.FORBIDDEN));

        assertThat(drawLegal(game)).isEqualTo("""
                        . . * . . .
                        . . . . * .
                        . . * . . .
                        . . . * . .
                        * . . . * *
                        """);
    }

    @Test
    void legalPoints_afterKo_leaveTheRecaptureOut() {
        Game game = play(Diagrams.game("""
                        . X O .
                        X O . O
                        . X O .
                        """), "C2");

        assertThat(drawLegal(game)).isEqualTo("""
                        . . . *
                        . . . .
                        . . . *
                        """);
    }

    /** Every ko rule with every suicide rule. The counts show that each reason occurs where it can. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "POSITIONAL, FORBIDDEN",
        "POSITIONAL, MULTI_STONE",
        "POSITIONAL, ANY",
        "SITUATIONAL, FORBIDDEN",
        "SITUATIONAL, MULTI_STONE",
        "SITUATIONAL, ANY",
        "NATURAL_SITUATIONAL, FORBIDDEN",
        "NATURAL_SITUATIONAL, MULTI_STONE",
        "NATURAL_SITUATIONAL, ANY",
        "SIMPLE, FORBIDDEN",
        "SIMPLE, MULTI_STONE",
        "SIMPLE, ANY",
        "NONE, FORBIDDEN",
        "NONE, MULTI_STONE",
        "NONE, ANY"
    })
    void legalPoints_randomGamesSeed1_areThePointsWhoseLegalityIsLegal(Ko ko, Suicide suicide) {
        Map<Legality, Integer> seen = new EnumMap<>(Legality.class);
        for (String size : new String[] {"1x1", "2x1", "1x4", "2x2", "2x3", "3x3", "4x4", "5x5", "13x5", "9x9"}) {
            playRandomGame(Grids.of(size), new Rules(ko, suicide, 2, 7.5), seen);
        }

        assertThat(seen.containsKey(Legality.REPETITION)).isEqualTo(ko != Ko.NONE);
        assertThat(seen.containsKey(Legality.SUICIDE)).isEqualTo(suicide != Suicide.ANY);
        assertThat(seen).containsKeys(Legality.LEGAL, Legality.OCCUPIED);
    }

    private static void playRandomGame(Grid grid, Rules rules, Map<Legality, Integer> seen) {
        Random random = new Random(1);
        Game game = new Game(Setup.empty(grid), rules);
        PointSet legal = new PointSet(grid);
        for (int step = 0; step < 300 && !game.isOver(); step++) {
            game.legalPoints(legal);
            for (int point = 0; point < grid.pointCount(); point++) {
                Legality legality = game.legality(point);
                seen.merge(legality, 1, Integer::sum);
                assertThat(legal.contains(point)).isEqualTo(legality == Legality.LEGAL);
            }
            boolean isPass = legal.isEmpty() || random.nextInt(20) == 0;
            game.play(isPass ? grid.pass() : legal.nth(random.nextInt(legal.size())));
        }
    }
}
