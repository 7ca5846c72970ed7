package dev.tengen.analysis;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PassAliveTest {
    private static PassAlive find(String drawing, Suicide suicide) {
        Board board = Diagrams.board(drawing);
        PassAlive passAlive = new PassAlive(board.grid());
        passAlive.find(board, suicide);
        return passAlive;
    }

    private static PassAlive find(String drawing) {
        return find(drawing, Suicide.FORBIDDEN);
    }

    private static void assertPoints(PointSet points, String drawing) {
        assertThat(Diagrams.draw(points)).isEqualTo(drawing);
    }

    @Test
    void stones_twoEyes_areAlive() {
        PassAlive passAlive = find("""
                . X . X .
                X X X X .
                . . . . .
                . . . . .
                """);

        assertPoints(passAlive.stones(BLACK), """
                . * . * .
                * * * * .
                . . . . .
                . . . . .
                """);
        assertPoints(passAlive.territory(BLACK), """
                * . * . .
                . . . . .
                . . . . .
                . . . . .
                """);
    }

    @Test
    void stones_oneEye_areNotAlive() {
        PassAlive passAlive = find("""
                . X . .
                X X . .
                . . . .
                """);

        assertThat(passAlive.stones(BLACK).isEmpty()).isTrue();
        assertThat(passAlive.territory(BLACK).isEmpty()).isTrue();
        assertThat(passAlive.enclosed(BLACK).isEmpty()).isTrue();
    }

    @Test
    void stones_noStones_areNone() {
        PassAlive passAlive = find("""
                . .
                . .
                """);

        assertThat(passAlive.stones(WHITE).isEmpty()).isTrue();
        assertThat(passAlive.enclosed(WHITE).isEmpty()).isTrue();
    }

    /** The chains depend on each other: each eye is a liberty of both. */
    @Test
    void stones_chainsThatShareTwoEyes_areAlive() {
        PassAlive passAlive = find("""
                . X . .
                X . X X
                X X X .
                """);

        assertPoints(passAlive.stones(BLACK), """
                . * . .
                * . * *
                * * * .
                """);
    }

    @Test
    void stones_threeInARowAsEye_areNotAlive() {
        PassAlive passAlive = find("""
                . . . X .
                X X X X .
                . . . . .
                """);

        assertThat(passAlive.stones(BLACK).isEmpty()).isTrue();
    }

    /** The chain at the right has at most one eye. */
    @Test
    void stones_chainWithOneEyeBesideOneWithTwo_isNotAlive() {
        PassAlive passAlive = find("""
                . X . X . .
                X X X X . .
                . . . . X X
                . . . . X .
                """);

        assertPoints(passAlive.stones(BLACK), """
                . * . * . .
                * * * * . .
                . . . . . .
                . . . . . .
                """);
    }

    /**
     * Both eyes are vital to the chain at the left, but the stone at D3 has no other eye, and its own eye is lost with
     * it.
     */
    @Test
    void stones_eyeBesideAChainThatDies_isLost() {
        PassAlive passAlive = find("""
                . X . X O
                X X X O O
                . . . . .
                """);

        assertThat(passAlive.stones(BLACK).isEmpty()).isTrue();
    }

    @Test
    void stones_eyeBesideOneChainAlone_isKept() {
        PassAlive passAlive = find("""
                . X . X O
                X X X X O
                . . . . .
                """);

        assertPoints(passAlive.stones(BLACK), """
                . * . * .
                * * * * .
                . . . . .
                """);
    }

    @Test
    void territory_deadEnemyStones_areInIt() {
        PassAlive passAlive = find("""
                . X . O X
                X X . . X
                X . X X X
                X X X . X
                """);

        assertPoints(passAlive.stones(BLACK), """
                . * . . *
                * * . . *
                * . * * *
                * * * . *
                """);
        assertPoints(passAlive.territory(BLACK), """
                * . * * .
                . . * * .
                . * . . .
                . . . * .
                """);
    }

    /** With one point beside no black stone, White has room for at most one eye. */
    @Test
    void territory_onePointBesideNoStone_isInIt() {
        PassAlive passAlive = find("""
                . X . X .
                X X X X .
                . . . . .
                """);

        assertPoints(passAlive.territory(BLACK), """
                * . * . *
                . . . . *
                * * * * *
                """);
    }

    @Test
    void territory_regionWithRoomForTwoEyes_isEnclosedAlone() {
        PassAlive passAlive = find("""
                . X . X . . . .
                X X X X . . . .
                . . . . . . . .
                """);

        assertPoints(passAlive.territory(BLACK), """
                * . * . . . . .
                . . . . . . . .
                . . . . . . . .
                """);
        assertPoints(passAlive.enclosed(BLACK), """
                * . * . * * * *
                . . . . * * * *
                * * * * * * * *
                """);
    }

    /** The stone in the corner is beside no black stone. Only a suicide can remove it and open the point. */
    private static final String STONE_IN_THE_CORNER = """
            O . X X
            . X X X
            X X . X
            X X X X
            """;

    @Test
    void stones_enemyBesideNoneOfThem_areAliveWithoutSuicide() {
        assertThat(find(STONE_IN_THE_CORNER, Suicide.FORBIDDEN).stones(BLACK).size())
                .isEqualTo(12);
    }

    @ParameterizedTest
    @EnumSource(names = {"MULTI_STONE", "ANY"})
    void stones_enemyBesideNoneOfThem_areNotAliveWithSuicide(Suicide suicide) {
        assertThat(find(STONE_IN_THE_CORNER, suicide).stones(BLACK).isEmpty()).isTrue();
    }

    @Test
    void find_chainsWithoutLiberties_areNotAlive() {
        PassAlive passAlive = find("""
                X O
                O X
                """);

        assertThat(passAlive.stones(BLACK).isEmpty()).isTrue();
        assertThat(passAlive.stones(WHITE).isEmpty()).isTrue();
    }

    @Test
    void find_again_forgetsTheBoardBefore() {
        Board alive = Diagrams.board("""
                . X .
                X X X
                . X .
                """);
        Board empty = Diagrams.board("""
                . . .
                . . .
                . . .
                """);
        PassAlive passAlive = new PassAlive(alive.grid());
        passAlive.find(alive, Suicide.ANY);
        assertThat(passAlive.stones(BLACK).size()).isEqualTo(5);

        passAlive.find(empty, Suicide.ANY);

        assertThat(passAlive.stones(BLACK).isEmpty()).isTrue();
        assertThat(passAlive.territory(BLACK).isEmpty()).isTrue();
        assertThat(passAlive.enclosed(BLACK).isEmpty()).isTrue();
    }
}
