package dev.tengen.cli.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.cli.picture.Canvas.Box;
import dev.tengen.cli.picture.Canvas.Label;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.testing.Diagrams;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ContactSheetTest {
    /** Records what is drawn. */
    private static final class Notes implements Canvas {
        private final Map<Ink, List<Box>> boxes = new EnumMap<>(Ink.class);
        private final Map<Ink, List<Box>> circles = new EnumMap<>(Ink.class);
        private final List<Label> labels = new ArrayList<>();

        private static Notes of(ContactSheet sheet) {
            Notes notes = new Notes();
            sheet.drawOn(notes);
            return notes;
        }

        @Override
        public void boxes(List<Box> more, Ink ink) {
            boxes.computeIfAbsent(ink, unused -> new ArrayList<>()).addAll(more);
        }

        @Override
        public void circles(List<Box> more, Ink ink) {
            circles.computeIfAbsent(ink, unused -> new ArrayList<>()).addAll(more);
        }

        @Override
        public void text(Label label) {
            labels.add(label);
        }

        private List<String> texts() {
            return labels.stream().map(Label::text).toList();
        }
    }

    /** Two planes, black stones and ones everywhere, and three global features. */
    private static final class WithGlobals implements Encoding {
        @Override
        public EncodingSpec spec() {
            return new EncodingSpec(
                    "two",
                    1,
                    "Two planes & more.",
                    Perspective.COLORS,
                    1,
                    MissingHistory.NONE,
                    new PeerLayout("nobody", PeerLayout.Axes.CHW, PeerLayout.FirstRow.BOTTOM),
                    List.of(new Feature("black", "a black stone"), new Feature("ones", "everywhere <=>")),
                    List.of(
                            new Feature("komi", "komi by 20", -1, 1),
                            new Feature("third", "a third", 0, 1),
                            new Feature("move", "count of moves", 0, 9)));
        }

        @Override
        public void encode(Game game, PlaneBits bits) {
            bits.append(game.board().points(Color.BLACK));
            bits.append(true, game.grid().pointCount());
        }

        @Override
        public void encodeGlobals(Game game, float[] globals, int offset) {
            globals[offset] = (float) (-game.rules().komi() / 20);
            globals[offset + 1] = 1 / 3F;
            globals[offset + 2] = game.moveNumber();
        }
    }

    private static Game game() {
        return Diagrams.play(new Game(Setup.empty(Grid.of(4, 3)), Rules.TROMP_TAYLOR), "B3 D1 A1");
    }

    private static ContactSheet sheet(Game game, Encoding encoding) {
        return new ContactSheet(game, "tromp-taylor", new ObservationPlanes(game, encoding));
    }

    @Test
    void drawOn_everyPlane_isLabeled() {
        EncodingSpec spec = Encodings.spec("encoding", "gymgo-6");

        Notes notes = Notes.of(new ContactSheet(game(), "tromp-taylor", ObservationPlanes.of(game(), "gymgo-6")));

        List<String> names = IntStream.range(0, spec.planeCount())
                .mapToObj(plane -> plane + "  " + spec.planes().get(plane).name())
                .toList();
        assertThat(notes.texts()).containsAll(names).contains("gymgo-6", "position", "a black stone");
        assertThat(String.join(" ", notes.texts()))
                .contains(spec.planes().get(3).meaning())
                .contains("4x3, after move 3 (Black A1), White to move, tromp-taylor, komi 7.5.");
    }

    @Test
    void drawOn_ones_areOneSquareEach() {
        Notes notes = Notes.of(sheet(game(), new WithGlobals()));

        assertThat(notes.boxes.get(Ink.ONE)).hasSize(2 + 12).doesNotHaveDuplicates();
        assertThat(notes.texts()).contains("2", "12");
    }

    @Test
    void drawOn_stones_areBelowThePlaneThatHasThem() {
        Notes notes = Notes.of(sheet(game(), new WithGlobals()));

        List<Box> squares = notes.boxes.get(Ink.ONE).subList(0, 2);
        List<Box> stones = notes.circles.get(Ink.FAINT_BLACK_STONE).subList(0, 2);
        assertThat(stones.stream().map(ContactSheetTest::center))
                .isEqualTo(squares.stream().map(ContactSheetTest::center).toList());
        assertThat(notes.circles.get(Ink.BLACK_STONE)).hasSize(2);
        assertThat(notes.circles.get(Ink.FAINT_BLACK_STONE)).hasSize(4);
        assertThat(notes.circles.get(Ink.MARK)).hasSize(1);
        assertThat(center(notes.circles.get(Ink.MARK).get(0)))
                .isEqualTo(center(notes.circles.get(Ink.BLACK_STONE).get(1)));
    }

    private static List<Integer> center(Box box) {
        return List.of(2 * box.x() + box.width(), 2 * box.y() + box.height());
    }

    @Test
    void drawOn_boardsOfThePlanes_haveCoordinates() {
        Notes notes = Notes.of(sheet(game(), new WithGlobals()));

        assertThat(notes.texts().stream().filter(text -> text.matches("[A-D]")))
                .containsExactly("A", "B", "C", "D", "A", "B", "C", "D", "A", "B", "C", "D");
        Label row = notes.labels.stream()
                .filter(label -> label.text().equals("3"))
                .findFirst()
                .orElseThrow();
        Box top = notes.circles.get(Ink.BLACK_STONE).get(0);
        assertThat(row.y()).isBetween(top.y(), top.y() + top.height());
    }

    @Test
    void drawOn_globals_areListed() {
        Notes notes = Notes.of(sheet(game(), new WithGlobals()));

        assertThat(notes.texts())
                .containsSubsequence(
                        "-0.375",
                        "0  komi",
                        "komi by 20",
                        "0.3333",
                        "1  third",
                        "a third",
                        "3",
                        "2  move",
                        "count of moves");
    }

    @Test
    void drawOn_everything_isOnTheSheet() {
        for (Grid grid : List.of(Grid.of(1, 1), Grid.of(25, 2), Grid.of(2, 25), Grid.square(19))) {
            ContactSheet sheet = sheet(new Game(Setup.empty(grid), Rules.TROMP_TAYLOR), new WithGlobals());
            Notes notes = Notes.of(sheet);

            assertThat(notes.boxes.values().stream().flatMap(List::stream)).allSatisfy(box -> {
                assertThat(box.x() + box.width()).isLessThanOrEqualTo(sheet.width());
                assertThat(box.y() + box.height()).isLessThanOrEqualTo(sheet.height());
            });
            assertThat(notes.labels).allSatisfy(label -> assertThat(label.y()).isBetween(0, sheet.height()));
        }
    }

    @Test
    void drawOn_gameOver_saysSo() {
        Game game = Diagrams.play(game(), "pass pass");

        assertThat(String.join(" ", Notes.of(sheet(game, new WithGlobals())).texts()))
                .contains("after move 5 (Black pass), the game is over");
    }

    @Test
    void svg_markup_isEscaped() throws PictureException {
        String svg = new String(PictureFormat.SVG.picture(sheet(game(), new WithGlobals())), StandardCharsets.UTF_8);

        assertThat(svg)
                .contains("Two planes &amp; more.", "everywhere &lt;=&gt;")
                .endsWith("</svg>\n");
    }

    private static List<String> texts(Element root) {
        NodeList nodes = root.getElementsByTagName("text");
        return IntStream.range(0, nodes.getLength())
                .mapToObj(index -> nodes.item(index).getTextContent())
                .toList();
    }

    private static String paths(Element root) {
        NodeList nodes = root.getElementsByTagName("path");
        return IntStream.range(0, nodes.getLength())
                .mapToObj(index -> ((Element) nodes.item(index)).getAttribute("d"))
                .collect(Collectors.joining());
    }

    private static int sizes(Map<Ink, List<Box>> drawn) {
        return drawn.values().stream().mapToInt(List::size).sum();
    }

    @Test
    void svg_everything_isThere() throws Exception {
        ContactSheet sheet = sheet(game(), new WithGlobals());
        Notes notes = Notes.of(sheet);

        Element root = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(PictureFormat.SVG.picture(sheet)))
                .getDocumentElement();

        assertThat(root.getAttribute("viewBox")).isEqualTo("0 0 " + sheet.width() + " " + sheet.height());
        assertThat(texts(root)).isEqualTo(notes.texts());
        String paths = paths(root);
        assertThat(paths.split("h-", -1).length - 1).isEqualTo(sizes(notes.boxes));
        assertThat(paths.split("a", -1).length - 1).isEqualTo(2 * sizes(notes.circles));
    }

    @Test
    void png_ones_areBlueWhereTheSheetHasThem() throws Exception {
        ContactSheet sheet = sheet(game(), new WithGlobals());

        BufferedImage image = ImageIO.read(new ByteArrayInputStream(PictureFormat.PNG.picture(sheet)));

        assertThat(List.of(image.getWidth(), image.getHeight()))
                .isEqualTo(List.of(2 * sheet.width(), 2 * sheet.height()));
        assertThat(image.getRGB(0, 0) & 0xffffff).isEqualTo(0xffffff);
        assertThat(Notes.of(sheet).boxes.get(Ink.ONE)).allSatisfy(box -> {
            int color = image.getRGB(2 * box.x() + 1, 2 * box.y() + 1);
            assertThat(color & 0xff).isGreaterThan((color >> 16 & 0xff) + 100);
        });
    }

    @ParameterizedTest
    @CsvSource({"5, 3", "7, 4", "18, 6", "19, 5", "23, 6", "49, 7"})
    void columnCount_ofTiles_leavesFewPlacesEmpty(int tileCount, int expected) {
        assertThat(ContactSheet.columnCount(tileCount)).isEqualTo(expected);
    }

    @Test
    void peerRows_rowsFromTheBottom_areTurnedRound() {
        Game game = new Game(
                new Setup(Grid.of(2, 3), PointSet.of(Grid.of(2, 3), 1), PointSet.of(Grid.of(2, 3)), Color.BLACK),
                Rules.TROMP_TAYLOR);

        assertThat(new ObservationPlanes(game, new WithGlobals()).peerRows(0))
                .isEqualTo(List.of(List.of(0, 0), List.of(0, 0), List.of(0, 1)));
        assertThat(ObservationPlanes.of(game, "gymgo-6").peerRows(0))
                .isEqualTo(List.of(List.of(0, 1), List.of(0, 0), List.of(0, 0)));
    }
}
