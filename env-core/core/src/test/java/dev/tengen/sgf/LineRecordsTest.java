package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.sgf.LineRecords.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineRecordsTest {
    private static LineRecords records(String sgf) throws SgfException {
        return SgfCollection.parse(sgf).games().get(0).mainLine().records();
    }

    /** Returns a segment as text: node, earlier moves, stones, player to move, number of moves. */
    private static String text(Segment segment) {
        GameRecord record = segment.record();
        return segment.firstNode() + " " + segment.earlierMoveCount() + " X"
                + record.setup().black() + " O"
                + record.setup().white() + " " + Color.name(record.setup().playerToMove()) + " "
                + record.moves().size();
    }

    private static List<String> segments(String sgf) throws SgfException {
        return records(sgf).segments().stream().map(LineRecordsTest::text).toList();
    }

    private static List<String> warnings(String sgf) throws SgfException {
        return records(sgf).warnings().stream().map(SgfWarning::toString).toList();
    }

    @Test
    void segments_noSetUpAfterAMove_areOne() throws SgfException {
        assertThat(segments("(;SZ[5];AB[aa];PL[W];W[bb])")).containsExactly("0 0 X[A5] O[] White 1");
    }

    @Test
    void segments_stonesAfterMoves_beginAnotherWithThePositionThere() throws SgfException {
        assertThat(segments("(;SZ[5]KM[1];B[aa];W[bb];AB[ee]AE[aa];B[cc];W[dd];AW[ae];W[])"))
                .containsExactly(
                        "0 0 X[] O[] Black 2", "3 2 X[E1] O[B4] Black 2", "6 4 X[C3, E1] O[B4, D2, A1] White 1");
    }

    @Test
    void segments_capturesBefore_areCarriedOut() throws SgfException {
        // White captures A5, then Black commits suicide with two stones at E5 and D5.
        assertThat(segments("(;SZ[5];B[aa];W[ab];B[ea];W[ba];B[];W[eb];B[];W[db];B[];W[ca];B[da];PL[B];AB[ee])"))
                .containsExactly("0 0 X[] O[] Black 11", "13 11 X[E1] O[B5, C5, A4, D4, E4] Black 0");
    }

    @Test
    void segments_moveOnAStone_takesItsPlace() throws SgfException {
        assertThat(segments("(;SZ[5];B[aa];W[aa];B[ba];AB[ee])"))
                .containsExactly("0 0 X[] O[] Black 3", "4 3 X[B5, E1] O[A5] White 0");
    }

    @Test
    void segments_samePlayerToMoveAtTheEnd_isAnotherWithoutMoves() throws SgfException {
        assertThat(segments("(;SZ[5];B[aa];PL[B];C[x])"))
                .containsExactly("0 0 X[] O[] Black 1", "2 1 X[A5] O[] Black 0");
    }

    @Test
    void segments_playerBeforeTheStones_movesFirst() throws SgfException {
        assertThat(segments("(;SZ[5];B[aa];PL[B];AB[ee])")).last().isEqualTo("3 1 X[A5, E1] O[] Black 0");
        assertThat(segments("(;SZ[5];B[aa];AB[ee])")).last().isEqualTo("2 1 X[A5, E1] O[] White 0");
        assertThat(segments("(;SZ[5];B[aa];AB[ee];B[cc])")).last().isEqualTo("2 1 X[A5, E1] O[] Black 1");
        assertThat(segments("(;SZ[5];B[aa];AB[ee]PL[B])")).last().isEqualTo("2 1 X[A5, E1] O[] Black 0");
    }

    @Test
    void segments_handicap_isOfTheFirst() throws SgfException {
        assertThat(segments("(;SZ[5]HA[2]AB[aa][bb];W[cc];AE[bb];B[dd])"))
                .containsExactly("0 0 X[A5, B4] O[] White 1", "2 1 X[A5] O[C3] Black 1");
    }

    @Test
    void segments_wrongMoveInALater_isCountedFromTheStart() {
        assertThatThrownBy(() -> records("(;SZ[5];B[aa];AB[ee];W[ff])"))
                .hasMessage("line 1, column 23: W: move 2: point \"ff\" is outside the 5x5 board");
    }

    @Test
    void segments_laterPositionWithoutLiberties_isAnError() {
        assertThatThrownBy(() -> records("(;SZ[5];B[aa];AW[ab][ba])"))
                .hasMessage("line 1, column 15: AW: the chain at A5 has no liberty");
    }

    @Test
    void segments_veryMany_areRefused() throws SgfException {
        String pair = ";B[aa];AB[bb]";

        assertThat(segments("(;SZ[5]" + pair.repeat(999) + ")")).hasSize(1_000);
        assertThatThrownBy(() -> records("(;SZ[5]" + pair.repeat(1_000) + ")"))
                .isInstanceOf(SgfException.class)
                .hasMessage("line 1, column 13002: AB: more than 1000 records in one line, which is the limit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "(;SZ[5]) > KM: missing; the komi is unknown",
                "(;KM[0]RE[black wins]) > line 1, column 10: RE: \"black wins\" is not understood; expected a result such as B+3.5, W+R, 0 or Void",
                "(;KM[0]DT[21.11.2026]) > line 1, column 10: DT: \"21.11.2026\" is not understood; expected a date such as 2003-04-17",
                "(;KM[375]AP[foxwq]) > line 1, column 5: KM: 375 was written by Fox and is read as 7.5 points",
                "(;KM[0]AB[aa];AW[aa]) > line 1, column 15: AW: point A19 already has a stone; the new one replaces it",
                "(;KM[0];AE[aa]) > line 1, column 9: AE: point A19 is already empty",
                "(;KM[0]HA[2]AB[aa]) > line 1, column 8: HA: 2 handicap stones, but 1 black stones are set up",
                "(;KM[0];B[aa]AB[bb]) > line 1, column 14: AB: set-up in the same node as a move; read as set-up before the move",
                "(;KM[0];B[aa]W[bb]) > line 1, column 14: W: a node has a move of each color; both are read"
            })
    void warnings_oddities_haveThePositionAndTheProblem(String sgf, String warning) throws SgfException {
        assertThat(warnings(sgf)).containsExactly(warning);
    }

    @ParameterizedTest
    @CsvSource({
        "B+3.5",
        "W+R",
        "w+resign",
        "B+T",
        "W+Forfeit",
        "0",
        "Draw",
        "Void",
        "?",
        "B+",
        "'B+3,5'",
        "Jigo",
        "W+.5"
    })
    void warnings_resultsThatAreUnderstood_areNone(String result) throws SgfException {
        assertThat(warnings("(;KM[0]RE[" + result + "])")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2026", "2026-11", "2026-11-21", "'2026-11-21,22'", "'1996-05,06'", "'2026-12-31,2027-01-01'"})
    void warnings_datesThatAreUnderstood_areNone(String date) throws SgfException {
        assertThat(warnings("(;KM[0]DT[" + date + "])")).isEmpty();
    }
}
