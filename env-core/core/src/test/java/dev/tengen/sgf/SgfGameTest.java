package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SgfGameTest {
    private static SgfGame game(String sgf) throws SgfException {
        return SgfCollection.parse(sgf).games().get(0);
    }

    private static SgfGame branching() throws SgfException {
        return game("(;N[a];N[b](;N[c](;N[d])(;N[e];N[f]))(;N[g])(;N[h](;N[i])(;N[j])))");
    }

    private static String names(List<SgfNode> nodes) {
        StringBuilder names = new StringBuilder();
        nodes.forEach(node -> names.append(node.text("N").orElse("?")));
        return names.toString();
    }

    @Test
    void nodes_comeBeforeTheirChildren() throws SgfException {
        assertThat(names(branching().nodes().toList())).isEqualTo("abcdefghij");
    }

    @Test
    void lines_areAllWaysToAnEnd_mainLineFirst() throws SgfException {
        assertThat(branching().lines().map(line -> names(line.nodes())))
                .containsExactly("abcd", "abcef", "abg", "abhi", "abhj");
    }

    @Test
    void mainLine_isTheFirstLine() throws SgfException {
        assertThat(names(branching().mainLine().nodes())).isEqualTo("abcd");
    }

    @Test
    void line_takesTheChosenChildren_thenTheFirst() throws SgfException {
        SgfGame game = branching();

        assertThat(names(game.line(0, 1).nodes())).isEqualTo("abcef");
        assertThat(names(game.line(1).nodes())).isEqualTo("abg");
        assertThat(names(game.line(2).nodes())).isEqualTo("abhi");
        assertThat(names(game.line(2, 1).nodes())).isEqualTo("abhj");
    }

    @Test
    void line_noSuchChild_throws() throws SgfException {
        SgfGame game = branching();

        assertThatThrownBy(() -> game.line(0, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("choice 2 is 2, outside [0, 1]");
        assertThatThrownBy(() -> game.line(-1)).hasMessage("choice 1 is -1, outside [0, 2]");
        assertThatThrownBy(() -> game.line(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 choices are given, but the line has 1 nodes with several children");
    }

    @Test
    void record_ofAVariation_hasItsMovesAndTexts() throws SgfException {
        SgfGame game = game("(;SZ[9]PB[x];B[aa](;W[bb]RE[B+1])(;W[cc]RE[W+1];B[dd]))");

        GameRecord record = game.line(1).record();

        assertThat(record.moves()).hasSize(3);
        assertThat(record.grid().name(record.moves().get(1).move())).isEqualTo("C7");
        assertThat(record.result()).contains("W+1");
        assertThat(record.blackPlayer()).contains("x");
    }

    @Test
    void property_notThere_isEmpty() throws SgfException {
        SgfNode root = game("(;N[a])").root();

        assertThat(root.property("C")).isEmpty();
        assertThat(root.text("C")).isEmpty();
        assertThat(root.next()).isEmpty();
        assertThat(root.property("N")).contains(SgfProperty.of("N", "a"));
    }

    @Test
    void points_ofMarkup_takePointsAndRectangles() throws SgfException {
        SgfProperty circles = game("(;CR[aa][bb:cc][])").root().property("CR").orElseThrow();

        assertThat(circles.points(Grid.square(5))).hasToString("[A5, B4, C4, B3, C3]");
        assertThatThrownBy(() -> circles.points(Grid.square(2)))
                .isInstanceOf(SgfException.class)
                .hasMessage("line 1, column 9: CR: point \"cc\" is outside the 2x2 board");
    }

    @Test
    void record_wrongValueInABuiltTree_isAnErrorWithoutAPlace() {
        SgfGame game = SgfGame.builder(Grid.square(9)).property("KM", "x").build();

        assertThatThrownBy(() -> game.mainLine().record(SgfMode.STRICT))
                .isInstanceOfSatisfying(SgfException.class, e -> {
                    assertThat(e).hasMessage("KM: \"x\" is not a number");
                    assertThat(e.line()).isZero();
                    assertThat(e.property()).isEqualTo(Optional.of("KM"));
                });
    }

    @Test
    void of_wrongIdentifierOrNoValue_throws() {
        assertThatThrownBy(() -> SgfProperty.of("", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SgfProperty.of("1A", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SgfProperty.of("b", "x"))
                .hasMessage("identifier \"b\" does not consist of capital letters, with digits after the first");
        assertThatThrownBy(() -> SgfProperty.of("B")).hasMessage("B has no value; an empty value is \"\"");
    }

    @Test
    void withVariations_branchOffTheMainLineAndShareTheirFirstMoves() throws SgfException {
        SgfGame game = game("(;SZ[9]PB[a\\]b];B[aa];W[bb]C[x](;B[cc])(;B[dd]))");
        RecordedMove e5 = new RecordedMove(Color.BLACK, 40);
        RecordedMove pass = new RecordedMove(Color.WHITE, 81);

        SgfGame with = game.withVariations(
                Grid.square(9),
                List.of(
                        new SgfVariation(2, List.of(e5, pass)),
                        new SgfVariation(2, List.of(e5, new RecordedMove(Color.WHITE, 0))),
                        new SgfVariation(2, List.of(new RecordedMove(Color.BLACK, 30))),
                        new SgfVariation(0, List.of(e5)),
                        new SgfVariation(3, List.of(pass))));

        assertThat(with)
                .isEqualTo(
                        game(
                                "(;SZ[9]PB[a\\]b](;B[aa];W[bb]C[x](;B[cc](;N[End of the game])(;W[]))(;B[dd])(;B[ee](;W[])(;W[aa])))(;B[ee]))"));
        assertThat(game).isEqualTo(game("(;SZ[9]PB[a\\]b];B[aa];W[bb]C[x](;B[cc])(;B[dd]))"));
    }

    /** The tried move became a move of the game in every program that read the record. */
    @Test
    void withVariations_afterTheLastMove_leaveTheMainLineAsItWas() throws SgfException {
        Grid grid = Grid.square(9);
        RecordedMove black = new RecordedMove(Color.BLACK, 0);
        RecordedMove white = new RecordedMove(Color.WHITE, 10);
        RecordedMove next = new RecordedMove(Color.BLACK, 40);
        SgfGame game = game("(;SZ[9];B[aa];W[bb])");

        SgfGame with = game.withVariations(
                grid,
                List.of(
                        new SgfVariation(2, List.of(next)),
                        new SgfVariation(0, List.of(black, white, next, new RecordedMove(Color.WHITE, 20))),
                        new SgfVariation(2, List.of(new RecordedMove(Color.BLACK, 41)))));

        assertThat(GameRecord.parse(with.toSgf()).moves()).containsExactly(black, white);
        assertThat(with).isEqualTo(game("(;SZ[9];B[aa];W[bb](;N[End of the game])(;B[ee];W[cc])(;B[fe]))"));
    }

    @Test
    void withVariations_thatDoNotFit_areRefused() throws SgfException {
        SgfGame game = game("(;SZ[9];B[aa])");
        List<RecordedMove> moves = List.of(new RecordedMove(Color.WHITE, 82));

        assertThatThrownBy(() -> game.withVariations(Grid.square(9), List.of(new SgfVariation(1, moves))))
                .hasMessage("move 82 is outside [0, 81]");
        assertThatThrownBy(() -> game.withVariations(Grid.square(9), List.of(new SgfVariation(2, List.of()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the main line has fewer moves than the 2 before a variation");
    }
}
