package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SgfBuilderTest {
    private static final Grid GRID = Grid.square(9);

    private static SgfBuilder builder() {
        return SgfGame.builder(GRID);
    }

    @Test
    void build_nothingAdded_isTheFirstNode() {
        assertThat(builder().build().toSgf()).isEqualTo("(;GM[1]FF[4]CA[UTF-8]SZ[9])\n");
        assertThat(SgfGame.builder(Grid.of(7, 3)).build().toSgf()).contains("SZ[7:3]");
        assertThat(SgfGame.builder(GRID, "mine:1.2").build().toSgf())
                .isEqualTo("(;GM[1]FF[4]CA[UTF-8]AP[mine:1.2]SZ[9])\n");
    }

    @Test
    void build_movesCommentsAndMarkup_areWritten() throws SgfException {
        SgfGame game = builder()
                .property("DT", "2026-11-21")
                .node()
                .move(Color.BLACK, 40)
                .comment("a]b:c")
                .points("CR", PointSet.of(GRID, 0, 80))
                .property(SgfProperty.of("LB", List.of(SgfValue.of("aa", "1:2"))))
                .node()
                .move(Color.WHITE, GRID.pass())
                .build();

        assertThat(game.toSgf())
                .isEqualTo(
                        "(;GM[1]FF[4]CA[UTF-8]SZ[9]DT[2026-11-21]\n" + ";B[ee]C[a\\]b:c]CR[aa][ii]LB[aa:1\\:2];W[])\n");
        assertThat(SgfCollection.parse(game.toSgf()).games()).containsExactly(game);
        assertThat(game.mainLine().record().moves())
                .containsExactly(new RecordedMove(Color.BLACK, 40), new RecordedMove(Color.WHITE, 81));
    }

    @Test
    void build_variations_beginWhereTheirParentIs() {
        SgfGame game = builder()
                .node()
                .property("N", "a")
                .startVariation()
                .node()
                .property("N", "b")
                .startVariation()
                .node()
                .endVariation()
                .startVariation()
                .node()
                .property("N", "c")
                .endVariation()
                .endVariation()
                .startVariation()
                .node()
                .node()
                .endVariation()
                .build();

        assertThat(game.toSgf()).isEqualTo("(;GM[1]FF[4]CA[UTF-8]SZ[9]\n;N[a]\n(;N[b]\n(;)\n(;N[c]))\n(;\n;))\n");
    }

    @Test
    void property_twiceInANode_throws() {
        assertThatThrownBy(() -> builder().comment("a").comment("b"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the node already has C");
    }

    @Test
    void property_moveWithMoveOrSetUp_throws() {
        PointSet points = PointSet.of(GRID, 3);

        assertThatThrownBy(() -> builder().points("AB", points).move(Color.BLACK, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("B and AB cannot be in the same node");
        assertThatThrownBy(() -> builder().move(Color.BLACK, 0).points("AE", points))
                .hasMessage("AE and B cannot be in the same node");
        assertThatThrownBy(() -> builder().move(Color.BLACK, 0).move(Color.WHITE, 1))
                .hasMessage("W and B cannot be in the same node");
        assertThat(builder()
                        .points("AB", points)
                        .property("PL", "W")
                        .build()
                        .root()
                        .properties())
                .hasSize(5);
    }

    @Test
    void property_ofTheFileBehindTheFirstNode_throws() {
        assertThatThrownBy(() -> builder().node().property("SZ", "9"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("SZ is only allowed in the first node");
        assertThat(builder().property("AP", "x").build().root().text("AP")).contains("x");
    }

    @Test
    void property_charset_throws() {
        assertThatThrownBy(() -> builder().property("CA", "UTF-8"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("CA is written with the file, as CA[UTF-8]");
    }

    @Test
    void move_outsideTheGrid_throws() {
        assertThatThrownBy(() -> builder().move(Color.BLACK, 82))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move 82 is outside [0, 81]");
        assertThatThrownBy(() -> builder().move(Color.EMPTY, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void calls_thatTheGrammarForbids_throw() {
        assertThatThrownBy(() -> builder().endVariation())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no variation has started");
        assertThatThrownBy(() -> builder().startVariation().startVariation())
                .hasMessage("a variation must start with a node");
        assertThatThrownBy(() -> builder().startVariation().endVariation())
                .hasMessage("a variation must have at least one node");
        assertThatThrownBy(() -> builder().startVariation().comment("x")).hasMessage("C has no node; start one first");
        assertThatThrownBy(() -> builder().startVariation().node().build()).hasMessage("a variation has not ended");
        assertThatThrownBy(
                        () -> builder().startVariation().node().endVariation().node())
                .hasMessage("after a variation only another variation may follow");
    }

    @Test
    void build_twice_hasTheSameGame() {
        SgfBuilder builder = builder().comment("x");
        SgfGame game = builder.build();

        assertThatThrownBy(() -> builder.comment("y")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(builder::node).isInstanceOf(IllegalStateException.class);
        assertThat(builder.build()).isEqualTo(game);
    }
}
