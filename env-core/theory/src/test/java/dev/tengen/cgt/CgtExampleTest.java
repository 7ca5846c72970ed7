package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of {@code docs/reference/cgt.md}, literally. */
class CgtExampleTest {
    private static final Path PAGE = Path.of("../../docs/reference/cgt.md");
    private static final Path PICTURE = Path.of("../../docs/reference/thermograph.svg");
    private static final Path SOURCE = Path.of("src/test/java/dev/tengen/cgt/CgtExampleTest.java");
    private static final String FENCE = "```java\n";
    private static final Pattern TABLE_ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|.*\\| `([^`]+)` \\|$");

    @Test
    void example_liberties_areCounted() throws NotationException {
        GameUniverse universe = new GameUniverse();
        CanonicalGame north = universe.parse("{4|0}");
        CanonicalGame south = universe.parse("{6||4|0}");

        CanonicalGame sum = universe.cool(universe.plus(north, south), Dyadic.of(2));
        String text = universe.print(sum);
        Relation relation = universe.relation(sum, universe.integer(6));
        long ceiling = universe.ceiling(sum);

        assertThat(text).isEqualTo("6^*");
        assertThat(relation).isEqualTo(Relation.CONFUSED);
        assertThat(ceiling).isEqualTo(7);
    }

    @Test
    void example_thermograph_isDrawn() throws NotationException, IOException {
        GameUniverse universe = new GameUniverse();
        CanonicalGame game = universe.parse("{3/2*|1/2 || {0|-3},{-1*,{-1/2|-1*}|-5/2}}");

        Thermograph thermograph = universe.thermograph(game);
        Dyadic mean = thermograph.mean();
        Dyadic temperature = thermograph.temperature();
        String svg = ThermographSvg.draw(thermograph, universe.print(game));

        assertThat(mean).hasToString("-5/16");
        assertThat(temperature).hasToString("21/16");
        assertThat(svg).isEqualTo(Files.readString(PICTURE));
    }

    @Test
    void page_examples_areThoseOfThisClass() throws IOException {
        String source = Files.readString(SOURCE).replaceAll("(?m)^ {8}", "");
        List<String> examples = List.of(Files.readString(PAGE).split(FENCE));

        assertThat(examples).hasSize(3);
        for (String example : examples.subList(1, examples.size())) {
            assertThat(source).contains(example.substring(0, example.indexOf("```")));
        }
    }

    /** The first column of the notation table is the game whose form is in the last column. */
    @Test
    void page_notation_isWhatIsRead() throws IOException, NotationException {
        GameUniverse universe = new GameUniverse();
        List<MatchResult> rows = TABLE_ROW
                .matcher(Files.readString(PAGE).replace("\\|", "|"))
                .results()
                .toList();

        assertThat(rows).hasSize(12);
        for (MatchResult row : rows) {
            assertThat(universe.parse(row.group(1))).as(row.group(1)).isSameAs(universe.parse(row.group(2)));
        }
    }
}
