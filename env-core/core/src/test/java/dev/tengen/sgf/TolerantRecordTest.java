package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that break the format, but whose moves are intact: tolerant mode reads them, strict mode does not. */
class TolerantRecordTest {
    private static ParsedRecord parsed(String sgf) throws SgfException {
        return ParsedRecord.parse(sgf.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // brackets in text
                "(;SZ[9]KM[7]US[joe[3d]];B[ee];W[cc]) | 2 | line 1, column 22: US: \"]\" in text without a backslash; read as part of the text",
                "(;SZ[9]KM[7]C[see [1]; then [2] (ko)];B[ee]) | 1 | line 1, column 21: C: \"]\" in text without a backslash; read as part of the text",
                "(;SZ[9]KM[7];B[ee]C[a [b] c](;W[cc])(;W[dd])) | 2 | line 1, column 25: C: \"]\" in text without a backslash; read as part of the text",
                "(;SZ[9]KM[7]PB[a]];B[ee]) | 1 | line 1, column 17: PB: \"]\" in text without a backslash; read as part of the text",
                "(;SZ[9]KM[7];B[ee]];W[cc]) | 2 | line 1, column 19: expected a property, \";\", \"(\" or \")\" but found \"]\"; ignored",
                // dashes
                "(;SZ[9]KM[7]MULTI-GO[x];B[ee]) | 1 | line 1, column 13: MULTIGO: the identifier \"MULTI-GO\" has other characters than letters and digits; they are ignored",
                "(;SZ[9]KM[7]HA[-];B[ee]) | 1 | line 1, column 15: HA: \"-\" is not a whole number; read as 0",
                "(;SZ[9]KM[--];B[ee]) | 1 | line 1, column 10: KM: \"--\" is not a number; the komi is unknown",
                "(;SZ[9]KM[7];B[ee];W[--]) | 2 | line 1, column 21: W: move 2: \"--\" is not a point; two letters are expected; read as a pass",
                // text in HA, KM, SZ, GM and PL
                "(;SZ[9]KM[7]HA[even];B[ee]) | 1 | line 1, column 15: HA: \"even\" is not a whole number; read as 0",
                "(;SZ[9]KM[7]HA[3];W[ee]) | 1 | line 1, column 13: HA: 3 handicap stones are expected, but AB sets up none; read as 0",
                "(;SZ[9]KM[7]HA[2 stones];B[ee];B[cc]) | 2 | line 1, column 15: HA: \"2 stones\" is not a whole number; read as 2",
                "(;SZ[9x9]KM[7];B[ee]) | 1 | line 1, column 5: SZ: \"9x9\" is not a whole number; read as 9:9",
                "(;GM[Go]SZ[9]KM[7];B[ee]) | 1 | line 1, column 5: GM: \"Go\" is not a whole number; read as Go",
                "(;SZ[9]KM[7]PL[red];B[ee]) | 1 | line 1, column 15: PL: \"red\" is neither \"B\" nor \"W\"; ignored"
            })
    void parse_brokenRecordWithIntactMoves_isReadWithAWarning(String sgf, int moveCount, String warning)
            throws SgfException {
        ParsedRecord parsed = parsed(sgf);

        assertThat(parsed.record().grid()).hasToString("9x9");
        assertThat(parsed.record().moves()).hasSize(moveCount);
        assertThat(parsed.warnings()).extracting(SgfWarning::toString).containsExactly(warning);
        boolean isRepair = !warning.contains("they are ignored");
        assertThatThrownBy(() -> ParsedRecord.parse(sgf.getBytes(StandardCharsets.UTF_8), SgfMode.STRICT))
                .isInstanceOf(SgfException.class)
                .hasMessageContaining(isRepair ? "line 1" : "MULTI");
    }

    @Test
    void parse_bracketsInText_areKept() throws SgfException {
        assertThat(SgfCollection.parse("(;US[joe[3d]];C[a]b];B[ee])")
                        .games()
                        .get(0)
                        .root()
                        .text("US"))
                .contains("joe[3d]");
        SgfCollection collection = SgfCollection.parse("(;US[joe[3d]];C[a]b\\]c];B[ee])");
        assertThat(SgfCollection.parse(collection.toSgf())).isEqualTo(collection);
    }

    /** A bracket that would take a move into a text is the end of the text, and what follows is the error. */
    @ParameterizedTest
    @CsvSource({"(;C[abc]xyz;B[aa]), 1, 8", "(;C[abc] xyz B[aa]), 1, 8", "(;C[abc]x;W [aa]), 1, 8"})
    void parse_bracketBeforeAMove_isRejected(String sgf, int line, int column) {
        assertThatThrownBy(() -> parsed(sgf))
                .isInstanceOf(SgfException.class)
                .hasMessageStartingWith("line " + line + ", column " + column + ": C: expected a property");
    }

    @ParameterizedTest
    @CsvSource({
        "SZ[19]KM[375]RU[Chinese], 7.5, is not in points; read as 7.5",
        "SZ[19]KM[3.75]RU[Chinese], 7.5, is not in points; read as 7.5",
        "SZ[19]KM[2.75]RU[\u4e2d\u56fd\u89c4\u5219], 5.5, is not in points; read as 5.5",
        "SZ[19]KM[275]RU[chinese], 5.5, is not in points; read as 5.5",
        "SZ[19]KM[3.75], 7.5, is not in points; read as 7.5",
        "SZ[19]KM[650]RU[Japanese], 6.5, is not in points; read as 6.5",
        "SZ[9]KM[375]AP[foxwq], 7.5, was written by Fox and is read as 7.5",
        "SZ[9]KM[90], 90, is more than the 81 points of the board",
        "SZ[9]KM[-400], -400, is more than the 81 points of the board",
        "SZ[9]KM[400]AP[Tengen:2], 400, is more than the 81 points of the board",
        "SZ[9]KM[5.5 points], 5.5, is not a number; read as 5.5",
        "SZ[9]KM[\u22126.5], -6.5, is not a number; read as -6.5",
        "SZ[9]KM[5 1/2], 5.5, is not a number; read as 5.5",
        "SZ[9]KM[6\u00bd\u76ee], 6.5, is not a number; read as 6.5",
        "SZ[9]KM[komi: 7], 7, is not a number; read as 7",
        "SZ[9]KM[6.5][7.5], 6.5, expected one value but found another"
    })
    void parse_komiInOtherUnitsOrWords_isInPointsWithAWarning(String properties, double komi, String warning)
            throws SgfException {
        ParsedRecord parsed = parsed("(;CA[UTF-8]" + properties + ")");

        assertThat(parsed.record().komi()).hasValue(komi);
        assertThat(parsed.warnings()).hasSize(1);
        assertThat(parsed.warnings().get(0).toString()).contains("KM", warning);
    }

    @ParameterizedTest
    @CsvSource({"1e3", "NaN", "6.3", "none", "1000.5", "3.75]RU[Japanese", "5 1/3", "1.2.3"})
    void parse_komiThatCannotBe_isUnknownWithAWarning(String komi) throws SgfException {
        ParsedRecord parsed = parsed("(;SZ[9]KM[" + komi + "])");

        assertThat(parsed.record().komi()).isEmpty();
        assertThat(parsed.warnings()).hasSize(1);
        assertThat(parsed.warnings().get(0).toString()).endsWith("; the komi is unknown");
    }

    /** Each nested variation is a game tree of its own, so unclosed ones took long and much memory. */
    @Test
    void parse_deepNesting_isRejectedAtTheLimit() throws SgfException {
        int limit = SgfParser.MAX_NESTING;

        assertThat(parsed("(;GM[1]".repeat(limit)).record().moves()).isEmpty();
        assertThatThrownBy(() -> parsed("(;GM[1]".repeat(limit + 1)))
                .isInstanceOf(SgfException.class)
                .hasMessage("line 1, column " + (7 * limit + 1)
                        + ": more than 10000 variations in each other, which is the limit");
        assertThatThrownBy(() -> parsed("(;GM[1]".repeat(140_000)))
                .isInstanceOf(SgfException.class)
                .hasMessageContaining("more than 10000 variations");
    }
}
