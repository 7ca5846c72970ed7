package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;
import java.util.List;
import org.junit.jupiter.api.Test;

class GameInfoTest {
    private static final String ALL = "(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[9]KM[6.5]RU[Japanese]PB[A]BR[1d]PW[B]WR[2d]"
            + "RE[B+R]DT[2026-11-21]GN[G]EV[E]RO[3]PC[P]TM[600]OT[5x30 byo-yomi]TENGEN[max_moves=9])\n";

    @Test
    void parse_allTexts_areKeptAndWritten() throws SgfException {
        GameRecord record = GameRecord.parse(ALL);

        assertThat(record.info().texts()).hasSize(GameText.values().length).doesNotContainValue("");
        assertThat(record.info().text(GameText.OVERTIME)).contains("5x30 byo-yomi");
        assertThat(record.toSgf()).isEqualTo(ALL);
    }

    @Test
    void with_textsKomiAndHandicap_changesOnlyThem() {
        GameInfo info = GameInfo.NONE.with(GameText.DATE, "2026").withKomi(7).withHandicap(2);

        assertThat(info.text(GameText.DATE)).contains("2026");
        assertThat(info.texts()).hasSize(1);
        assertThat(info.komi()).hasValue(7);
        assertThat(info.handicap()).isEqualTo(2);
        assertThat(info.with(GameText.DATE, " ").texts()).isEmpty();
        assertThat(GameInfo.NONE.texts()).isEmpty();
    }

    @Test
    void constructor_textsOfSeveralLines_areOneLine() {
        assertThat(GameInfo.NONE.with(GameText.EVENT, " a\r\nb\tc ").text(GameText.EVENT))
                .contains("a b c");
    }

    @Test
    void texts_cannotBeChanged() {
        GameInfo info = GameInfo.NONE.with(GameText.DATE, "2026");

        assertThatThrownBy(() -> info.texts().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void toSgf_handicapWithoutStones_isNotWritten() throws SgfException {
        GameRecord record = new GameRecord(
                Setup.empty(Grid.square(9)), List.of(new RecordedMove(Color.BLACK, 1)), GameInfo.NONE.withHandicap(2));

        assertThat(record.toSgf()).doesNotContain("HA[");
        assertThat(GameRecord.parse(record.toSgf()).handicap()).isZero();
    }

    @Test
    void toSgf_handicapWithStones_isReadBack() throws SgfException {
        Grid grid = Grid.square(9);
        Setup setup = Setup.of(grid, PointSet.of(grid, 20, 60), new PointSet(grid), Color.WHITE);
        GameRecord record = new GameRecord(setup, List.of(), GameInfo.NONE.withHandicap(2));

        assertThat(record.toSgf()).contains("HA[2]", "AB[cc][gg]PL[W]");
        assertThat(GameRecord.parse(record.toSgf())).isEqualTo(record);
    }
}
