package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SgfParserTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Returns all games of {@code text}. */
    private static List<SgfNode> games(String text) throws SgfException {
        SgfParser parser = parser(text);
        List<SgfNode> games = new ArrayList<>();
        for (Optional<SgfGame> game = parser.nextGame(); game.isPresent(); game = parser.nextGame()) {
            games.add(game.get().root());
        }
        return games;
    }

    private static SgfParser parser(String text) {
        return new SgfParser(text, new SgfWarning.Collector());
    }

    /** Returns the only game of {@code text}, with each node's children in parentheses. */
    private static String outline(String text) throws SgfException {
        List<SgfNode> games = games(text);
        assertThat(games).hasSize(1);
        return outline(games.get(0));
    }

    private static String outline(SgfNode node) {
        StringBuilder outline = new StringBuilder(node.toString());
        node.children()
                .forEach(child -> outline.append('(').append(outline(child)).append(')'));
        return outline.toString();
    }

    private static int depth(SgfNode root) {
        int depth = 0;
        for (Optional<SgfNode> node = Optional.of(root);
                node.isPresent();
                node = node.get().next()) {
            depth++;
        }
        return depth;
    }

    @Test
    void nextGame_oneEmptyNode_isANodeWithoutProperties() throws SgfException {
        assertThat(outline("(;)")).isEqualTo(";");
    }

    @Test
    void nextGame_sequence_isAChainOfOnlyChildren() throws SgfException {
        assertThat(outline("(;A[1];B[2];;C[3])")).isEqualTo(";A[1](;B[2](;(;C[3])))");
    }

    @Test
    void nextGame_variations_areChildrenInTheirOrder() throws SgfException {
        assertThat(outline("(;A[1](;B[2];C[3])(;D[4](;E[5])(;F[6]))(;G[7]))"))
                .isEqualTo(";A[1](;B[2](;C[3]))(;D[4](;E[5])(;F[6]))(;G[7])");
    }

    @Test
    void nextGame_oneVariation_isLikeASequence() throws SgfException {
        assertThat(outline("(;A[1](;B[2](;C[3])))")).isEqualTo(outline("(;A[1];B[2];C[3])"));
    }

    @Test
    void nextGame_severalValues_keepsAll() throws SgfException {
        assertThat(outline("(;AB[aa][bb] [cc]\n[dd])")).isEqualTo(";AB[aa][bb][cc][dd]");
    }

    @Test
    void nextGame_repeatedProperty_addsToItsValues() throws SgfException {
        assertThat(outline("(;AB[aa]C[x]AB[bb])")).isEqualTo(";AB[aa][bb]C[x]");
    }

    @Test
    void nextGame_lowercaseLettersInIdentifier_areIgnored() throws SgfException {
        assertThat(outline("(;CoPyright[x]GaMe[1]whiteB[aa])")).isEqualTo(";CP[x]GM[1]B[aa]");
    }

    @Test
    void nextGame_digitInIdentifier_isKeptBehindALetter() throws SgfException {
        assertThat(outline("(;X1[x]a2B[y])")).isEqualTo(";X1[x]B[y]");
    }

    @Test
    void nextGame_whiteSpaceBetweenTokens_isSkipped() throws SgfException {
        assertThat(outline(" ( \r\n;\tA \n [1]\f[2] \u000b ; B\r[3]\n(\n;\nC[4]\n)\n)"))
                .isEqualTo(";A[1][2](;B[3](;C[4]))");
    }

    @Test
    void nextGame_escapedBracket_staysInTheValue() throws SgfException {
        assertThat(outline("(;C[a\\]b\\\\]B[aa])")).isEqualTo(";C[a\\]b\\\\]B[aa]");
    }

    @Test
    void nextGame_grammarInsideAValue_isText() throws SgfException {
        assertThat(outline("(;C[(;B[aa);:]B[bb])")).isEqualTo(";C[(;B[aa);:]B[bb]");
    }

    @Test
    void nextGame_textBeforeBetweenAndAfterGames_isSkipped() throws SgfException {
        List<SgfNode> games = games("dear (friend), [this] is a game: (;A[1]) and )\n( ;B[2]) bye (\n");

        assertThat(games.stream().map(SgfParserTest::outline)).containsExactly(";A[1]", ";B[2]");
    }

    @Test
    void nextGame_noGame_isEmpty() throws SgfException {
        assertThat(games("")).isEmpty();
        assertThat(games("this is no game ( ( B[aa] ; )")).isEmpty();
    }

    @Test
    void nextGame_brokenSecondGame_stillReadsTheFirst() throws SgfException {
        SgfParser parser = parser("(;A[1])(;B[2");

        assertThat(outline(parser.nextGame().orElseThrow().root())).isEqualTo(";A[1]");
        assertThatThrownBy(parser::nextGame).isInstanceOf(SgfException.class);
    }

    @Test
    void position_everyKindOfLineBreak_endsOneLine() throws SgfException {
        SgfNode root = games("(;A[1]\nB[2]\rC[3]\r\nD[4]\n\r  E[5]\n\nF[a\r\nb\\\r\nc]G[7])")
                .get(0);

        assertThat(root.properties().stream().map(SgfProperty::position))
                .containsExactly(
                        new SgfPosition(1, 3),
                        new SgfPosition(2, 1),
                        new SgfPosition(3, 1),
                        new SgfPosition(4, 1),
                        new SgfPosition(5, 3),
                        new SgfPosition(7, 1),
                        new SgfPosition(9, 3));
    }

    @Test
    void position_gameBehindOtherText_countsThatText() throws SgfException {
        SgfNode root = games("one\r\ntwo\n  (;A[1]C[x])").get(0);

        SgfProperty comment = root.property("C").orElseThrow();
        assertThat(comment.position()).isEqualTo(new SgfPosition(3, 9));
        assertThat(comment.position(0)).isEqualTo(new SgfPosition(3, 10));
    }

    @Test
    void firstInGame_readsNothingBehindIt() throws SgfException {
        assertThat(parser("x(;A[1]CA[UTF-8]B[").firstInGame("CA", true)).contains(SgfProperty.of("CA", "UTF-8"));
    }

    @Test
    void firstInGame_inALaterNode_isFoundUnlessOnlyTheRootIsRead() throws SgfException {
        assertThat(parser("(;A[1](;B[2]CA[UTF-8]))").firstInGame("CA", false)).contains(SgfProperty.of("CA", "UTF-8"));
        assertThat(parser("(;A[1];CA[UTF-8])").firstInGame("CA", true)).isEmpty();
    }

    @Test
    void nextGame_nestedVariationsUpToTheLimit_areRead() throws SgfException {
        int count = SgfParser.MAX_NESTING;
        String text = "(;B[aa]".repeat(count) + ")".repeat(count);

        assertThat(depth(games(text).get(0))).isEqualTo(count);
    }

    @Test
    void nextGame_nestedSideVariationsUpToTheLimit_areRead() {
        int count = SgfParser.MAX_NESTING - 1;
        String text = "(;B[aa](;W[bb])".repeat(count) + ")".repeat(count);

        SgfNode root = assertTimeoutPreemptively(LIMIT, () -> games(text).get(0));

        Deque<SgfNode> ahead = new ArrayDeque<>(List.of(root));
        int nodeCount = 0;
        while (!ahead.isEmpty()) {
            nodeCount++;
            ahead.pop().children().forEach(ahead::push);
        }
        assertThat(nodeCount).isEqualTo(2 * count);
    }

    @Test
    @Tag("full")
    void nextGame_longInputsOfAnyShape_takeTimeInProportion() {
        int count = 1_000_000;
        List<String> shapes = List.of(
                "(".repeat(count),
                "( ".repeat(count),
                "(;".repeat(count),
                "(;" + ";".repeat(count) + ")",
                "(;B" + "[]".repeat(count) + ")",
                "(;C[" + "\\".repeat(count),
                "(;C[" + "\r\n".repeat(count) + "])",
                "(;" + "a".repeat(count) + "[]",
                "(;" + "A".repeat(count) + "[]" + "A".repeat(count),
                "(;" + "AB[aa]".repeat(count) + ")",
                "(;A[])".repeat(count),
                "(;" + " ".repeat(count) + ")",
                ")".repeat(count),
                "[".repeat(count));
        for (String shape : shapes) {
            assertTimeoutPreemptively(LIMIT, () -> {
                try {
                    games(shape);
                } catch (SgfException e) {
                    assertThat(e.getMessage()).hasSizeLessThan(200);
                }
            });
        }
    }
}
