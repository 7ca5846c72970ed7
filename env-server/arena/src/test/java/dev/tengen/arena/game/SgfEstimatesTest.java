package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SgfEstimatesTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();

    private static List<Estimate> of(String nodes) throws SgfException {
        return SgfEstimates.of(SgfCollection.parse("(;GM[1]FF[4]SZ[3]" + nodes + ")")
                .games()
                .get(0)
                .mainLine()
                .nodes());
    }

    @Test
    void of_moves_areThoseOfTheirPlayers() throws SgfException {
        assertThat(of("V[9];B[aa]WP[0.7]V[2.5];W[bb]WP[0.4]V[1];C[no move]WP[1];B[]"))
                .containsExactly(
                        new Estimate(OptionalDouble.of(0.7), OptionalDouble.of(2.5)),
                        new Estimate(OptionalDouble.of(0.4), OptionalDouble.of(-1)),
                        Estimate.UNKNOWN);
    }

    @Test
    void of_propertiesOfOtherPrograms_areUnknown() throws SgfException {
        assertThat(of(";B[aa]WP[12];W[bb]WP[good];B[cc]V[NaN];W[ab]WP[0.5]"))
                .containsExactly(
                        Estimate.UNKNOWN,
                        Estimate.UNKNOWN,
                        Estimate.UNKNOWN,
                        new Estimate(OptionalDouble.of(0.5), NONE));
    }
}
