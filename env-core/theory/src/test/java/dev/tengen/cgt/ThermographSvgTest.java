package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ThermographSvgTest {
    private final GameUniverse universe = new GameUniverse();

    @Test
    void picture_ofHotGame_hasWallsMastAndLabels() throws Exception {
        Document picture = picture("{3||2|1}");

        assertThat(texts(picture))
                .containsExactly(
                        "{3||2|1}",
                        "Left wall",
                        "Right wall",
                        "mast",
                        "0",
                        "1/2",
                        "3/4",
                        "temperature 3/4",
                        "3",
                        "2",
                        "mean 9/4");
        assertThat(wall(picture, "left-wall")).isEqualTo("80.0,285.0 350.0,127.5");
        assertThat(wall(picture, "right-wall")).isEqualTo("440.0,285.0 440.0,180.0 350.0,127.5");
    }

    @Test
    void picture_ofNumber_isAMast() throws Exception {
        Document picture = picture("3/4");

        assertThat(texts(picture))
                .containsExactly("3/4", "Left wall", "Right wall", "mast", "0", "temperature -1/4", "mean 3/4");
        assertThat(wall(picture, "left-wall")).isEqualTo("260.0,285.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "^*",
                "9223372036854775807*",
                "{4611686018427387903|4611686018427387902}",
                "{1/1152921504606846976|0}",
                "{9||8|0}",
                "{14|2|||-2||-14|-16}",
                "{1000000|2||1|-1000000}",
            })
    void picture_ofAnyGame_staysWithinItsFrame(String text) throws Exception {
        Document picture = picture(text);

        for (String name : List.of("left-wall", "right-wall")) {
            for (String point : wall(picture, name).split(" ")) {
                String[] numbers = point.split(",");
                assertThat(Double.parseDouble(numbers[0])).isBetween(80.0, 440.0);
                assertThat(Double.parseDouble(numbers[1])).isBetween(75.0, 285.0);
            }
        }
        assertThat(svg(text)).isEqualTo(ThermographSvg.draw(again(text), text)).hasSizeLessThan(4_000);
    }

    private static Thermograph again(String text) throws NotationException {
        GameUniverse another = new GameUniverse();
        return another.thermograph(another.parse(text));
    }

    /** A thermograph with so many bends that some temperatures have no room for a label. */
    @Test
    void labels_areNeverOnEachOther() throws Exception {
        Document picture = picture("{64|0||32||||0|-3||||||-5|-6||-12|-100}");
        List<Double> heights = new ArrayList<>();
        NodeList texts = picture.getElementsByTagName("text");
        for (int i = 0; i < texts.getLength(); i++) {
            Element text = (Element) texts.item(i);
            if (text.getAttribute("x").equals("72.0")) {
                heights.add(Double.parseDouble(text.getAttribute("y")));
            }
        }

        assertThat(heights).hasSizeGreaterThan(2);
        for (int i = 1; i < heights.size(); i++) {
            assertThat(heights.get(i - 1) - heights.get(i)).isGreaterThanOrEqualTo(14);
        }
    }

    @Test
    void title_withMarkup_isEscaped_andWithManyCharactersCut() throws Exception {
        String title = "<a & b>" + "c".repeat(100);

        Document picture = parsed(ThermographSvg.draw(universe.thermograph(universe.zero()), title));

        assertThat(picture.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("Thermograph of " + title);
        assertThat(texts(picture)).startsWith("<a & b>" + "c".repeat(53) + "...");
    }

    private Document picture(String text) throws Exception {
        return parsed(svg(text));
    }

    private String svg(String text) throws NotationException {
        return ThermographSvg.draw(universe.thermograph(universe.parse(text)), text);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document picture) {
        List<String> texts = new ArrayList<>();
        NodeList nodes = picture.getElementsByTagName("text");
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    private static String wall(Document picture, String id) {
        NodeList walls = picture.getElementsByTagName("polyline");
        for (int i = 0; i < walls.getLength(); i++) {
            Element wall = (Element) walls.item(i);
            if (wall.getAttribute("id").equals(id)) {
                return wall.getAttribute("points");
            }
        }
        throw new AssertionError("no wall " + id);
    }
}
