package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The moves that are counted without parsing, against those of the parsed record. */
class LeastMoveCountTest {
    private static int count(String sgf) {
        return ParsedRecord.leastMoveCount(sgf.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(;SZ[9];B[aa];W[];B[bb]) | 3",
                "text ( (;SZ[9];B[aa]C[;B[x\\];W[y];B[z];W[bb]) | 3",
                "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd];B[ee];W[ff])) | 3",
                "(;SZ[9];B[aa]W[bb];B[cc]) | 2",
                "(;SZ[9];C[x]B[aa]) | 0",
                "(;SZ[9] | 0",
                "(;C[ | 0",
                "(;C[\\ | 0",
                "nothing | 0"
            })
    void leastMoveCount_text_countsNodesThatStartWithAMove(String sgf, int moveCount) {
        assertThat(count(sgf)).isEqualTo(moveCount);
    }

    @Test
    void leastMoveCount_randomRecords_isAtMostTheMovesOfTheRecord() throws SgfException {
        SplitMix64 random = new SplitMix64(27);
        List<String> parts = List.of(
                ";B[aa]",
                ";W[bb]",
                ";",
                ";B[]",
                "C[;B[a]",
                "C[\\];W[b]",
                " ",
                "(",
                ")",
                ";W[cc]B[dd]",
                ";N[x]B[ee]",
                "\n");
        int readCount = 0;
        int equalCount = 0;
        for (int number = 0; number < 20_000; number++) {
            StringBuilder sgf = new StringBuilder("(;SZ[9]");
            for (int count = random.nextInt(12); count > 0; count--) {
                sgf.append(parts.get(random.nextInt(parts.size())));
            }
            sgf.append(")");
            byte[] bytes = sgf.toString().getBytes(StandardCharsets.US_ASCII);
            int moveCount;
            try {
                moveCount = ParsedRecord.parse(bytes).record().moves().size();
            } catch (SgfException e) {
                continue;
            }
            readCount++;
            equalCount += ParsedRecord.leastMoveCount(bytes) == moveCount ? 1 : 0;
            assertThat(ParsedRecord.leastMoveCount(bytes)).as("%s", sgf).isLessThanOrEqualTo(moveCount);
        }
        assertThat(readCount).isGreaterThan(2_000);
        assertThat(equalCount).isBetween(readCount / 4, readCount - 1);
    }
}
