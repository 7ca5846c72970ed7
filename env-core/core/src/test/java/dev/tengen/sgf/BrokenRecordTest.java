package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BrokenRecordTest {
    private static final Pattern CODE_POINT = Pattern.compile("<([0-9a-f]{4})>");

    /** On each line a broken text and its error message. {@code \n} is a line break and {@code <2028>} is U+2028. */
    private static final String TABLE = """
                                              => line 1, column 1: no game: the text does not contain "(;"
            no game at all                    => line 1, column 1: no game: the text does not contain "(;"
            (B[aa])                           => line 1, column 1: no game: the text does not contain "(;"
            (;B[aa]                           => nothing
            \\n (;\\nB[aa](;W[bb])              => nothing
            (;C[abc                           => line 1, column 4: C: the value does not end; "]" is missing
            (;C[abc\\])                        => line 1, column 4: C: the value does not end; "]" is missing
            (;B[aa]\\nC[ab\\ncd)                => line 2, column 2: C: the value does not end; "]" is missing
            (;SZ[9]()                         => line 1, column 9: expected ";" after "(" but found ")"
            (;SZ[9](B[aa]))                   => line 1, column 9: expected ";" after "(" but found "B"
            (;SZ[9](                          => line 1, column 9: expected ";" after "(" but found the end of the text
            (;B[aa](;W[bb]);B[cc])            => line 1, column 16: a node cannot follow a variation; expected "(" or ")" but found ";"
            (;[aa])                           => line 1, column 3: expected a property, ";", "(" or ")" but found "["
            (;B[aa]]W[bb])                    => line 1, column 8: expected a property, ";", "(" or ")" but found "]"
            (;B[aa]<0001>)                    => line 1, column 8: expected a property, ";", "(" or ")" but found "\\u0001"
            (;B)                              => line 1, column 4: B: expected "[" after the identifier but found ")"
            (;GM 1)                           => line 1, column 6: GM: expected "[" after the identifier but found "1"
            (;GM                              => line 1, column 5: GM: expected "[" after the identifier but found the end of the text
            (;black[aa])                      => line 1, column 3: the identifier "black" has no capital letter
            (;GM[2])                          => line 1, column 5: GM: game 2 is not Go, which is 1
            (;GM[go])                         => line 1, column 5: GM: "go" is not a whole number
            (;SZ[26])                         => line 1, column 5: SZ: size 26 is outside [1, 25]
            (;SZ[0])                          => line 1, column 5: SZ: size 0 is outside [1, 25]
            (;SZ[-10])                        => line 1, column 5: SZ: size -10 is outside [1, 25]
            (;SZ[10:53])                      => line 1, column 5: SZ: size 53 is outside [1, 25]
            (;SZ[9:])                         => line 1, column 5: SZ: "" is not a whole number
            (;SZ[ ])                          => line 1, column 5: SZ: "" is not a whole number
            (;SZ[])                           => line 1, column 5: SZ: "" is not a whole number
            (;SZ[9x9])                        => line 1, column 5: SZ: "9x9" is not a whole number
            (;SZ[9:9:9])                      => line 1, column 5: SZ: "9:9" is not a whole number
            (;SZ[12345678901])                => line 1, column 5: SZ: "12345678901" is not a whole number
            (;SZ[9]SZ[13])                    => line 1, column 10: SZ: expected one value but found another: "13"
            (;B[aa];SZ[9])                    => line 1, column 9: SZ: only allowed in the first node of a game
            (;SZ[9];B[jj])                    => line 1, column 10: B: move 1: point "jj" is outside the 9x9 board
            (;SZ[9];B[aa];W[bb];B[aj])        => line 1, column 22: B: move 3: point "aj" is outside the 9x9 board
            (;SZ[5:9];B[fa])                  => line 1, column 12: B: move 1: point "fa" is outside the 5x9 board
            (;B[AA])                          => line 1, column 4: B: move 1: point "AA" is outside the 19x19 board
            (;B[aa];W[pass])                  => line 1, column 10: W: move 2: "pass" is not a point; two letters are expected
            (;B[c   c])                       => line 1, column 4: B: move 1: "c   c" is not a point; two letters are expected
            (;B[a])                           => line 1, column 4: B: move 1: "a" is not a point; two letters are expected
            (;B[a1])                          => line 1, column 4: B: move 1: "a1" is not a point; two letters are expected
            (;B[aa:bb])                       => line 1, column 4: B: move 1: "aa:bb" is not a point; two letters are expected
            (;B[aa][bb])                      => line 1, column 8: B: expected one value but found another: "bb"
            (;SZ[9]AB[aa][ja])                => line 1, column 14: AB: point "ja" is outside the 9x9 board
            (;SZ[9]AB[aa:ja])                 => line 1, column 10: AB: point "ja" is outside the 9x9 board
            (;SZ[9]AE[tt])                    => line 1, column 10: AE: point "tt" is outside the 9x9 board
            (;AW[aa:])                        => line 1, column 5: AW: "" is not a point; two letters are expected
            (;AW[aa:bb:cc])                   => line 1, column 5: AW: "bb:cc" is not a point; two letters are expected
            (;AB[aa:cc]AW[bb])                => line 1, column 12: AW: point B18 is set up twice in this node
            (;AB[aa]AE[aa])                   => line 1, column 9: AE: point A19 is set up twice in this node
            (;AB[aa]AW[ab][ba])               => line 1, column 9: AW: the chain at A19 has no liberty
            (;SZ[2]AB[aa:bb])                 => line 1, column 8: AB: the chain at A2 has no liberty
            (;B[aa];AB[bb])                   => line 1, column 9: AB: set-up stones after move 1 are not supported in one record
            (;B[aa];W[bb];AE[aa])             => line 1, column 15: AE: set-up stones after move 2 are not supported in one record
            (;B[aa];W[bb]AW[cc])              => line 1, column 14: AW: set-up stones after move 1 are not supported in one record
            (;B[aa];PL[B])                    => line 1, column 9: PL: Black to move again after move 1 is not supported in one record
            (;PL[red])                        => line 1, column 5: PL: "red" is neither "B" nor "W"
            (;B[aa];PL[])                     => line 1, column 11: PL: "" is neither "B" nor "W"
            (;HA[3])                          => line 1, column 3: HA: 3 handicap stones are expected, but AB sets up none
            (;HA[2];W[aa];B[bb])              => line 1, column 3: HA: 2 handicap stones are expected, but AB sets up none
            (;HA[-2])                         => line 1, column 5: HA: -2 is negative
            (;HA[two])                        => line 1, column 5: HA: "two" is not a whole number
            (;KM[5 1/2])                      => line 1, column 5: KM: "5 1/2" is not a number
            (;KM[NaN])                        => line 1, column 5: KM: "NaN" is not a number
            (;KM[1e3])                        => line 1, column 5: KM: "1e3" is not a number
            (;KM[.])                          => line 1, column 5: KM: "." is not a number
            (;KM[3.75])                       => line 1, column 5: KM: komi 3.75 is not in points
            (;KM[1000.5])                     => line 1, column 5: KM: komi 1000.5 is not a multiple of 0.5 within [-1000, 1000]
            (;KM[123]AP[foxwq])               => line 1, column 5: KM: komi 123 is not a multiple of 0.5 within [-1000, 1000]
            (;KM[6.5];KM[7];C[a]KM[8][9])     => nothing
            (;KM[6.5][7.5])                   => line 1, column 10: KM: expected one value but found another: "7.5"
            (;CA[foo])                        => nothing
            (;US[joe[3d]];B[aa])              => line 1, column 13: expected a property, ";", "(" or ")" but found "]"
            (;GM[])                           => line 1, column 5: GM: "" is not a whole number
            (;X-Y[a])                         => line 1, column 4: X: expected "[" after the identifier but found "-"
            (;RE[a\\nb<2028>c])                => nothing
            (;PL[a\\nb<2028>c])                => line 1, column 5: PL: "a b\\u2028c" is neither "B" nor "W"
            (;PL[0123456789012345678901234567890123456789x]) => line 1, column 5: PL: "0123456789012345678901234567890123456789..." is neither "B" nor "W"
            """;

    static Stream<Arguments> table() {
        return Arrays.stream(TABLE.split("\n")).map(line -> {
            String[] cells = line.split("=>", 2);
            return Arguments.of(unescape(cells[0].strip()), unescape(cells[1].strip()));
        });
    }

    private static String unescape(String cell) {
        return CODE_POINT
                .matcher(cell.replace("\\n", "\n"))
                .replaceAll(match -> String.valueOf((char) Integer.parseInt(match.group(1), 16)));
    }

    @ParameterizedTest
    @MethodSource("table")
    void parse_brokenText_saysWhereAndWhy(String text, String message) {
        SgfException error = catchThrowableOfType(SgfException.class, () -> GameRecord.parse(text, SgfMode.STRICT));

        assertThat(error == null ? "nothing" : error.getMessage()).isEqualTo(message);
        if (error != null) {
            assertThat(message)
                    .startsWith("line " + error.line() + ", column " + error.column() + ": "
                            + error.property()
                                    .map(identifier -> identifier + ": ")
                                    .orElse(""));
        }
    }
}
