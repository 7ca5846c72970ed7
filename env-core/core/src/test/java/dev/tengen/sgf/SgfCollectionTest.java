package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tengen.testing.TestSize;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("reference")
class SgfCollectionTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static List<String> warnings(String sgf) throws SgfException {
        return SgfCollection.parse(sgf).warnings().stream()
                .map(SgfWarning::toString)
                .toList();
    }

    @Test
    void parse_severalGames_areAllRead() throws SgfException {
        SgfCollection collection = SgfCollection.parse("a (;GM[1]PB[x]) b (;GM[12]) c (;N[z](;B[aa])(;B[bb]))");

        assertThat(collection.games())
                .extracting(SgfGame::toString)
                .containsExactly("(;GM[1]PB[x])", "(;GM[12])", "(;N[z])");
        assertThat(collection.warnings()).isEmpty();
    }

    @Test
    void parse_noGame_saysSo() {
        assertThatThrownBy(() -> SgfCollection.parse("GM[1];B[aa]"))
                .isInstanceOf(SgfException.class)
                .hasMessage("line 1, column 1: no game: the text does not contain \"(;\"");
    }

    @Test
    void parse_brokenLaterGame_isAnError() {
        assertThatThrownBy(() -> SgfCollection.parse("(;B[aa])\n(;B[aa)"))
                .isInstanceOf(SgfException.class)
                .hasMessage("line 2, column 4: B: the value does not end; \"]\" is missing");
    }

    @Test
    void of_noGame_throws() {
        assertThatThrownBy(() -> SgfCollection.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void warnings_textCutOffBetweenNodes_tellOfTheMissingParenthesis() throws SgfException {
        assertThat(warnings("x(;B[aa]\n(;W[bb]"))
                .containsExactly(
                        "line 2, column 8: the text ends inside the game that starts at line 1, column 2; \")\" is missing");
    }

    @Test
    void warnings_repeatedProperty_tellWhere() throws SgfException {
        assertThat(warnings("(;AB[aa]\nC[x]AB[bb])"))
                .containsExactly("line 2, column 5: AB: repeated in the same node; the values are combined");
    }

    @Test
    void warnings_veryMany_endWithALastOne() throws SgfException {
        List<String> warnings = warnings("(;" + "A[]".repeat(1000) + ")");

        assertThat(warnings)
                .hasSize(101)
                .last()
                .isEqualTo("line 1, column 306: more than 100 warnings; the rest is left out");
    }

    @Test
    void toSgf_charset_isThatOfTheBytesToCome() throws SgfException {
        Charset charset = Charset.forName("Shift_JIS");
        byte[] sgf = "(;GM[1]FF[4]PB[\u4e95]CA[Shift_JIS])(;CA[x]C[\u30bd])".getBytes(charset);

        SgfCollection collection = SgfCollection.parse(sgf);

        assertThat(collection.toSgf()).isEqualTo("(;GM[1]FF[4]CA[UTF-8]PB[\u4e95])\n(;CA[UTF-8]C[\u30bd])\n");
        assertThat(SgfCollection.parse(collection.toSgf().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(collection);
    }

    @Test
    void toSgf_propertiesNobodyKnows_areKeptInTheirOrder() throws SgfException {
        assertThat(SgfCollection.parse("(;XY[1][2:3]GM[1]Q[];ZZZ[\\:]B[tt]KO[])")
                        .toSgf())
                .isEqualTo("(;CA[UTF-8]XY[1][2:3]GM[1]Q[]\n;ZZZ[\\:]B[tt]KO[])\n");
    }

    @Test
    void toSgf_variations_standOnLinesOfTheirOwn() throws SgfException {
        assertThat(SgfCollection.parse("(;GM[1](;A[1];B[2](;C[3])(;D[4]))(;E[5]))")
                        .toSgf())
                .isEqualTo("(;GM[1]CA[UTF-8]\n(;A[1]\n;B[2]\n(;C[3])\n(;D[4]))\n(;E[5]))\n");
    }

    @Test
    void equals_anyDifference_isSeen() throws SgfException {
        String text = "(;A[1](;B[2];C[3])(;D[4]))";
        SgfCollection collection = SgfCollection.parse(text);

        assertThat(SgfCollection.parse(" ( ;A [1] ( ;B[2] (; C[3])) (;D[4]))"))
                .isEqualTo(collection)
                .hasSameHashCodeAs(collection);
        for (String other : List.of(
                "(;A[1](;B[2];C[3])(;D[4]))(;)",
                "(;A[1](;B[2];C[3](;D[4])))",
                "(;A[1](;B[2](;C[3])(;D[4])))",
                "(;A[1](;D[4])(;B[2];C[3]))",
                "(;A[1](;B[2];C[3])(;D[5]))",
                "(;A[1](;B[2];C[3])(;D[4][4]))",
                "(;A[1](;B[2];C[3])(;D[4]E[5]))",
                "(;A[1](;B[2];C[3]))")) {
            assertThat(SgfCollection.parse(other)).as(other).isNotEqualTo(collection);
        }
    }

    static Stream<String> deepTexts() {
        return Stream.of(
                "(" + ";B[aa]".repeat(TestSize.of(1_000_000)) + ")",
                "(;B[aa]".repeat(10_000) + ")".repeat(10_000),
                "(;B[aa](;W[bb])".repeat(9_999) + ")".repeat(9_999),
                "(;" + "(;)".repeat(TestSize.of(1_000_000)) + ")",
                "(;)".repeat(TestSize.of(300_000)));
    }

    /** Tries every tree traversal on trees that are too deep for recursion. */
    @ParameterizedTest
    @MethodSource("deepTexts")
    void parse_deepOrWideTrees_areReadWrittenAndCompared(String text) {
        assertTimeoutPreemptively(LIMIT, () -> {
            SgfCollection collection = SgfCollection.parse(text);

            SgfCollection again = SgfCollection.parse(collection.toSgf());

            assertThat(again.equals(collection)).isTrue();
            assertThat(again.hashCode()).isEqualTo(collection.hashCode());
            SgfGame game = collection.games().get(0);
            assertThat(game.nodes().count())
                    .isEqualTo(again.games().get(0).nodes().count());
            assertThat(game.mainLine().records().segments()).hasSize(1);
            assertThat(game.lines().limit(10).count()).isPositive();
        });
    }

    @Test
    void parse_tooManyNodes_saysTheLimit() {
        String text = "(" + ";".repeat(2_000_001) + ")";

        assertThatThrownBy(() -> SgfCollection.parse(text))
                .isInstanceOf(SgfException.class)
                .hasMessage("line 1, column 2000002: more than 2000000 nodes, which is the limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[aa]"})
    @Tag("full")
    void parse_tooManyValues_saysTheLimit(String value) {
        String text = "(;AB" + value.repeat(4_000_001) + ")";

        assertThatThrownBy(() -> SgfCollection.parse(text))
                .isInstanceOf(SgfException.class)
                .hasMessage("line 1, column " + (4_000_000 * value.length() + 5)
                        + ": AB: more than 4000000 values, which is the limit");
    }
}
