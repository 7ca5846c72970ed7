package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.game.Rules;
import dev.tengen.testing.HeapUse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The estimate of the memory that a record takes against the heap in use while everything that is made of it is kept.
 */
@Isolated("It measures the heap of the process")
class ParsedRecordMemoryTest {
    private static final int COUNT = 50_000;

    /** What is kept of a record at the same time. */
    private record Kept(SgfGame game, ParsedRecord parsed, RecordReplay replay) {}

    private static Kept read(byte[] sgf) throws SgfException {
        SgfGame game = SgfCollection.parse(sgf).games().get(0);
        ParsedRecord parsed = ParsedRecord.parse(sgf);
        int moveCount = parsed.record().moves().size();
        return new Kept(
                game, parsed, RecordReplay.of(parsed.record(), Rules.TROMP_TAYLOR, moveCount, Integer.MAX_VALUE));
    }

    private static double measuredPart(String text) throws SgfException {
        byte[] sgf = text.getBytes(StandardCharsets.US_ASCII);
        read("(;SZ[9];B[aa];W[])".getBytes(StandardCharsets.US_ASCII)); // Loads classes.
        long before = HeapUse.bytes();

        Kept kept = read(sgf);

        long measured = HeapUse.bytes() - before;
        assertThat(kept.parsed().record().setup().grid().width()).isEqualTo(9);
        return (double) measured / ParsedRecord.memoryBytes(sgf);
    }

    @Test
    void memoryBytes_passes_areNearTheHeapInUse() throws SgfException {
        assertThat(measuredPart("(;SZ[9]" + ";B[];W[]".repeat(COUNT) + ")")).isBetween(0.6, 1.05);
    }

    @Test
    @Tag("full")
    void memoryBytes_otherShapes_areAtMostWhatIsReserved() throws SgfException {
        for (String text : List.of(
                "(;SZ[9]" + ";".repeat(COUNT) + ")",
                "(;SZ[9]C" + "[x1]".repeat(COUNT) + ")",
                "(;SZ[9]" + "(;)".repeat(COUNT) + ")",
                "(;SZ[9]" + ";B[]C[a comment of some length]".repeat(COUNT) + ")",
                "(;SZ[9]C[" + "a comment ".repeat(COUNT) + "])")) {
            assertThat(measuredPart(text)).as(text.substring(0, 20)).isLessThan(1.1);
        }
    }
}
